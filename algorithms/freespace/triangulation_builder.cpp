#include "algorithms/freespace/triangulation_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "algorithms/freespace/constrained_delaunay.hpp"
#include "algorithms/geometry/hilbert.hpp"
#include "algorithms/geometry/point_numbers.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

constexpr std::int32_t kUnknownWinding = std::numeric_limits<std::int32_t>::min();

}  // namespace

TriangulatedRegion TriangulationBuilder::build() {
  const auto is_border = [](const BoundaryEdge& edge) {
    return edge.role == EdgeRole::kWorld && !edge.wall;
  };
  if (std::ranges::none_of(edges_, is_border)) {
    throw InvalidWorld(kNoFreeSpace, -1, -1);
  }
  number_points();
  triangulate();
  sort_triangles();
  index_outgoing();
  mark_edges();
  flood_winding();
  mark_blocked();
  label_components();
  region_.triangulation = Triangulation(std::move(points_), std::move(triangles_));
  return std::move(region_);
}

void TriangulationBuilder::number_points() {
  std::vector<Point> points;
  points.reserve(2 * edges_.size());
  for (const BoundaryEdge& edge : edges_) points.insert(points.end(), {edge.a, edge.b});
  const PointNumbers numbers = PointNumbers::along_curve(std::move(points));
  points_ = numbers.points();
  box_ = bounding_box(points_);
  ends_.reserve(edges_.size());
  for (const BoundaryEdge& edge : edges_) {
    ends_.emplace_back(numbers.number(edge.a), numbers.number(edge.b));
  }
}

/// Triangulates the points. The constraints are sorted, so that equal worlds have the same
/// triangulation.
void TriangulationBuilder::triangulate() {
  std::vector<std::pair<VertexId, VertexId>> constraints;
  constraints.reserve(ends_.size());
  for (const auto& [a, b] : ends_) constraints.emplace_back(std::min(a, b), std::max(a, b));
  std::sort(constraints.begin(), constraints.end());
  try {
    triangles_ = constrained_delaunay(points_, constraints);
  } catch (const CrossingConstraints& crossing) {
    const auto [a, b] = constraints[crossing.edge()];
    refuse_crossing(point(a), point(b));
  }
}

/// Throws InvalidWorld for two input edges that cross. The message names the later edge first.
/// Precondition: ab is one of the two edges.
void TriangulationBuilder::refuse_crossing(Point a, Point b) const {
  const auto crossing = [&](const BoundaryEdge& e) { return cross_properly(a, b, e.a, e.b); };
  const auto same = [&](const BoundaryEdge& e) {
    return (e.a == a && e.b == b) || (e.a == b && e.b == a);
  };
  auto later = std::find_if(edges_.begin(), edges_.end(), same);
  auto other = std::find_if(edges_.begin(), edges_.end(), crossing);
  if (other != edges_.end() && other > later) std::swap(later, other);
  const BoundaryEdge& first = *later;
  const auto name = [](const BoundaryEdge& e) { return e.wall ? "wall" : "edge"; };
  const std::string by =
      other == edges_.end()
          ? std::string("another edge")
          : fmt::format("the {} from ({}, {}) to ({}, {}){}", name(*other), other->a.x, other->a.y,
                        other->b.x, other->b.y,
                        other->wall || other->part < 0 ? ""
                        : other->part == first.part    ? " of the same ring"
                                                       : fmt::format(" of ring {}", other->part));
  throw InvalidWorld(
      fmt::format(
          "the {} from ({}, {}) to ({}, {}) crosses {}; expected rings and walls that do not cross",
          name(first), first.a.x, first.a.y, first.b.x, first.b.y, by),
      first.part, first.vertex);
}

/// Renumbers triangles along a Hilbert curve, so that close triangles have close numbers.
void TriangulationBuilder::sort_triangles() {
  std::vector<std::pair<std::uint32_t, TriangleId>> order;
  order.reserve(triangles_.size());
  for (const Triangle& t : triangles_) {
    const Point a = point(t.vertex[0]);
    const Point b = point(t.vertex[1]);
    const Point c = point(t.vertex[2]);
    order.emplace_back(
        hilbert_index({a.x / 3 + b.x / 3 + c.x / 3, a.y / 3 + b.y / 3 + c.y / 3}, box_),
        static_cast<TriangleId>(order.size()));
  }
  std::sort(order.begin(), order.end());
  std::vector<TriangleId> number(triangles_.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    number[slot_of(order[i].second)] = static_cast<TriangleId>(i);
  }
  std::vector<Triangle> sorted;
  sorted.reserve(triangles_.size());
  for (const auto& [key, old] : order) {
    Triangle t = triangle(old);
    for (std::int32_t& link : t.link) {
      if (link < 0) continue;
      const HalfEdge h = link >> 1;
      link = Triangulation::half_edge(number[slot_of(h >> 2)], h & 3) << 1;
    }
    sorted.push_back(t);
  }
  triangles_ = std::move(sorted);
}

