#include "algorithms/solvers/clearance_triangulation/clearance_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "algorithms/solvers/clearance_triangulation/wall_feet.hpp"

namespace fairway {
namespace {

/// Returns the world with its walls cut at feet. Where a rounded foot would make walls cross, only
/// the exact feet are kept.
FreeSpace refine(const FreeSpace& space) {
  std::vector<BoundaryEdge> edges = walls_with_feet(space, Feet::kAll);
  try {
    return FreeSpace::from_eroded(edges, space);
  } catch (const InvalidWorld&) {
    return FreeSpace::from_eroded(walls_with_feet(space, Feet::kExact), space);
  }
}

/// The largest distance from the walls that leaves a gap between two fans; 0 if no line separates
/// them.
double gap(const Fan& from, const Fan& to) {
  const Point way = to.corner() - from.corner();
  double best = 0;
  const auto consider = [&](Point normal) {
    const auto first = from.extent(normal);
    const auto second = to.extent(Point{} - normal);
    if (first && second) best = std::max(best, dot(normal, way) / (*first + *second));
  };
  const auto tangents = [](const Fan& fan, Point towards, const auto& visit) {
    const int k = static_cast<int>(std::floor(fan.steps_to(towards)));
    for (const int i : {k - 1, k, k + 1, k + 2}) {
      if (0 <= i && i <= fan.steps()) visit(fan.tangent(i));
    }
  };
  tangents(from, way, consider);
  tangents(to, Point{} - way, [&](Point tangent) { consider(Point{} - tangent); });
  return best;
}

}  // namespace

ClearanceMesh::ClearanceMesh(const FreeSpace& space, const CornerFans& fans)
    : refined_(refine(space)) {
  refined_.make(SpacePart::kLocation | PartSet(SpacePart::kCorners));
  measure(space, fans);
}

/// Finds the fan of each corner, by the point and the direction of the corner's first wall, and the
/// clearance of each edge.
void ClearanceMesh::measure(const FreeSpace& original, const CornerFans& fans) {
  const Triangulation& mesh = triangulation();
  const Triangulation& before = original.triangulation();
  struct Key {
    Point at;
    CornerId corner;
  };
  std::vector<Key> keys;
  const auto by_point = [](const Key& a, const Key& b) { return a.at < b.at; };
  for (CornerId c = 0; c < static_cast<CornerId>(original.corners().size()); ++c) {
    keys.push_back({original.position(c), c});
  }
  std::sort(keys.begin(), keys.end(), by_point);
  fan_.assign(refined_.corners().size(), CornerFans::kNone);
  for (std::size_t c = 0; c < fan_.size(); ++c) {
    const Corner& corner = refined_.corners()[c];
    const Point at = mesh.point(corner.vertex);
    const auto [first, last] = std::equal_range(keys.begin(), keys.end(), Key{at, 0}, by_point);
    const Point way = mesh.point(corner.right) - at;
    if (first == last) fan_[c] = kFoot;
    double best = 0;
    for (auto key = first; key != last; ++key) {
      const Point other = before.point(original.corner(key->corner).right) - at;
      const double cosine = dot(way, other) / std::sqrt(dot(other, other));
      if (cosine <= best) continue;
      best = cosine;
      fan_[c] = fans.of(key->corner);
    }
  }
  clearance_.assign(4 * slot_of(mesh.triangle_count()), 0);
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (!mesh.is_free(t)) continue;
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      const HalfEdge twin = mesh.across(h);
      if (twin == kNoHalfEdge || twin < h) continue;
      clearance_[slot_of(h)] = clearance_[slot_of(twin)] = clearance(h, fans);
    }
  }
}

/// Whether the circle with the edge as diameter contains no opposite vertex.
bool ClearanceMesh::is_narrowest(HalfEdge h) const {
  const Triangulation& mesh = triangulation();
  const Point a = mesh.origin_point(h);
  const Point b = mesh.destination_point(h);
  const auto outside = [&](Point p) { return dot_sign(p, a, p, b) >= 0; };
  return outside(mesh.apex_point(h)) && outside(mesh.apex_point(mesh.twin(h)));
}

/// The corner at the other end of a corner's first wall or last wall, past feet.
CornerId ClearanceMesh::along_wall(CornerId c, bool first) const {
  do {
    const Corner& corner = refined_.corner(c);
    c = refined_.corner_at(first ? Triangulation::next(corner.first)
                                 : Triangulation::previous(corner.last));
  } while (fan_[slot_of(c)] == kFoot);
  return c;
}

/// The directions in which the origin of a half-edge can be the nearest point of its obstacle. At a
/// foot, and at a corner without a fan, it is the normal of the wall.
Fan ClearanceMesh::sector(CornerId c, const CornerFans& fans) const {
  if (const FanId f = fan_[slot_of(c)]; f >= 0) return fans.fan(f);
  const Triangulation& mesh = triangulation();
  const Corner& corner = refined_.corner(c);
  const Point at = mesh.point(corner.vertex);
  const Point normal = left_normal(at, mesh.point(corner.right));
  return {at, normal, normal};
}

/// The sector of a corner, and the fans at the other ends of its walls if the direction is close to
/// their sectors.
std::vector<Fan> ClearanceMesh::sectors(HalfEdge h, Point direction, const CornerFans& fans) const {
  const CornerId c = refined_.corner_at(h);
  std::vector<Fan> found{sector(c, fans)};
  const double at = found[0].steps_to(direction);
  for (const bool first : {true, false}) {
    // The tangent that separates two fans is less than a step from the line between the corners.
    if (first ? at > 1 : at < found[0].steps() - 1) continue;
    const FanId f = fan_[slot_of(along_wall(c, first))];
    if (f >= 0) found.push_back(fans.fan(f));
  }
  return found;
}

/// The largest distance from the walls for which the fans or walls at both ends leave a gap. A gap
/// is separated by a line. Its width is largest for a line along a tangent of a fan.
double ClearanceMesh::clearance(HalfEdge h, const CornerFans& fans) const {
  const Triangulation& mesh = triangulation();
  const Point way = mesh.destination_point(h) - mesh.origin_point(h);
  const double half = std::sqrt(dot(way, way)) / 2;
  if (!is_narrowest(h)) return half;
  const Point direction = (0.5 / half) * way;
  const std::vector<Fan> from = sectors(h, direction, fans);
  const std::vector<Fan> to = sectors(Triangulation::next(h), Point{} - direction, fans);
  if (!from[0].extent(direction) || !to[0].extent(Point{} - direction)) return half;
  double best = 0;
  for (const Fan& a : from) {
    for (const Fan& b : to) best = std::max(best, gap(a, b));
  }
  return best > 0 ? std::min(best, half) : half;
}

std::size_t ClearanceMesh::memory_bytes() const {
  return refined_.memory_bytes() + heap_bytes(fan_, clearance_);
}

}  // namespace fairway
