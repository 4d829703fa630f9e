#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/changing_space/border.hpp"
#include "algorithms/changing_space/burst.hpp"
#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Throws InvalidBurst unless the burst is valid in the world:
/// - Patches lie in the world's cells, and obstacles lie in its box.
/// - Removed obstacles exist, and added obstacles do not exist.
/// - Rings are simple.
///
/// Crossings of edges are not checked here; applying the burst finds them. `space` is the current
/// world. `is_there` returns whether it has an obstacle. O(k log k) for k points of the burst.
void check_burst(const Burst& burst, const FreeSpace& space,
                 const std::function<bool(std::int32_t id)>& is_there);

/// The part of a world that bursts change.
struct WorldContent {
  std::optional<Raster> cells;               ///< the cells of a world of cells
  std::map<std::int32_t, Obstacle> present;  ///< present obstacles by id
  /// Applies a burst. Precondition: check_burst() does not throw.
  void apply_burst(const Burst& burst);
  std::vector<Obstacle> obstacles() const;  ///< The present obstacles.
};

/// The box of all cells of a raster.
Box box_of(const Raster& cells);

/// Returns the world with these obstacles. Its triangulation covers the world's box and contains
/// the vertices of all obstacles. If the world has a mesh, the result does not keep it. Throws
/// InvalidWorld as FreeSpace::from_polygons() does, and if no space is free. O(n log n).
FreeSpace at_moment(const FreeSpace& world, std::span<const Obstacle> obstacles);
/// Returns the eroded world with this border. The frame becomes its box. Precondition: the frame
/// contains the border. Throws InvalidWorld as the other overload does. O(n log n).
FreeSpace at_moment(const FreeSpace& eroded, const Border& border, const Box& frame);

///@{ The content of the space that at_moment() returns. Writes the constraints of its triangulation
/// to `record` unless it is null.
FreeSpace::Content content_at_moment(const FreeSpace& world, std::span<const Obstacle> obstacles,
                                     ConstraintRecord* record);
FreeSpace::Content content_at_moment(const FreeSpace& eroded, const Border& border,
                                     const Box& frame, ConstraintRecord* record);
///@}

/// A changing world that is rebuilt after each burst: the ground truth for repairs. WorldMoment and
/// ChangingSpace apply bursts by separate code and share only check_burst().
class WorldMoment {
 public:
  /// The world before all bursts. Throws InvalidBurst for a world with terrain.
  explicit WorldMoment(const FreeSpace& world);

  /// The current world. Later bursts do not change a copy of the returned space.
  const FreeSpace& space() const { return now_; }
  /// Applies a burst and rebuilds the world. Changes nothing if it throws InvalidBurst. O(n log n +
  /// cells).
  void change(const Burst& burst);
  std::vector<Obstacle> obstacles() const { return content_.obstacles(); }  ///< Present obstacles.
  /// The world before all bursts.
  const FreeSpace& first() const { return first_; }

 private:
  FreeSpace first_;
  WorldContent content_;
  FreeSpace now_;
};

}  // namespace fairway
