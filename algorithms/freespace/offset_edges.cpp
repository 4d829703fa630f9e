#include "algorithms/freespace/offset_edges.hpp"

#include <span>

#include "algorithms/freespace/offset_pieces.hpp"
#include "algorithms/geometry/box_tree.hpp"

namespace fairway {

/// The walls and the fans of a world, each with a tree of boxes.
struct OffsetEdges::Index {
  explicit Index(const FreeSpace& space)
      : walls(space.walls()), wall_tree(boxes_of(space.walls())) {}

  /// Whether test(i) is true for any item i within `distance` of p. May also test farther items.
  template <class Test>
  static bool any_near(const BoxTree& tree, Point p, double distance, Test test) {
    const Point reach{distance, distance};
    bool found = false;
    tree.visit({p - reach, p + reach}, [&](std::size_t i) {
      found = test(i);
      return !found;
    });
    return found;
  }

  std::span<const Wall> walls;
  BoxTree wall_tree;
  std::vector<Fan> fans;
  BoxTree fan_tree;
};

OffsetEdges::~OffsetEdges() = default;

OffsetEdges::OffsetEdges(const FreeSpace& space, double radius)
    : distance_(radius + rounding_margin(space.box())), index_(std::make_unique<Index>(space)) {
  const Triangulation& mesh = space.triangulation();
  const auto add = [&](Point a, Point b) {
    if (a == b) return;
    const bool covered = Index::any_near(index_->wall_tree, a, radius, [&](std::size_t i) {
      const Wall& wall = index_->walls[i];
      return distance_to(wall, a) < radius && distance_to(wall, b) < radius;
    });
    if (!covered) edges_.push_back({a, b, 0});
  };
  std::vector<OffsetCorner> offsets;
  std::vector<Box> places;  // positions of the fans
  offsets.reserve(space.corners().size());
  for (const Corner& corner : space.corners()) {
    const Point p = mesh.point(corner.vertex);
    const OffsetCorner& offset = offsets.emplace_back(
        CornerPlace{p, mesh.point(corner.right), mesh.point(corner.left), corner.reflex},
        distance_);
    offset.for_each_piece(distance_, add);
    if (!offset.fan) continue;
    index_->fans.push_back(*offset.fan);
    places.push_back({p, p});
  }
  index_->fan_tree = BoxTree(places);
  for (std::size_t c = 0; c < offsets.size(); ++c) {
    const HalfEdge wall = space.corners()[c].first;
    const CornerId other = space.corner_at(Triangulation::next(wall));
    add(offsets[c].first, offsets[static_cast<std::size_t>(other)].last);
  }
}

bool OffsetEdges::covers(Point p) const {
  return Index::any_near(
             index_->wall_tree, p, distance_,
             [&](std::size_t i) { return distance_to(index_->walls[i], p) < distance_; }) ||
         Index::any_near(index_->fan_tree, p, distance_ * kFanReach,
                         [&](std::size_t i) { return index_->fans[i].covers(p, distance_); });
}

}  // namespace fairway
