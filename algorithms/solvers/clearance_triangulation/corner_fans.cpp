#include "algorithms/solvers/clearance_triangulation/corner_fans.hpp"

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

std::size_t CornerFans::memory_bytes() const { return heap_bytes(fans_, of_, tree_, walls_); }

}  // namespace fairway