template <class Visit>
void TriangulationBuilder::for_each_half_edge(Visit visit) const {
  for (TriangleId t = 0; slot_of(t) < triangles_.size(); ++t) {
    for (int i = 0; i < 3; ++i) visit(Triangulation::half_edge(t, i));
  }
}

void TriangulationBuilder::index_outgoing() {
  outgoing_begin_.assign(points_.size() + 1, 0);
  for_each_half_edge([&](HalfEdge h) { ++outgoing_begin_[slot_of(origin(h)) + 1]; });
  std::partial_sum(outgoing_begin_.begin(), outgoing_begin_.end(), outgoing_begin_.begin());
  outgoing_.resize(3 * triangles_.size());
  std::vector<std::int32_t> place(outgoing_begin_.begin(), outgoing_begin_.end() - 1);
  for_each_half_edge([&](HalfEdge h) { outgoing_[slot_of(place[slot_of(origin(h))]++)] = h; });
}

/// Returns the half-edge at `from` that lies on the segment to `to`. Sets `reversed` to whether the
/// half-edge ends at `from`, which is possible only on the hull.
HalfEdge TriangulationBuilder::step_towards(VertexId from, VertexId to, bool& reversed) const {
  HalfEdge along = kNoHalfEdge;
  bool along_reversed = false;
  const auto consider = [&](HalfEdge h, VertexId other, bool backwards) {
    if (other == to) {
      along = h;
      along_reversed = backwards;
      return true;
    }
    if (orientation(point(from), point(to), point(other)) == 0 &&
        strictly_between(point(from), point(other), point(to))) {
      along = h;
      along_reversed = backwards;
    }
    return false;
  };
  for (auto i = outgoing_begin_[slot_of(from)]; i < outgoing_begin_[slot_of(from) + 1]; ++i) {
    const HalfEdge h = outgoing_[slot_of(i)];
    const HalfEdge incoming = Triangulation::previous(h);
    if (consider(h, destination(h), false)) break;
    if (twin(incoming) == kNoHalfEdge && consider(incoming, origin(incoming), true)) break;
  }
  reversed = along_reversed;
  return along;
}

void TriangulationBuilder::mark_edges() {
  marks_.resize(4 * triangles_.size());
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    auto [from, to] = ends_[e];
    const bool backwards = degree(from) > degree(to);
    if (backwards) std::swap(from, to);
    while (from != to) {
      bool reversed = false;
      const HalfEdge h = step_towards(from, to, reversed);
      const auto note = [&](HalfEdge half_edge, int winding) {
        Mark& mark = marks_[slot_of(half_edge)];
        ++mark.edges;
        if (edges_[e].role == EdgeRole::kFrame) return;
        if (edges_[e].role == EdgeRole::kObstacle) {
          mark.covers += winding;
        } else if (edges_[e].wall) {
          if (mark.wall) refuse_wall(static_cast<std::int32_t>(e), "lies on another wall");
          mark.wall = true;
          mark.edge = static_cast<std::int32_t>(e);
        } else {
          mark.border = true;
          if (!mark.wall) mark.edge = static_cast<std::int32_t>(e);
          mark.winding += winding;
        }
      };
      note(h, reversed == backwards ? 1 : -1);
      if (twin(h) != kNoHalfEdge) note(twin(h), reversed == backwards ? -1 : 1);
      from = reversed ? origin(h) : destination(h);
    }
  }
}

void TriangulationBuilder::flood_winding() {
  winding_.assign(triangles_.size(), kUnknownWinding);
  obstacles_.assign(triangles_.size(), 0);
  std::vector<TriangleId> open;
  const auto reach = [&](HalfEdge h, std::int32_t outside, std::int32_t obstacles) {
    const TriangleId t = Triangulation::triangle_of(h);
    if (winding_[slot_of(t)] != kUnknownWinding) return;
    const std::int32_t inside = outside + marks_[slot_of(h)].winding;
    winding_[slot_of(t)] = inside;
    obstacles_[slot_of(t)] = obstacles + marks_[slot_of(h)].covers;
    if (inside != 0 && inside != 1) refuse_winding(t, h);
    open.push_back(t);
  };
  for_each_half_edge([&](HalfEdge h) {
    if (twin(h) == kNoHalfEdge) reach(h, 0, 0);
  });
  while (!open.empty()) {
    const TriangleId t = open.back();
    open.pop_back();
    for (int i = 0; i < 3; ++i) {
      const HalfEdge out = twin(Triangulation::half_edge(t, i));
      if (out != kNoHalfEdge) reach(out, winding_[slot_of(t)], obstacles_[slot_of(t)]);
    }
  }
}

/// Throws InvalidWorld for triangle t with a winding number other than 0 or 1. The message names
/// the input edge along `entered`, a half-edge of t.
void TriangulationBuilder::refuse_winding(TriangleId t, HalfEdge entered) const {
  const std::int32_t e = marks_[slot_of(entered)].edge;
  const BoundaryEdge& edge = edges_[slot_of(e)];
  throw InvalidWorld(
      fmt::format("at the edge from ({}, {}) to ({}, {}), {}", edge.a.x, edge.a.y, edge.b.x,
                  edge.b.y,
                  winding_[slot_of(t)] < 0
                      ? "a hole lies outside its outline or overlaps another hole, or a ring "
                        "crosses itself; expected holes that lie inside outlines and do not overlap"
                      : "two outlines overlap; expected outlines that do not overlap"),
      edge.part, edge.vertex);
}

