#include "datasets/outlines.hpp"

#include <algorithm>
#include <span>

#include "algorithms/geometry/direction_order.hpp"
#include "algorithms/geometry/point_numbers.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

/// The sign of the area of a simple ring, from the turn at its lexicographically least point.
/// Exact.
int orientation_of(const Ring& ring) {
  const std::size_t n = ring.size();
  const auto least =
      static_cast<std::size_t>(std::min_element(ring.begin(), ring.end()) - ring.begin());
  return orientation(ring[(least + n - 1) % n], ring[least], ring[(least + 1) % n]);
}

class RingTracer {
 public:
  explicit RingTracer(std::span<const DirectedEdge> border) : points_(ends_of(border)) {
    for (const auto& [from, to] : border) {
      border_.emplace_back(points_.number(from), points_.number(to));
    }
    std::sort(border_.begin(), border_.end(), [&](const Edge& a, const Edge& b) {
      if (a.first != b.first) return a.first < b.first;
      return direction_before(point(a.first), point(a.second), point(b.second));
    });
    begin_.assign(points_.points().size() + 1, 0);
    for (const auto& [from, to] : border_) ++begin_[at(from) + 1];
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  }

  Polygons trace() {
    std::vector<bool> used(border_.size(), false);
    std::vector<std::int32_t> place(points_.points().size(), -1);
    std::vector<std::int32_t> chain;
    for (std::size_t e = 0; e < border_.size(); ++e) {
      chain.clear();
      for (std::size_t at_edge = e; !used[at_edge]; at_edge = following(at_edge)) {
        used[at_edge] = true;
        const std::int32_t from = border_[at_edge].first;
        if (place[at(from)] >= 0) cut_loop(chain, place, from);
        place[at(from)] = static_cast<std::int32_t>(chain.size());
        chain.push_back(from);
      }
      if (!chain.empty()) cut_loop(chain, place, chain.front());
    }
    std::stable_partition(result_.parts.begin(), result_.parts.end(),
                          [](const Polygons::Part& part) { return part.outline; });
    return std::move(result_);
  }

 private:
  using Edge = std::pair<std::int32_t, std::int32_t>;  ///< indices of both ends in points_

  static PointNumbers ends_of(std::span<const DirectedEdge> border) {
    std::vector<Point> points;
    points.reserve(2 * border.size());
    for (const auto& [from, to] : border) points.insert(points.end(), {from, to});
    return PointNumbers::ascending(std::move(points));
  }
  Point point(std::int32_t v) const { return points_.point(v); }

  /// The edge that continues the border of the region at the end of `edge`: the first edge
  /// clockwise from the reversed `edge`.
  std::size_t following(std::size_t edge) const {
    const auto [from, to] = border_[edge];
    const auto first = border_.begin() + begin_[at(to)];
    const auto last = border_.begin() + begin_[at(to) + 1];
    const auto before = std::partition_point(first, last, [&, back = from](const Edge& e) {
      return direction_before(point(e.first), point(e.second), point(back));
    });
    return static_cast<std::size_t>((before == first ? last : before) - 1 - border_.begin());
  }

  /// Removes the vertices of the chain from `start` on, and adds them to the result as a ring.
  void cut_loop(std::vector<std::int32_t>& chain, std::vector<std::int32_t>& place,
                std::int32_t start) {
    const auto first = at(place[at(start)]);
    Polygons::Part part;
    for (const std::int32_t v : std::span(chain).subspan(first)) {
      part.ring.push_back(point(v));
      place[at(v)] = -1;
    }
    chain.resize(first);
    part.outline = orientation_of(part.ring) > 0;
    result_.parts.push_back(std::move(part));
  }

  PointNumbers points_;
  std::vector<Edge> border_;
  std::vector<std::int32_t> begin_;
  Polygons result_;
};

}  // namespace

RingSide side_of(const Ring& ring, Point p) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Point a = ring[j];
    const Point b = ring[i];
    if (on_segment(p, a, b)) return RingSide::kBorder;
    if ((a.y > p.y) == (b.y > p.y)) continue;
    const bool rising = b.y > a.y;
    if ((orientation(a, b, p) > 0) == rising) inside = !inside;
  }
  return inside ? RingSide::kInside : RingSide::kOutside;
}

Polygons trace_rings(std::span<const DirectedEdge> border) { return RingTracer(border).trace(); }

Polygons outlines_of(const FreeSpace& space) {
  std::vector<DirectedEdge> border;
  std::vector<Polygons::Segment> walls;
  for (const Wall& wall : space.walls()) {
    if (wall.free_left && wall.free_right) {
      walls.push_back({wall.a, wall.b});
    } else {
      border.emplace_back(wall.free_left ? wall.a : wall.b, wall.free_left ? wall.b : wall.a);
    }
  }
  Polygons polygons = trace_rings(border);
  polygons.walls = std::move(walls);
  return polygons;
}

}  // namespace fairway
