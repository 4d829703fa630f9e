#include "algorithms/freespace/corners.hpp"

#include <numeric>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

Corners::Corners(const Triangulation& mesh) : begin_(mesh.vertex_count() + 1) {
  const auto for_each_first = [&](auto visit) {
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
      if (!mesh.is_free(t)) continue;
      for (int i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        if (mesh.blocked(h)) visit(h, static_cast<std::size_t>(mesh.origin(h)));
      }
    }
  };
  for_each_first([&](HalfEdge, std::size_t vertex) { ++begin_[vertex + 1]; });
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  corners_.resize(static_cast<std::size_t>(begin_.back()));
  at_.assign(4 * static_cast<std::size_t>(mesh.triangle_count()), kNoCorner);
  std::vector<CornerId> next(begin_.begin(), begin_.end() - 1);
  for_each_first([&](HalfEdge first, std::size_t vertex) {
    const CornerId id = next[vertex]++;
    HalfEdge last = first;
    for (HalfEdge h = first; h != kNoHalfEdge; h = mesh.across(Triangulation::previous(h))) {
      at_[static_cast<std::size_t>(h)] = id;
      last = h;
    }
    const VertexId v = mesh.origin(first);
    const VertexId right = mesh.destination(first);
    const VertexId left = mesh.apex(last);
    const bool reflex =
        left == right || orientation(mesh.point(v), mesh.point(right), mesh.point(left)) < 0;
    corners_[static_cast<std::size_t>(id)] = {v, right, left, first, last, reflex};
  });
}

}  // namespace fairway
