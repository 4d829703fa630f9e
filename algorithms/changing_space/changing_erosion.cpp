#include "algorithms/changing_space/changing_erosion.hpp"

#include <algorithm>
#include <utility>

namespace fairway {
namespace {

/// A box that contains all offset edges, with a margin.
Box frame_around(const Box& box, double distance) {
  const double reach = 2 * distance;
  return {{box.min.x - reach, box.min.y - reach}, {box.max.x + reach, box.max.y + reach}};
}

}  // namespace

ChangingErosion::ChangingErosion(const FreeSpace& world, double radius)
    : space_(world),
      radius_(radius),
      distance_(radius + rounding_margin(space_.space().box())),
      faces_(frame_around(space_.space().box(), distance_),
             8 * rounding_margin(space_.space().box())) {
  space_.space().make(SpacePart::kLocation | SpacePart::kCorners);
  std::vector<CornerId> all(space_.space().corners().size());
  for (std::size_t c = 0; c < all.size(); ++c) all[c] = static_cast<CornerId>(c);
  update_offsets({}, all);
  const auto test = [this](Point p) { return is_kept(p); };
  border_.apply_burst(faces_.change(cuts_.update(), {}, test));
}

Burst ChangingErosion::change(const Burst& burst) {
  const SpaceChange change = space_.change(burst);
  changed_walls_.clear();
  update_offsets(change.gone_corners, change.new_corners);
  std::vector<Box> places;
  for (const Box& wall : changed_walls_) places.push_back(around(wall, kFanReach * distance_));
  const auto test = [this](Point p) { return is_kept(p); };
  Burst border = faces_.change(cuts_.update(), places, test);
  border_.apply_burst(border);
  return border;
}

Box ChangingErosion::around(const Box& box, double distance) const {
  const Point reach{distance, distance};
  return {box.min - reach, box.max + reach};
}

/// Removes the offset edges of removed corners, and adds the offset edges of added corners. An
/// added corner may have the number of a removed corner.
void ChangingErosion::update_offsets(std::span<const CornerId> gone,
                                     std::span<const CornerId> come) {
  parts_.resize(space_.space().corners().size());
  for (const CornerId c : gone) drop(c);
  for (const CornerId c : come) drop(c);

  std::vector<CornerId> along(come.begin(), come.end());
  std::vector<ChangingBoxes::Item> walls;
  std::vector<ChangingBoxes::Item> fans;
  for (const CornerId c : come) {
    const CornerParts& parts = parts_[slot_of(c)].emplace(parts_of(c));
    const Box box = box_of(parts.wall.a, parts.wall.b);
    walls.push_back({box, c});
    changed_walls_.push_back(box);
    if (parts.offset.fan) {
      const Point at = parts.offset.fan->corner();
      fans.push_back({{at, at}, c});
    }
    along.push_back(corner_before(c));
  }
  walls_.insert(walls);
  fans_.insert(fans);

  for (const CornerId c : come) {
    CornerParts& parts = *parts_[slot_of(c)];
    parts.offset.for_each_piece(distance_, [&](Point from, Point to) {
      if (from != to) parts.round.push_back(add_offset(from, to));
    });
  }
  std::ranges::sort(along);
  along.erase(std::unique(along.begin(), along.end()), along.end());
  for (const CornerId c : along) add_along(c);

  std::vector<OffsetId> near;
  for (const Box& wall : changed_walls_) {
    offset_starts_.visit(around(wall, radius_), [&](OffsetId o) { near.push_back(o); });
  }
  std::ranges::sort(near);
  near.erase(std::unique(near.begin(), near.end()), near.end());
  for (const OffsetId o : near) update_cover(offsets_[slot_of(o)]);
  for (const ChangingBoxes::Item& start : new_starts_) {
    update_cover(offsets_[slot_of(start.number)]);
  }
  offset_starts_.insert(new_starts_);
  new_starts_.clear();
}

void ChangingErosion::drop(CornerId c) {
  std::optional<CornerParts>& parts = parts_[slot_of(c)];
  if (!parts) return;
  const Box box = box_of(parts->wall.a, parts->wall.b);
  walls_.remove({box, c});
  changed_walls_.push_back(box);
  if (parts->offset.fan) {
    const Point at = parts->offset.fan->corner();
    fans_.remove({{at, at}, c});
  }
  for (OffsetId& offset : parts->round) drop_offset(offset);
  drop_offset(parts->along);
  parts.reset();
}

ChangingErosion::CornerParts ChangingErosion::parts_of(CornerId c) const {
  const Triangulation& mesh = space_.space().triangulation();
  const Corner& corner = space_.space().corner(c);
  const CornerPlace place{mesh.point(corner.vertex), mesh.point(corner.right),
                          mesh.point(corner.left), corner.reflex};
  const auto [a, b] = std::minmax(place.at, place.right);
  return {{a, b, true, true}, OffsetCorner(place, distance_)};
}

/// Returns the corner at the other end of corner c's last wall. This wall is the first wall of the
/// returned corner.
CornerId ChangingErosion::corner_before(CornerId c) const {
  return space_.space().corner_at(Triangulation::previous(space_.space().corner(c).last));
}

void ChangingErosion::add_along(CornerId c) {
  CornerParts& parts = *parts_[slot_of(c)];
  drop_offset(parts.along);
  const HalfEdge wall = space_.space().corner(c).first;
  const CornerId other = space_.space().corner_at(Triangulation::next(wall));
  const Point from = parts.offset.first;
  const Point to = parts_[slot_of(other)]->offset.last;
  if (from != to) parts.along = add_offset(from, to);
}

ChangingErosion::OffsetId ChangingErosion::add_offset(Point from, Point to) {
  auto offset = static_cast<OffsetId>(offsets_.size());
  if (free_offsets_.empty()) {
    offsets_.emplace_back();
  } else {
    offset = free_offsets_.back();
    free_offsets_.pop_back();
  }
  offsets_[slot_of(offset)] = {from, to, std::nullopt};
  new_starts_.push_back({{from, from}, offset});
  return offset;
}

/// Removes an offset edge and sets `offset` to kNoOffset. Precondition: the edge was not added in
/// this burst.
void ChangingErosion::drop_offset(OffsetId& offset) {
  if (offset == kNoOffset) return;
  OffsetEdge& edge = offsets_[slot_of(offset)];
  offset_starts_.remove({{edge.from, edge.from}, offset});
  if (edge.cut) cuts_.remove(*edge.cut);
  edge.cut.reset();
  free_offsets_.push_back(std::exchange(offset, kNoOffset));
}

void ChangingErosion::update_cover(OffsetEdge& edge) {
  const bool covered = covered_by_one(edge.from, edge.to);
  if (covered == !edge.cut) return;
  if (covered) {
    cuts_.remove(*edge.cut);
    edge.cut.reset();
  } else {
    edge.cut = cuts_.add(edge.from, edge.to);
  }
}

bool ChangingErosion::covered_by_one(Point a, Point b) const {
  bool covered = false;
  walls_.visit(around({a, a}, radius_), [&](CornerId c) {
    const Wall& wall = parts_[slot_of(c)]->wall;
    covered = covered || (distance_to(wall, a) < radius_ && distance_to(wall, b) < radius_);
  });
  return covered;
}

/// Whether a point is free, at least distance_ from each wall, and not covered by the Fan of a
/// corner. OffsetEdges::covers() uses the same rule.
bool ChangingErosion::is_kept(Point p) const {
  if (space_.space().locate(p).place == Place::kBlocked) return false;
  bool covered = false;
  walls_.visit(around({p, p}, distance_), [&](CornerId c) {
    covered = covered || distance_to(parts_[slot_of(c)]->wall, p) < distance_;
  });
  if (covered) return false;
  fans_.visit(around({p, p}, kFanReach * distance_), [&](CornerId c) {
    covered = covered || parts_[slot_of(c)]->offset.fan->covers(p, distance_);
  });
  return !covered;
}

std::size_t ChangingErosion::memory_bytes() const {
  std::size_t bytes = space_.space().memory_bytes() + space_.memory_bytes() +
                      parts_.capacity() * sizeof(parts_[0]) + walls_.memory_bytes() +
                      fans_.memory_bytes() + offsets_.capacity() * sizeof(OffsetEdge) +
                      offset_starts_.memory_bytes() + cuts_.memory_bytes() + faces_.memory_bytes() +
                      border_.memory_bytes();
  for (const std::optional<CornerParts>& parts : parts_) {
    if (parts) bytes += parts->round.capacity() * sizeof(OffsetId);
  }
  return bytes;
}

}  // namespace fairway
