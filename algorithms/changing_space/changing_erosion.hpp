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

/// A changing world, eroded by a radius. After a burst the border equals the border of
/// `eroded(current world, radius)`, to the last bit. A burst computes only the surroundings of the
/// change: offset edges within the radius of changed walls, their cuts, and the faces beside them.
class ChangingErosion {
 public:
  /// `world` is the world before all bursts. Precondition: the radius is above 0. Throws
  /// InvalidBurst for a world with terrain. O((n + k) log n) for k crossings of offset edges.
  ChangingErosion(const FreeSpace& world, double radius);

  /// Takes a burst of the world that is not eroded, and returns what changes of the border. Throws
  /// InvalidBurst if the world does not allow the burst; then the object cannot be used any more.
  Burst change(const Burst& burst);
  /// Of the eroded world as it is. Empty if no space is left.
  const Border& border() const { return border_; }

  std::size_t memory_bytes() const;

 private:
  using OffsetId = std::int32_t;
  static constexpr OffsetId kNoOffset = -1;

  /// An offset edge. It has no part in the border if a single wall covers it.
  struct OffsetEdge {
    Point from;
    Point to;
    std::optional<ChangingCuts::EdgeId> cut;  ///< if it is not covered
  };
  /// A corner, its first wall, and the offset edges at both.
  struct CornerParts {
    Wall wall;
    OffsetCorner offset;
    std::vector<OffsetId> round = {};  ///< at the corner
    OffsetId along = kNoOffset;        ///< along the wall
  };

  void follow(std::span<const CornerId> gone, std::span<const CornerId> come);
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
  double distance_;                                ///< of offset edges
  std::vector<std::optional<CornerParts>> parts_;  ///< of each corner
  ChangingBoxes walls_;                            ///< by their corners
  ChangingBoxes fans_;                             ///< by their corners
  std::vector<OffsetEdge> offsets_;
  std::vector<OffsetId> free_offsets_;
  ChangingBoxes offset_starts_;
  std::vector<ChangingBoxes::Item> new_starts_;  ///< not yet in there
  ChangingCuts cuts_;
  ChangingFaces faces_;
  std::vector<Box> changed_walls_;
  Border border_;
};

}  // namespace fairway
