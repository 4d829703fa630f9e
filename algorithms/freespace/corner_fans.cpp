#include "algorithms/freespace/corner_fans.hpp"

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

CornerFans::CornerFans(const FreeSpace& space)
    : space_(&space), margin_(rounding_margin(space.box())), walls_(boxes_of(space.walls())) {
  const Triangulation& mesh = space.triangulation();
  std::vector<Box> places;
  of_.assign(space.corners().size(), kNone);
  for (std::size_t c = 0; c < space.corners().size(); ++c) {
    const Corner& corner = space.corners()[c];
    const Point p = mesh.point(corner.vertex);
    const Point right = mesh.point(corner.right);
    const Point left = mesh.point(corner.left);
    const bool flat =
        !corner.reflex && corner.right != corner.left && orientation(right, p, left) == 0;
    if (!corner.reflex && !flat) continue;
    of_[c] = static_cast<FanId>(fans_.size());
    const Point first = left_normal(p, right);
    fans_.emplace_back(p, first, flat ? first : left_normal(left, p));
    places.push_back({p, p});
  }
  fans_.shrink_to_fit();
  tree_ = BoxTree(places);
}

bool CornerFans::fits(Point p, double distance) const {
  bool fits = true;
  Point reach{distance, distance};
  walls_.visit(Box{p - reach, p + reach}, [&](std::size_t w) {
    return fits = distance_to(space_->walls()[w], p) >= distance;
  });
  if (!fits) return false;
  reach = kFanReach * reach;
  tree_.visit(Box{p - reach, p + reach},
              [&](std::size_t f) { return fits = !fans_[f].covers(p, distance); });
  return fits;
}

bool CornerFans::keeps(std::span<const Point> path, double distance) const {
  for (std::size_t i = 0; i < path.size(); ++i) {
    // Rounding moves a vertex of an eroded world by less than half of the margin.
    if (!fits(path[i], distance - margin_ / 2)) return false;
    if (i > 0 && path[i - 1] != path[i] && !is_free(path[i - 1], path[i], distance)) return false;
  }
  return true;
}

/// Whether the segment ab touches no wall and properly crosses no spoke. The spokes of a reflex
/// corner are the segments from the corner to the turns of its fan. If the result is true, and a
/// disc fits at a and at b, the disc fits at all points of ab. Exact.
bool CornerFans::is_free(Point a, Point b, double distance) const {
  bool free = true;
  walls_.visit(a, b, [&](std::size_t w) {
    const Wall& wall = space_->walls()[w];
    return free = !segments_touch(a, b, wall.a, wall.b);
  });
  if (!free) return false;
  visit_along(a, b, distance, [&](FanId f) {
    for (int k = 0; free && k < turns(f); ++k) {
      free = !cross_properly(a, b, corner(f), turn(f, k, distance));
    }
  });
  return free;
}

std::size_t CornerFans::memory_bytes() const { return heap_bytes(fans_, of_, tree_, walls_); }

}  // namespace fairway
