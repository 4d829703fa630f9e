#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/changing_space/border.hpp"
#include "algorithms/changing_space/burst.hpp"
#include "algorithms/changing_space/changing_boxes.hpp"
#include "algorithms/changing_space/changing_cuts.hpp"
#include "algorithms/changing_space/changing_faces.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/offset_pieces.hpp"

namespace fairway {

/// A changing world, eroded by a radius. After each burst the border equals the border of
/// eroded(current world, radius), to the last bit. A burst recomputes only the surroundings of the
/// change: offset edges within the radius of changed walls, their cuts, and the faces beside them.
class ChangingErosion {
 public:
  /// `world` is the world before all bursts. Precondition: radius > 0. Throws InvalidBurst for a
  /// world with terrain. O((n + k) log n) for k crossings of offset edges.
  ChangingErosion(const FreeSpace& world, double radius);

  /// Applies a burst to the world and returns the changes of the eroded world's border. Throws
  /// InvalidBurst if the world does not allow the burst; the object is then unusable.
  Burst change(const Burst& burst);
  /// The current border of the eroded world. Empty if the eroded world has no free space.
  const Border& border() const { return border_; }

  std::size_t memory_bytes() const;  ///< Bytes on the heap.

 private:
  using OffsetId = std::int32_t;
  static constexpr OffsetId kNoOffset = -1;

  /// An offset edge. A wall covers the edge if the distance from the wall to both ends of the edge
  /// is less than the radius. A covered edge is not cut, because no part of the edge is on the
  /// border.
  struct OffsetEdge {
    Point from;
    Point to;
    std::optional<ChangingCuts::EdgeId> cut;  // empty if the edge is covered
  };
  /// A corner with its first wall and its offset edges.
  struct CornerParts {
    Wall wall;
    OffsetCorner offset;
    std::vector<OffsetId> round = {};  // offset edges round the corner
    OffsetId along = kNoOffset;        // offset edge along the wall
  };

  void update_offsets(std::span<const CornerId> gone, std::span<const CornerId> come);
  void drop(CornerId c);
  CornerParts parts_of(CornerId c) const;
  void add_along(CornerId c);
  CornerId corner_before(CornerId c) const;
  OffsetId add_offset(Point from, Point to);
  void drop_offset(OffsetId& offset);
  void update_cover(OffsetEdge& edge);
  bool covered_by_one(Point a, Point b) const;
  bool is_kept(Point p) const;
  Box around(const Box& box, double distance) const;

  ChangingSpace space_;
  double radius_;
  double distance_;                                // distance from offset edges to walls
  std::vector<std::optional<CornerParts>> parts_;  // parts of each corner
  ChangingBoxes walls_;                            // boxes of walls, numbered by corners
  ChangingBoxes fans_;                             // boxes of fans, numbered by corners
  std::vector<OffsetEdge> offsets_;
  std::vector<OffsetId> free_offsets_;
  ChangingBoxes offset_starts_;
  std::vector<ChangingBoxes::Item> new_starts_;  // items to add to offset_starts_
  ChangingCuts cuts_;
  ChangingFaces faces_;
  std::vector<Box> changed_walls_;
  Border border_;
};

}  // namespace fairway
