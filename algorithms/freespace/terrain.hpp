#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fairway {

/// The cost of a unit of length in each cell of a world made of cells. Immutable once the world is
/// built.
class Terrain {
 public:
  Terrain() = default;
  Terrain(int width, int height)
      : width_(width),
        height_(height),
        costs_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 1.0) {}

  int width() const { return width_; }
  int height() const { return height_; }

  /// Preconditions: (x, y) is inside; a cost is finite and positive, but infinity in blocked cells
  /// of a world.
  double cost(int x, int y) const { return costs_[index(x, y)]; }
  void set_cost(int x, int y, double cost) { costs_[index(x, y)] = cost; }

  /// In a world, blocked cells do not count. O(cells).
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
