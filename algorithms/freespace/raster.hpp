#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A block of cells: [x, x + width) x [y, y + height).
struct CellBlock {
  ///@{ First column and first row, and size in cells.
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  ///@}
};

/// A lattice of square cells, each with a class. Cell (x, y) covers [x, x + 1] x [y, y + 1]; rows
/// are in file order. Class 0 is blocked. A wall of zero width separates free cells of different
/// classes, such as ground and deep water.
class Raster {
 public:
  using Class = std::uint8_t;           ///< class of a cell
  static constexpr Class kBlocked = 0;  ///< class of a blocked cell

  Raster() = default;
  /// Makes a raster in which all cells have the class `fill`.
  Raster(int width, int height, Class fill = kBlocked)
      : width_(width),
        height_(height),
        cells_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), fill) {}

  ///@{ Size in cells.
  int width() const { return width_; }
  int height() const { return height_; }
  bool empty() const { return cells_.empty(); }
  ///@}

  /// The class of a cell. Precondition: (x, y) is inside.
  Class at(int x, int y) const { return cells_[index(x, y)]; }
  /// Sets the class of a cell. Precondition: (x, y) is inside.
  void set(int x, int y, Class value) { cells_[index(x, y)] = value; }

  ///@{ The classes of a row. Precondition: the row is inside.
  std::span<const Class> row(int y) const {
    return std::span(cells_).subspan(index(0, y), static_cast<std::size_t>(width_));
  }
  std::span<Class> row(int y) {
    return std::span(cells_).subspan(index(0, y), static_cast<std::size_t>(width_));
  }
  ///@}

  /// The class of a cell; kBlocked if (x, y) is outside.
  Class at_or_blocked(int x, int y) const {
    return x >= 0 && y >= 0 && x < width_ && y < height_ ? at(x, y) : kBlocked;
  }

  /// Returns a copy of the cells [x, x + width) x [y, y + height). Precondition: they are inside.
  Raster part(int x, int y, int width, int height) const {
    Raster result(width, height);
    for (int j = 0; j < height; ++j) {
      std::ranges::copy(
          row(y + j).subspan(static_cast<std::size_t>(x), static_cast<std::size_t>(width)),
          result.row(j).begin());
    }
    return result;
  }

  /// Copies the cells of another raster into this raster. Cell (0, 0) of `cells` becomes cell (x,
  /// y). Precondition: all cells fit.
  void set_part(int x, int y, const Raster& cells) {
    for (int j = 0; j < cells.height(); ++j) {
      std::ranges::copy(cells.row(j), row(y + j).begin() + x);
    }
  }

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return cells_.capacity() * sizeof(Class); }

  friend bool operator==(const Raster&, const Raster&) = default;  ///< same size and classes

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  int width_ = 0;
  int height_ = 0;
  std::vector<Class> cells_;
};

}  // namespace fairway
