#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fairway {

/// The cost per unit of length in each cell of a world of cells. Immutable once the world is built.
class Terrain {
 public:
  Terrain() = default;
  /// Makes a terrain in which every cell costs 1.
  Terrain(int width, int height)
      : width_(width),
        height_(height),
        costs_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 1.0) {}

  ///@{ Size in cells.
  int width() const { return width_; }
  int height() const { return height_; }
  ///@}

  /// The cost of a cell; infinity for blocked cells of a world. Precondition: (x, y) is inside.
  double cost(int x, int y) const { return costs_[index(x, y)]; }
  /// Sets the cost of a cell. Preconditions: (x, y) is inside; the cost is positive, and infinity
  /// only for a blocked cell.
  void set_cost(int x, int y, double cost) { costs_[index(x, y)] = cost; }

  /// Returns the least cost of all cells. O(cells).
  double least_cost() const { return *std::ranges::min_element(costs_); }

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return costs_.capacity() * sizeof(double); }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  int width_ = 0;
  int height_ = 0;
  std::vector<double> costs_;
};

}  // namespace fairway
