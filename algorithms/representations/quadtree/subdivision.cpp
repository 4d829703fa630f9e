#include "algorithms/representations/quadtree/subdivision.hpp"

#include <algorithm>
#include <bit>

namespace fairway {

void QuadtreeNodes::rename_cells(const std::vector<std::int32_t>& renamed) {
  for (Node& node : nodes_) {
    if (is_leaf(node)) node = leaf_of(renamed[static_cast<std::size_t>(cell_of(node))]);
  }
}

QuadtreeNodes::Leaf QuadtreeNodes::leaf_at(int i, int j) const {
  if (i < 0 || j < 0 || (i >> depth_) != 0 || (j >> depth_) != 0) return {-1, kOutside};
  Node at = nodes_.front();
  int level = depth_;
  while (at >= 0) {
    --level;
    at = node(at + (i >> level & 1) + 2 * (j >> level & 1));
  }
  return {at == kBlocked ? -1 : cell_of(at), level};
}

/// Finds the uniform squares of all levels bottom up, then builds the tree from the root. A square
/// is uniform if it is blocked, or free without inner walls and of one cost.
class Subdivider {
 public:
  explicit Subdivider(const RasterisedSpace& raster) : raster_(raster) {
    const auto longer = static_cast<unsigned>(std::max(raster.grid.columns, raster.grid.rows));
    result_.tree.depth_ = static_cast<int>(std::bit_width(longer - 1));
  }

  Subdivision run() {
    classify();
    result_.tree.nodes_.push_back(QuadtreeNodes::kBlocked);
    split(0, result_.tree.depth_, 0, 0);
    result_.tree.nodes_.shrink_to_fit();
    result_.cells.shrink_to_fit();
    return std::move(result_);
  }

 private:
  enum State : std::uint8_t { kNone = 0, kAll = 1, kMixed = 2 };

  /// The State of each square of one size, row by row.
  struct Level {
    int columns;
    int rows;
    std::vector<std::uint8_t> states;

    std::uint8_t at(int x, int y) const {
      if (x >= columns || y >= rows) return kNone;
      return states[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) +
                    static_cast<std::size_t>(x)];
    }
  };

  void classify() {
    const CellGrid& grid = raster_.grid;
    levels_.push_back({grid.columns, grid.rows, std::vector<std::uint8_t>(grid.count())});
    for (std::size_t k = 0; k < grid.count(); ++k) {
      levels_[0].states[k] = raster_.cells[k] & RasterisedSpace::kFree ? kAll : kNone;
    }
    for (int level = 1; level <= result_.tree.depth_; ++level) {
      const Level& finer = levels_.back();
      Level here{(finer.columns + 1) / 2, (finer.rows + 1) / 2, {}};
      here.states.reserve(static_cast<std::size_t>(here.columns) *
                          static_cast<std::size_t>(here.rows));
      for (int y = 0; y < here.rows; ++y) {
        for (int x = 0; x < here.columns; ++x) here.states.push_back(join(finer, level, x, y));
      }
      levels_.push_back(std::move(here));
    }
  }

  State join(const Level& finer, int level, int x, int y) const {
    const std::uint8_t first = finer.at(2 * x, 2 * y);
    if (first == kMixed || finer.at(2 * x + 1, 2 * y) != first ||
        finer.at(2 * x, 2 * y + 1) != first || finer.at(2 * x + 1, 2 * y + 1) != first) {
      return kMixed;
    }
    if (first == kNone) return kNone;
    const bool one = one_cost(x << level, y << level, 1 << level) &&
                     middle_open(x << level, y << level, 1 << level);
    return one ? kAll : kMixed;
  }

  /// Whether the four quarters of a square have one cost. Precondition: each quarter is uniform.
  bool one_cost(int x, int y, int size) const {
    if (raster_.terrain == nullptr) return true;
    const int half = size / 2;
    const double cost = raster_.cost(x, y);
    return raster_.cost(x + half, y) == cost && raster_.cost(x, y + half) == cost &&
           raster_.cost(x + half, y + half) == cost;
  }

  /// Whether no wall separates the four free quarters of a square.
  bool middle_open(int x, int y, int size) const {
    const int half = size / 2;
    for (int k = 0; k < size; ++k) {
      if ((raster_.at(x + half, y + k) & RasterisedSpace::kWestWall) != 0) return false;
      if ((raster_.at(x + k, y + half) & RasterisedSpace::kSouthWall) != 0) return false;
    }
    return true;
  }

  void split(std::size_t node, int level, int x, int y) {
    std::vector<QuadtreeNodes::Node>& nodes = result_.tree.nodes_;
    switch (levels_[static_cast<std::size_t>(level)].at(x, y)) {
      case kNone:
        return;
      case kAll: {
        nodes[node] = QuadtreeNodes::leaf_of(static_cast<std::int32_t>(result_.cells.size()));
        const int size = 1 << level;
        const int x0 = x << level;
        const int y0 = y << level;
        result_.cells.push_back({x0, y0, x0 + size, y0 + size});
        return;
      }
      default: {
        const std::size_t first = nodes.size();
        nodes[node] = static_cast<std::int32_t>(first);
        nodes.insert(nodes.end(), 4, QuadtreeNodes::kBlocked);
        for (int child = 0; child < 4; ++child) {
          split(first + static_cast<std::size_t>(child), level - 1, 2 * x + (child & 1),
                2 * y + (child >> 1));
        }
      }
    }
  }

  const RasterisedSpace& raster_;
  std::vector<Level> levels_;
  Subdivision result_;
};

Subdivision subdivide(const RasterisedSpace& raster) { return Subdivider(raster).run(); }

}  // namespace fairway
