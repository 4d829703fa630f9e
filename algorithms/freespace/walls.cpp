#include "algorithms/freespace/walls.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

Point swapped(Point p) { return {p.y, p.x}; }

/// Finds the points of a set that lie strictly inside segments. Vertical and horizontal segments
/// use a binary search, other segments a tree of boxes.
class PointsOnSegments {
 public:
  explicit PointsOnSegments(std::vector<Point> points) : by_x_(std::move(points)) {
    std::sort(by_x_.begin(), by_x_.end());
    by_x_.erase(std::unique(by_x_.begin(), by_x_.end()), by_x_.end());
  }

  /// Appends the points of the set that lie strictly inside the segment from `from` to `to`,
  /// unordered. Preconditions: from < to; both belong to the set.
  void find(Point from, Point to, std::vector<Point>& found) {
    if (from.x == to.x) {
      for (auto p = std::upper_bound(by_x_.begin(), by_x_.end(), from); *p != to; ++p) {
        found.push_back(*p);
      }
    } else if (from.y == to.y) {
      if (by_y_.empty()) {
        for (const Point p : by_x_) by_y_.push_back(swapped(p));
        std::sort(by_y_.begin(), by_y_.end());
      }
      const Point last = swapped(to);
      for (auto p = std::upper_bound(by_y_.begin(), by_y_.end(), swapped(from)); *p != last; ++p) {
        found.push_back(swapped(*p));
      }
    } else {
      if (!tree_) {
        std::vector<Box> boxes;
        boxes.reserve(by_x_.size());
        for (const Point p : by_x_) boxes.push_back({p, p});
        tree_.emplace(boxes);
      }
      tree_->visit(from, to, [&](std::size_t i) {
        const Point p = by_x_[i];
        if (from < p && p < to && orientation(from, to, p) == 0) found.push_back(p);
        return true;
      });
    }
  }

 private:
  std::vector<Point> by_x_;
  std::vector<Point> by_y_;  // x and y swapped; built on first use, like tree_
  std::optional<BoxTree> tree_;
};

}  // namespace

std::vector<Wall> walls_of(std::span<const BoundaryEdge> edges) {
  std::vector<Point> ends;
  ends.reserve(2 * edges.size());
  for (const BoundaryEdge& edge : edges) ends.insert(ends.end(), {edge.a, edge.b});
  PointsOnSegments points(std::move(ends));

  std::vector<Wall> pieces;
  pieces.reserve(edges.size());
  std::vector<Point> cuts;
  for (const BoundaryEdge& edge : edges) {
    const bool forward = edge.a < edge.b;
    cuts.assign({std::min(edge.a, edge.b), std::max(edge.a, edge.b)});
    points.find(cuts[0], cuts[1], cuts);
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 1; i < cuts.size(); ++i) {
      pieces.push_back({cuts[i - 1], cuts[i], edge.wall || forward, edge.wall || !forward});
    }
  }

  std::ranges::sort(pieces, {}, [](const Wall& w) { return std::tie(w.a, w.b, w.free_left); });
  std::vector<Wall> walls;
  walls.reserve(pieces.size());
  for (const Wall& piece : pieces) {
    const bool again = !walls.empty() && walls.back().a == piece.a && walls.back().b == piece.b;
    if (again && walls.back().free_left != piece.free_left) {
      walls.pop_back();
    } else {
      walls.push_back(piece);
    }
  }
  walls.shrink_to_fit();
  return walls;
}

std::vector<Wall> walls_of(const Triangulation& mesh) {
  std::vector<Wall> walls;
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (!mesh.is_free(t)) continue;
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (!mesh.blocked(h)) continue;
      const HalfEdge other = mesh.twin(h);
      const bool both = other != kNoHalfEdge && mesh.is_free(Triangulation::triangle_of(other));
      const Point a = mesh.origin_point(h);
      const Point b = mesh.destination_point(h);
      if (a < b) {
        walls.push_back({a, b, true, both});
      } else if (!both) {
        walls.push_back({b, a, false, true});
      }
    }
  }
  std::sort(walls.begin(), walls.end(),
            [](const Wall& v, const Wall& w) { return std::tie(v.a, v.b) < std::tie(w.a, w.b); });
  return walls;
}

std::uint64_t hash_of(std::span<const Wall> walls) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  const auto mix = [&](std::uint64_t value) {
    for (int i = 0; i < 8; ++i) {
      hash = (hash ^ (value & 0xffU)) * 0x100000001b3U;
      value >>= 8U;
    }
  };
  for (const Wall& wall : walls) {
    for (const double x : {wall.a.x, wall.a.y, wall.b.x, wall.b.y}) {
      mix(std::bit_cast<std::uint64_t>(x));
    }
    mix((wall.free_left ? 2U : 0U) + (wall.free_right ? 1U : 0U));
  }
  return hash;
}

}  // namespace fairway
