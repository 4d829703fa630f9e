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

/// The directions in which the origin of a half-edge can be the nearest point of its obstacle. At a
/// foot, and at a corner without a fan, it is the normal of the wall.
Fan ClearanceMesh::sector(HalfEdge h, const CornerFans& fans) const {
  if (const FanId f = fan_at(h); f != CornerFans::kNone) return fans.fan(f);
  const Triangulation& mesh = triangulation();
  const Corner& corner = refined_.corner(refined_.corner_at(h));
  const Point at = mesh.point(corner.vertex);
  const Point normal = left_normal(at, mesh.point(corner.right));
  return {at, normal, normal};
}

/// The largest distance from the walls for which the fans or walls at both ends leave a gap. A gap
/// is separated by a line. Its width is largest for a line along a tangent of a fan.
double ClearanceMesh::clearance(HalfEdge h, const CornerFans& fans) const {
  const Triangulation& mesh = triangulation();
  const Point way = mesh.destination_point(h) - mesh.origin_point(h);
  const double half = std::sqrt(dot(way, way)) / 2;
  if (!is_narrowest(h)) return half;
  const Fan from = sector(h, fans);
  const Fan to = sector(Triangulation::next(h), fans);
  const Point direction = (0.5 / half) * way;
  if (!from.extent(direction) || !to.extent(Point{} - direction)) return half;
  double best = 0;
  const auto consider = [&](Point normal) {
    const auto first = from.extent(normal);
    const auto second = to.extent(Point{} - normal);
    if (first && second) best = std::max(best, dot(normal, way) / (*first + *second));
  };
  const auto tangents = [](const Fan& fan, Point towards, const auto& visit) {
    const int k = static_cast<int>(std::floor(fan.steps_to(towards)));
    for (const int i : {k, k + 1}) {
      if (0 <= i && i <= fan.steps()) visit(fan.tangent(i));
    }
  };
  tangents(from, direction, consider);
  tangents(to, Point{} - direction, [&](Point tangent) { consider(Point{} - tangent); });
  return best > 0 ? best : half;
}

std::size_t ClearanceMesh::memory_bytes() const {
  return refined_.memory_bytes() + heap_bytes(fan_, clearance_);
}

}  // namespace fairway