void TriangulationBuilder::refuse_wall(std::int32_t edge, std::string_view fault) const {
  const BoundaryEdge& wall = edges_[slot_of(edge)];
  throw InvalidWorld(fmt::format("the wall from ({}, {}) to ({}, {}) {}; expected a wall with free "
                                 "space on both sides that covers no other wall or edge",
                                 wall.a.x, wall.a.y, wall.b.x, wall.b.y, fault),
                     wall.part, wall.vertex);
}

void TriangulationBuilder::mark_blocked() {
  for_each_half_edge([&](HalfEdge h) {
    const HalfEdge other = twin(h);
    const bool here = is_inside(h >> 2);
    const bool there = other != kNoHalfEdge && is_inside(other >> 2);
    const Mark& mark = marks_[slot_of(h)];
    if (mark.wall && !(here && there)) refuse_wall(mark.edge, "is not inside free space");
    if (mark.wall && mark.border) refuse_wall(mark.edge, "runs along the edge of a ring");
    if (other == kNoHalfEdge) return;
    if (here && there && mark.border) {
      const BoundaryEdge& edge = edges_[slot_of(mark.edge)];
      throw InvalidWorld(fmt::format("the edge from ({}, {}) to ({}, {}) occurs twice and has free "
                                     "space on both sides (it is a spike, or two outlines share "
                                     "it); expected an edge between free and blocked space",
                                     edge.a.x, edge.a.y, edge.b.x, edge.b.y),
                         edge.part, edge.vertex);
    }
    const bool free = is_free(h >> 2);
    if (free != is_free(other >> 2) || (mark.wall && free)) triangle(h >> 2).link[h & 3] |= 1;
  });
}

void TriangulationBuilder::label_components() {
  std::vector<TriangleId> open;
  std::int32_t count = 0;
  for (TriangleId seed = 0; slot_of(seed) < triangles_.size(); ++seed) {
    if (!is_free(seed) || triangle(seed).component >= 0) continue;
    triangle(seed).component = count;
    open.push_back(seed);
    while (!open.empty()) {
      const TriangleId t = open.back();
      open.pop_back();
      for (const std::int32_t link : triangle(t).link) {
        if ((link & 1) != 0) continue;
        const TriangleId other = Triangulation::triangle_of(link >> 1);
        if (triangle(other).component >= 0) continue;
        triangle(other).component = count;
        open.push_back(other);
      }
    }
    ++count;
  }
  if (count == 0) throw InvalidWorld(kNoFreeSpace, -1, -1);
  region_.component_count = count;
}

ConstraintRecord TriangulationBuilder::constraints() const {
  ConstraintRecord record;
  record.marks.reserve(marks_.size());
  for (const Mark& mark : marks_) {
    record.marks.emplace_back(mark.edges, mark.winding, mark.wall);
  }
  record.covers.reserve(winding_.size());
  for (std::size_t t = 0; t < winding_.size(); ++t) {
    record.covers.emplace_back(obstacles_[t], winding_[t] == 1);
  }
  record.ends.resize(outgoing_begin_.size() - 1);
  for (const auto& [a, b] : ends_) {
    ++record.ends[slot_of(a)];
    ++record.ends[slot_of(b)];
  }
  return record;
}

RegionMeasures measures_of(const Triangulation& mesh) {
  RegionMeasures measures;
  std::vector<bool> seen(slot_of(mesh.triangle_count()), false);
  std::vector<TriangleId> open;
  for (TriangleId seed = 0; seed < mesh.triangle_count(); ++seed) {
    if (mesh.is_free(seed)) {
      const Point a = mesh.point(mesh.triangle(seed).vertex[0]);
      const Point b = mesh.point(mesh.triangle(seed).vertex[1]);
      const Point c = mesh.point(mesh.triangle(seed).vertex[2]);
      measures.area += signed_twice_area(a, b, c) / 2;
      continue;
    }
    if (seen[slot_of(seed)]) continue;
    bool outside = false;
    seen[slot_of(seed)] = true;
    open.push_back(seed);
    while (!open.empty()) {
      const TriangleId t = open.back();
      open.pop_back();
      for (int i = 0; i < 3; ++i) {
        const HalfEdge other = mesh.twin(Triangulation::half_edge(t, i));
        if (other == kNoHalfEdge) {
          outside = true;
        } else if (const TriangleId o = other >> 2; !mesh.is_free(o) && !seen[slot_of(o)]) {
          seen[slot_of(o)] = true;
          open.push_back(o);
        }
      }
    }
    measures.holes += outside ? 0 : 1;
  }
  return measures;
}

}  // namespace fairway
