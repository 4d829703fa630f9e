#include "algorithms/representations/convex_polygons/convex_polygons.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

ConvexPolygons ConvexPolygons::build(const FreeSpace& space, const Options& options) {
  check_ranges(options);
  LapClock clock;
  ConvexPolygons result(
      space, ConvexPartition::merged(space, static_cast<std::size_t>(options.most_sides)));
  BuildReport& report = result.report_;
  report.phases.push_back({"polygons", clock.lap()});
  result.place_portals();
  report.phases.push_back({"portals", clock.lap()});
  result.link_portals(result.portals_.size(), space, clock);
  return result;
}

ConvexPolygons::ConvexPolygons(const FreeSpace& space, ConvexPartition partition)
    : space_(&space), mesh_(&space.triangulation()), partition_(std::move(partition)) {}

void ConvexPolygons::place_portals() {
  const auto count = static_cast<PolygonId>(polygon_count());
  std::vector<Vertex> vertex_of(4 * static_cast<std::size_t>(mesh_->triangle_count()), kNoVertex);
  begin_.assign(1, 0);
  for (PolygonId p = 0; p < count; ++p) {
    for (const HalfEdge h : partition_.ring(p)) {
      const HalfEdge across = mesh_->across(h);
      if (across == kNoHalfEdge) continue;
      Vertex& vertex = vertex_of[static_cast<std::size_t>(std::min(h, across))];
      if (vertex == kNoVertex) {
        vertex = static_cast<Vertex>(portals_.size());
        portals_.push_back(midpoint_of(*mesh_, h));
      }
      vertices_.push_back(vertex);
    }
    begin_.push_back(vertices_.size());
  }
  // Rounding can move the midpoint of a portal out of a polygon. The segment to another portal of
  // the polygon can then be illegal. In this case, an end of the portal's edge replaces the
  // midpoint, and both polygons of the portal are checked again. Each midpoint is replaced at most
  // once.
  std::vector<PolygonId> unchecked;
  for (PolygonId p = 0; p < count; ++p) unchecked.push_back(p);
  while (!unchecked.empty()) {
    const PolygonId p = unchecked.back();
    unchecked.pop_back();
    const std::span<const Vertex> own = portals_of(p);
    for (std::size_t i = 0; i < own.size(); ++i) {
      for (std::size_t j = i + 1; j < own.size(); ++j) {
        if (linkable(p, portal(own[i]), portal(own[j]))) continue;
        const EdgePoint& first = portal(own[i]);
        const bool first_inside = first.on_edge || polygon_of(first.edge) == p;
        EdgePoint& outside = portals_[static_cast<std::size_t>(first_inside ? own[j] : own[i])];
        outside = end_of(*mesh_, outside.edge);
        unchecked.push_back(polygon_of(outside.edge));
        unchecked.push_back(polygon_of(mesh_->twin(outside.edge)));
      }
    }
  }
}

/// Whether the points of two portals a and b of polygon p can be linked by a straight segment. The
/// segment must stay in p. But if rounding moved the point of a or b out of p, the segment may
/// leave p through that portal. The test is exact.
bool ConvexPolygons::linkable(PolygonId p, const EdgePoint& a, const EdgePoint& b) const {
  const auto leads_to = [&](const EdgePoint& e) {
    return e.on_edge || polygon_of(e.edge) == p ||
           cross_properly(a.point, b.point, mesh_->origin_point(e.edge),
                          mesh_->destination_point(e.edge));
  };
  return leads_to(a) && leads_to(b);
}

void ConvexPolygons::faces_at(const Location& at, Scratch& scratch,
                              std::vector<PolygonId>& polygons) const {
  triangles_at(*space_, at, scratch.triangles);
  polygons.clear();
  for (const TriangleId t : scratch.triangles) polygons.push_back(partition_.polygon_of(t));
  std::sort(polygons.begin(), polygons.end());
  polygons.erase(std::unique(polygons.begin(), polygons.end()), polygons.end());
}

double ConvexPolygons::way_to(Point end, Vertex v) const {
  const auto bend = bend_between(*mesh_, end, portal(v));
  return bend ? distance(end, *bend) + distance(*bend, position(v)) : distance(end, position(v));
}

void ConvexPolygons::realise(const FoundPath& found, Scratch&, Path& path) const {
  const std::span<const Vertex> vertices = found.vertices;
  path.assign(1, found.start.point);
  const auto append_bend = [&](Point end, Vertex v) {
    if (const auto bend = bend_between(*mesh_, end, portal(v))) append_distinct(path, *bend);
  };
  if (!vertices.empty()) append_bend(found.start.point, vertices.front());
  for (const Vertex v : vertices) append_distinct(path, position(v));
  if (!vertices.empty()) append_bend(found.goal.point, vertices.back());
  append_distinct(path, found.goal.point);
}

std::size_t ConvexPolygons::memory_bytes() const {
  return PortalGraph::memory_bytes() + partition_.memory_bytes() + heap_bytes(portals_);
}

}  // namespace fairway
