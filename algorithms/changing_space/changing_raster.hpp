#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// The raster of a changing free space, equal to rasterise() of the current space. Takes 1 byte a
/// cell if it has the same cells as the world's raster, otherwise 17 bytes.
class ChangingRaster {
 public:
  /// Rasterises the current space; see rasterise().
  ChangingRaster(const FreeSpace& space, const CellGrid& grid);

  const RasterisedSpace& raster() const { return raster_; }  ///< The raster.

  /// A cell of the lattice.
  struct Cell {
    int x;  ///< column
    int y;  ///< row
    /// Compares by column, then by row.
    friend auto operator<=>(const Cell&, const Cell&) = default;
  };
  /// Updates the raster after a change of the space. Returns the cells whose flags changed, without
  /// duplicates; valid until the next call. If the raster has the same cells as the world's raster,
  /// the time is linear in the cells that the burst set. Otherwise it is linear in the cells that
  /// added or removed walls meet, plus the cells that became free or blocked.
  std::span<const Cell> change(const FreeSpace& space, const SpaceChange& change);

  /// Bytes on the heap.
  std::size_t memory_bytes() const {
    return raster_.cells.capacity() + walls_.capacity() * sizeof(Walls) +
           stamps_.capacity() * sizeof(stamps_[0]);
  }

 private:
  /// For each value of WallAt (where a wall meets a cell), the number of wall sides that do so.
  using Walls = std::array<std::uint32_t, 3>;
  /// One side of a wall, with free space on its left.
  struct WallSide {
    Point from;
    Point to;
    friend bool operator==(const WallSide&, const WallSide&) = default;
    friend bool operator<(const WallSide& s, const WallSide& t) {
      return s.from != t.from ? s.from < t.from : s.to < t.to;
    }
  };

  void copy(const Raster& cells, const CellBlock& block);
  void set(Cell cell, std::uint8_t flags);
  void mark(const WallSide& wall, int by);
  bool entered(std::size_t k) const;
  void fill(const FreeSpace& space, Cell cell);
  template <class Visit>
  void visit_open_neighbours(Cell cell, Visit visit) const;

  RasterisedSpace raster_;
  std::vector<Walls> walls_;           // counts for each cell; empty if cells are copied
  std::vector<std::uint32_t> stamps_;  // for each cell: the round that decided it
  std::uint32_t stamp_ = 0;
  std::vector<WallSide> gone_;
  std::vector<WallSide> come_;
  std::vector<Cell> met_;
  std::vector<Cell> open_;
  std::vector<Cell> changed_;
};

}  // namespace fairway
