#include "algorithms/freespace/convex_partition.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// Merges convex polygons by removing edges between them. The half-edges around a polygon form a
/// linked ring. A removed half-edge has the successor kNoHalfEdge.
class PolygonMerger {
 public:
  explicit PolygonMerger(const FreeSpace& space) : mesh_(space.triangulation()) {
    const auto count = static_cast<std::size_t>(mesh_.triangle_count()) * 4;
    next_.assign(count, kNoHalfEdge);
    previous_.assign(count, kNoHalfEdge);
    for_each_half_edge([&](HalfEdge h) { link(h, Triangulation::next(h)); });
  }

  /// Removes edges, longest first. Removes an edge only if the merged polygon is convex and has at
  /// most `most_sides` sides.
  void merge(std::size_t most_sides) {
    std::vector<std::pair<double, HalfEdge>> edges;
    for_each_half_edge([&](HalfEdge h) {
      if (mesh_.across(h) > h) {
        edges.emplace_back(distance(mesh_.origin_point(h), mesh_.destination_point(h)), h);
      }
    });
    std::ranges::sort(edges, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    for (const auto& edge : edges) {
      const HalfEdge h = edge.second;
      const HalfEdge twin = mesh_.across(h);
      if (!stays_convex(h, twin) || !stays_convex(twin, h)) continue;
      if (sides_up_to(h, most_sides) + sides_up_to(twin, most_sides) > most_sides + 2) continue;
      link(previous(h), next(twin));
      link(previous(twin), next(h));
      next(h) = next(twin) = kNoHalfEdge;
    }
  }

  /// Returns the polygons.
  ConvexPartition partition() const {
    ConvexPartition result;
    result.polygon_of_.assign(static_cast<std::size_t>(mesh_.triangle_count()), kNoPolygon);
    std::vector<TriangleId> stack;
    for_each_half_edge([&](HalfEdge first) {
      const TriangleId t = Triangulation::triangle_of(first);
      if (next(first) == kNoHalfEdge || result.polygon_of(t) != kNoPolygon) return;
      const auto id = static_cast<PolygonId>(result.polygon_count());
      HalfEdge h = first;
      do {
        result.rings_.push_back(h);
        h = next(h);
      } while (h != first);
      result.begin_.push_back(static_cast<std::int32_t>(result.rings_.size()));
      stack.assign(1, t);
      while (!stack.empty()) {
        const TriangleId inside = stack.back();
        stack.pop_back();
        PolygonId& of = result.polygon_of_[static_cast<std::size_t>(inside)];
        if (of == id) continue;
        of = id;
        for (int i = 0; i < 3; ++i) {
          const HalfEdge side = Triangulation::half_edge(inside, i);
          if (next(side) == kNoHalfEdge) {
            stack.push_back(Triangulation::triangle_of(mesh_.twin(side)));
          }
        }
      }
    });
    return result;
  }

 private:
  template <class Visit>
  void for_each_half_edge(Visit visit) const {
    for (TriangleId t = 0; t < mesh_.triangle_count(); ++t) {
      for (int i = 0; i < 3 && mesh_.is_free(t); ++i) visit(Triangulation::half_edge(t, i));
    }
  }

  const HalfEdge& next(HalfEdge h) const { return next_[static_cast<std::size_t>(h)]; }
  HalfEdge& next(HalfEdge h) { return next_[static_cast<std::size_t>(h)]; }
  HalfEdge previous(HalfEdge h) const { return previous_[static_cast<std::size_t>(h)]; }
  void link(HalfEdge a, HalfEdge b) {
    next_[static_cast<std::size_t>(a)] = b;
    previous_[static_cast<std::size_t>(b)] = a;
  }

  /// If no polygon can have more than `most` sides, returns 0 without counting. Otherwise, returns
  /// the number of sides of the polygon to which h belongs, or most + 1 if it has more than `most`.
  std::size_t sides_up_to(HalfEdge h, std::size_t most) const {
    if (most >= next_.size()) return 0;
    std::size_t count = 1;
    for (HalfEdge at = next(h); at != h && count <= most; at = next(at)) ++count;
    return count;
  }

  /// Whether the corner at h's origin is convex or straight after h and its twin are removed.
  bool stays_convex(HalfEdge h, HalfEdge twin) const {
    const Point before = mesh_.origin_point(previous(h));
    const Point at = mesh_.origin_point(h);
    const Point after = mesh_.destination_point(next(twin));
    const int turn = orientation(before, at, after);
    return turn > 0 || (turn == 0 && strictly_between(before, at, after));
  }

  const Triangulation& mesh_;
  std::vector<HalfEdge> next_;
  std::vector<HalfEdge> previous_;
};

ConvexPartition ConvexPartition::of_triangles(const FreeSpace& space) {
  return PolygonMerger(space).partition();
}

ConvexPartition ConvexPartition::merged(const FreeSpace& space, std::size_t most_sides) {
  PolygonMerger merger(space);
  merger.merge(most_sides);
  return merger.partition();
}

}  // namespace fairway
