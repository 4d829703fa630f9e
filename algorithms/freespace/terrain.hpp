#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fairway {

/// What it costs to cross each cell of a world made of cells: cost of a path = its length in each
/// cell times the cell's cost. Immutable once the world is built.
class Terrain {
 public:
  Terrain() = default;
  /// Every cell costs 1.
  Terrain(int width, int height)
      : width_(width),
        height_(height),
        costs_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 1.0) {}

  int width() const { return width_; }
  int height() const { return height_; }

  /// Preconditions of both: (x, y) is inside. A cost is finite and above 0; in a world, that of a
  /// blocked cell is infinity.
  double cost(int x, int y) const { return costs_[index(x, y)]; }
  void set_cost(int x, int y, double cost) { costs_[index(x, y)] = cost; }

  /// The least of all costs; in a world, of the cells that are not blocked. O(cells).
  double least_cost() const { return *std::ranges::min_element(costs_); }

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
