#include "algorithms/representations/convex_polygons/convex_polygons.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/csr_components.hpp"
#include "algorithms/representations/lap_clock.hpp"

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
  result.link_portals();
  report.phases.push_back({"links", clock.lap()});
  report.components = label_components(result.graph_, result.components_);
  report.covered_area = space.area();
  report.phases.push_back({"components", clock.lap()});
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

void ConvexPolygons::link_portals() {
  CsrGraph::Builder builder;
  for (Vertex v = 0; v < static_cast<Vertex>(portals_.size()); ++v) {
    const HalfEdge h = portal(v).edge;
    for (const HalfEdge side : {h, mesh_->twin(h)}) {
      for (const Vertex w : portals_of(polygon_of(side))) {
        if (w != v) builder.add(w, distance(position(v), position(w)));
      }
    }
    builder.end_row();
  }
  graph_ = std::move(builder).build();
}

void ConvexPolygons::polygons_at(const Location& at, Scratch& scratch,
                                 std::vector<PolygonId>& polygons) const {
  triangles_at(*space_, at, scratch.triangles);
  polygons.clear();
  for (const TriangleId t : scratch.triangles) polygons.push_back(partition_.polygon_of(t));
  std::sort(polygons.begin(), polygons.end());
  polygons.erase(std::unique(polygons.begin(), polygons.end()), polygons.end());
}

AttachStatus ConvexPolygons::attach(const Location& start, const Location& goal, Scratch& scratch,
                                    Attachment& attachment) const {
  attachment.clear();
  polygons_at(start, scratch, scratch.start);
  polygons_at(goal, scratch, scratch.goal);
  if (intersect(scratch.start, scratch.goal)) {
    attachment.direct = distance(start.point, goal.point);
    return AttachStatus::kAttached;
  }
  link(start, scratch.start, attachment.start);
  link(goal, scratch.goal, attachment.goal);
  return status_of(attachment);
}

void ConvexPolygons::link(const Location& end, std::span<const PolygonId> polygons,
                          std::vector<Link>& links) const {
  for (const PolygonId p : polygons) {
    for (const Vertex v : portals_of(p)) {
      const auto bend = bend_between(*mesh_, end.point, portal(v));
      links.push_back({v, bend ? distance(end.point, *bend) + distance(*bend, position(v))
                               : distance(end.point, position(v))});
    }
  }
  if (polygons.size() > 1) remove_repeated(links);
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

PolygonId ConvexPolygons::shared_polygon(Vertex v, Vertex w, PolygonId preferred) const {
  if (borders(preferred, v) && borders(preferred, w)) return preferred;
  const PolygonId p = polygon_of(portal(v).edge);
  return borders(p, w) ? p : polygon_of(mesh_->twin(portal(v).edge));
}

void ConvexPolygons::corridor(const FoundPath& found, Scratch& scratch,
                              std::vector<Portal>& portals) const {
  portals.clear();
  if (found.vertices.empty()) return;
  polygons_at(found.start, scratch, scratch.start);
  polygons_at(found.goal, scratch, scratch.goal);
  const auto contains = [](const std::vector<PolygonId>& polygons, PolygonId p) {
    return std::ranges::binary_search(polygons, p);
  };
  const Vertex first = found.vertices.front();
  PolygonId inside = polygon_of(portal(first).edge);
  if (!contains(scratch.start, inside)) inside = polygon_of(mesh_->twin(portal(first).edge));
  const auto cross = [&](Vertex v) {
    const HalfEdge h = side_in(inside, v);
    portals.push_back({mesh_->destination_point(h), mesh_->origin_point(h)});
    inside = polygon_of(mesh_->twin(h));
  };
  for (std::size_t i = 0; i + 1 < found.vertices.size(); ++i) {
    const PolygonId next = shared_polygon(found.vertices[i], found.vertices[i + 1], inside);
    if (i == 0 && contains(scratch.start, next)) inside = next;
    if (next != inside) cross(found.vertices[i]);
  }
  if (!contains(scratch.goal, inside)) cross(found.vertices.back());
}

std::size_t ConvexPolygons::memory_bytes() const {
  return partition_.memory_bytes() + heap_bytes(portals_, begin_, vertices_, components_) +
         graph_.memory_bytes();
}

}  // namespace fairway
