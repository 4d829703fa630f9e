#include "algorithms/solvers/clearance_triangulation/clearance_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "algorithms/solvers/clearance_triangulation/fan_gap.hpp"
#include "algorithms/solvers/clearance_triangulation/wall_feet.hpp"

namespace fairway {
namespace {

/// Returns the world after its walls are cut at feet. A foot is the point of a wall that is nearest
/// to a vertex, see walls_with_feet(). If rounded feet make walls cross, retries with fewer feet.
FreeSpace refine(const FreeSpace& space) {
  for (const Feet kind : {Feet::kAll, Feet::kSafe}) {
    try {
      return FreeSpace::from_eroded(walls_with_feet(space, kind), space);
    } catch (const InvalidWorld&) {
      continue;
    }
  }
  return FreeSpace::from_eroded(walls_with_feet(space, Feet::kExact), space);
}

}  // namespace

ClearanceMesh::ClearanceMesh(const FreeSpace& space, const CornerFans& fans)
    : refined_(refine(space)) {
  refined_.make(SpacePart::kLocation | PartSet(SpacePart::kCorners));
  measure(space, fans);
}

/// Finds the fan of each corner (see CornerFans) and the clearance of each edge. A corner of the
/// refined world gets the fan of a corner of the original world. The two corners have the same
/// position, and their first walls end at the same point. All points are compared exactly.
void ClearanceMesh::measure(const FreeSpace& original, const CornerFans& fans) {
  const Triangulation& mesh = triangulation();
  struct Key {
    Point at;
    Point right;
    CornerId corner;
  };
  std::vector<Key> keys;
  const auto by_point = [](const Key& a, const Key& b) { return a.at < b.at; };
  for (CornerId c = 0; c < static_cast<CornerId>(original.corners().size()); ++c) {
    keys.push_back(
        {original.position(c), original.triangulation().point(original.corner(c).right), c});
  }
  std::sort(keys.begin(), keys.end(), by_point);
  const auto keys_at = [&](std::size_t c) {
    const Key key{refined_.position(static_cast<CornerId>(c)), {}, 0};
    return std::equal_range(keys.begin(), keys.end(), key, by_point);
  };
  fan_.assign(refined_.corners().size(), CornerFans::kNone);
  for (std::size_t c = 0; c < fan_.size(); ++c) {
    const auto [first, last] = keys_at(c);
    if (first == last) fan_[c] = kFoot;
  }
  for (std::size_t c = 0; c < fan_.size(); ++c) {
    if (fan_[c] == kFoot) continue;
    const auto [first, last] = keys_at(c);
    const Point right = refined_.position(along_wall(static_cast<CornerId>(c), true));
    const auto key = std::find_if(first, last, [&](const Key& k) { return k.right == right; });
    if (key != last) fan_[c] = fans.of(key->corner);
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

/// Whether the circle with the edge as diameter contains neither of the two opposite vertices.
bool ClearanceMesh::is_narrowest(HalfEdge h) const {
  const Triangulation& mesh = triangulation();
  const Point a = mesh.origin_point(h);
  const Point b = mesh.destination_point(h);
  const auto outside = [&](Point p) { return dot_sign(p, a, p, b) >= 0; };
  return outside(mesh.apex_point(h)) && outside(mesh.apex_point(mesh.twin(h)));
}

/// Follows a wall of corner c: the first wall if `first` is true, otherwise the last wall. Returns
/// the corner at the far end of the wall. Feet that cut the wall into pieces do not end it.
CornerId ClearanceMesh::along_wall(CornerId c, bool first) const {
  do {
    const Corner& corner = refined_.corner(c);
    c = refined_.corner_at(first ? Triangulation::next(corner.first)
                                 : Triangulation::previous(corner.last));
  } while (fan_[slot_of(c)] == kFoot);
  return c;
}

/// Returns the value of GapEnd::sector for a corner. If the corner has a fan, returns the fan. Feet
/// and some other corners have no fan. At these corners, the sector is the normal of the wall.
Fan ClearanceMesh::sector(CornerId c, const CornerFans& fans) const {
  if (const FanId f = fan_[slot_of(c)]; f >= 0) return fans.fan(f);
  const Triangulation& mesh = triangulation();
  const Corner& corner = refined_.corner(c);
  const Point at = mesh.point(corner.vertex);
  const Point normal = left_normal(at, mesh.point(corner.right));
  return {at, normal, normal};
}

/// Converts corner c, an end of an edge, to the argument type of clearance_of_gap().
GapEnd ClearanceMesh::gap_end(CornerId c, const CornerFans& fans) const {
  const auto beyond = [&](bool first) {
    return std::max(fan_[slot_of(along_wall(c, first))], CornerFans::kNone);
  };
  return {sector(c, fans), beyond(true), beyond(false)};
}

/// Returns the clearance of an edge. If is_narrowest() is false, this is half the edge's length.
/// Otherwise it is the largest radius of a disc that can pass between the obstacles at the two ends
/// of the edge.
double ClearanceMesh::clearance(HalfEdge h, const CornerFans& fans) const {
  const Triangulation& mesh = triangulation();
  if (!is_narrowest(h)) return distance(mesh.origin_point(h), mesh.destination_point(h)) / 2;
  return clearance_of_gap(gap_end(refined_.corner_at(h), fans),
                          gap_end(refined_.corner_at(Triangulation::next(h)), fans), fans);
}

std::size_t ClearanceMesh::memory_bytes() const {
  return refined_.memory_bytes() + heap_bytes(fan_, clearance_);
}

}  // namespace fairway
