#include "datasets/outlines.hpp"

#include <algorithm>
#include <span>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

/// Whether the direction between two points lies in [0, 180) degrees.
bool in_upper_half(Point from, Point to) { return to.y != from.y ? to.y > from.y : to.x > from.x; }

/// Whether the direction from `centre` to a comes before that to b, counter-clockwise from +x.
bool angle_less(Point centre, Point a, Point b) {
  const bool upper_a = in_upper_half(centre, a);
  const bool upper_b = in_upper_half(centre, b);
  if (upper_a != upper_b) return upper_a;
  return orientation(centre, a, b) > 0;
}

/// Sign of a simple ring's area, by the turn at its least point. Exact.
int orientation_of(const Ring& ring) {
  const std::size_t n = ring.size();
  const auto least =
      static_cast<std::size_t>(std::min_element(ring.begin(), ring.end()) - ring.begin());
  return orientation(ring[(least + n - 1) % n], ring[least], ring[(least + 1) % n]);
}

class RingTracer {
 public:
  RingTracer(const std::vector<Point>& points, std::vector<DirectedEdge> border)
      : points_(points), border_(std::move(border)) {
    std::sort(border_.begin(), border_.end(), [&](const DirectedEdge& a, const DirectedEdge& b) {
      if (a.first != b.first) return a.first < b.first;
      return angle_less(point(a.first), point(a.second), point(b.second));
    });
    begin_.assign(points.size() + 1, 0);
    for (const auto& [from, to] : border_) ++begin_[at(from) + 1];
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  }

  Polygons trace() {
    std::vector<bool> used(border_.size(), false);
    std::vector<std::int32_t> place(points_.size(), -1);
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
  Point point(std::int32_t v) const { return points_[at(v)]; }

  /// The edge that borders the same wedge of the region at the end of `edge`: the first clockwise
  /// from the way back.
  std::size_t following(std::size_t edge) const {
    const auto [from, to] = border_[edge];
    const auto first = border_.begin() + begin_[at(to)];
    const auto last = border_.begin() + begin_[at(to) + 1];
    const auto before = std::partition_point(first, last, [&, back = from](const DirectedEdge& e) {
      return angle_less(point(e.first), point(e.second), point(back));
    });
    return static_cast<std::size_t>((before == first ? last : before) - 1 - border_.begin());
  }

  /// Takes the end of the chain from `start` on as a ring of its own.
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

  const std::vector<Point>& points_;
  std::vector<DirectedEdge> border_;
  std::vector<std::int32_t> begin_;
  Polygons result_;
};

}  // namespace

Polygons trace_rings(const std::vector<Point>& points, std::vector<DirectedEdge> border) {
  return RingTracer(points, std::move(border)).trace();
}

Polygons outlines_of(const FreeSpace& space) {
  std::vector<Point> points;
  points.reserve(2 * space.walls().size());
  for (const Wall& wall : space.walls()) {
    points.push_back(wall.a);
    points.push_back(wall.b);
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  const auto number = [&](Point p) {
    return static_cast<std::int32_t>(std::lower_bound(points.begin(), points.end(), p) -
                                     points.begin());
  };
  std::vector<DirectedEdge> border;
  std::vector<Polygons::Segment> walls;
  for (const Wall& wall : space.walls()) {
    if (wall.free_left && wall.free_right) {
      walls.push_back({wall.a, wall.b});
    } else {
      border.emplace_back(number(wall.free_left ? wall.a : wall.b),
                          number(wall.free_left ? wall.b : wall.a));
    }
  }
  Polygons polygons = trace_rings(points, std::move(border));
  polygons.walls = std::move(walls);
  return polygons;
}

}  // namespace fairway
