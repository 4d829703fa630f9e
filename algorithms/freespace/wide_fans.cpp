#include "algorithms/freespace/wide_fans.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

WideFans::WideFans(const FreeSpace& space) {
  // Twice the limit: no point of a world lies on the border of kAllTheWorld.
  constexpr double kFar = 2 * kMaxCoordinate;
  constexpr Box kAllTheWorld{{-kFar, -kFar}, {kFar, kFar}};
  const Triangulation& mesh = space.triangulation();
  std::vector<Box> leaves;
  const auto add = [&](HalfEdge h, const Box& box) {
    slots_.push_back(h);
    leaves.push_back(box);
  };
  const auto next_around = [&](HalfEdge h) { return mesh.across(Triangulation::previous(h)); };
  for (const Corner& corner : space.corners()) {
    int triangles = 0;
    for (HalfEdge h = corner.first; h != kNoHalfEdge; h = next_around(h)) ++triangles;
    if (triangles < kWide) continue;
    if (slots_.empty()) {
      slot_of_.assign(4 * static_cast<std::size_t>(mesh.triangle_count()), kNoSlot);
      add(kNoHalfEdge, kAllTheWorld);
    }
    for (HalfEdge h = corner.first; h != kNoHalfEdge; h = next_around(h)) {
      slot_of_[static_cast<std::size_t>(h)] = static_cast<std::int32_t>(slots_.size());
      add(h, {mesh.destination_point(h), mesh.destination_point(h)});
    }
    add(kNoHalfEdge, {mesh.apex_point(corner.last), mesh.apex_point(corner.last)});
    add(kNoHalfEdge, kAllTheWorld);
  }
  if (slots_.empty()) return;
  const std::size_t count = std::bit_ceil(leaves.size());
  boxes_.assign(2 * count, kAllTheWorld);
  std::ranges::copy(leaves, boxes_.begin() + static_cast<std::ptrdiff_t>(count));
  for (std::size_t i = count; i-- > 1;) {
    const Box& a = boxes_[2 * i];
    const Box& b = boxes_[2 * i + 1];
    boxes_[i] = {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y)},
                 {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y)}};
  }
}

}  // namespace fairway
