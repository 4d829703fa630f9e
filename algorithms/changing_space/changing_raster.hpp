#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// A rasterised world that follows the changes of a free space. raster() is as rasterise() makes it
/// anew. A byte a cell; in worlds without cells of their own on this lattice, 17 bytes.
class ChangingRaster {
 public:
  /// As the space is now. As rasterise().
  ChangingRaster(const FreeSpace& space, const CellGrid& grid);

  const RasterisedSpace& raster() const { return raster_; }

  /// A cell of the lattice.
  struct Cell {
    int x;
    int y;
    friend auto operator<=>(const Cell&, const Cell&) = default;
  };
  /// Follows a change that the space went through since the last call. Returns the cells whose
  /// flags changed, each once; valid until the next call. In a world of cells linear in those that
  /// were set; else in the cells met by walls that came or went, or that became free or blocked.
  std::span<const Cell> change(const FreeSpace& space, const SpaceChange& change);

  std::size_t memory_bytes() const {
    return raster_.cells.capacity() + walls_.capacity() * sizeof(Walls) +
           stamps_.capacity() * sizeof(stamps_[0]);
  }

 private:
  /// How many sides of walls meet a cell, by WallAt.
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
  std::vector<Walls> walls_;           // empty if cells are copied
  std::vector<std::uint32_t> stamps_;  // of cells that are decided in this round
  std::uint32_t stamp_ = 0;
  std::vector<WallSide> gone_;
  std::vector<WallSide> come_;
  std::vector<Cell> met_;
  std::vector<Cell> open_;
  std::vector<Cell> changed_;
};

}  // namespace fairway
