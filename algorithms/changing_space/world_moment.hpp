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

/// Throws InvalidBurst unless the world can have such changes: patches lie in its cells, obstacles
/// in its box, what goes is there, what comes is not, and rings are simple. Whether edges cross
/// shows when the burst is applied. `space` is the world as it is. O(k log k) in the burst's
/// points.
void check_burst(const Burst& burst, const FreeSpace& space,
                 const std::function<bool(std::int32_t id)>& is_there);

/// What bursts change in a world.
struct WorldContent {
  std::optional<Raster> cells;
  std::map<std::int32_t, Obstacle> present;  ///< obstacles by their ids

  /// Precondition: check_burst() finds nothing.
  void take(const Burst& burst);
  std::vector<Obstacle> obstacles() const;
};

/// The box of all cells, free or not.
Box box_of(const Raster& cells);

/// The world while these obstacles are there. Its triangulation reaches to the world's box, and
/// the vertices of all obstacles are in it. A world of a mesh forgets its faces. Throws
/// InvalidWorld as FreeSpace::from_polygons() does, and if no space is free. O(n log n).
FreeSpace at_moment(const FreeSpace& world, std::span<const Obstacle> obstacles);
/// The eroded world with another border. Its box is the frame, which must hold the border. Throws
/// InvalidWorld as the function above. O(n log n).
FreeSpace at_moment(const FreeSpace& eroded, const Border& border, const Box& frame);

/// The content of these spaces, and what lies along the edges.
FreeSpace::Content content_at_moment(const FreeSpace& world, std::span<const Obstacle> obstacles,
                                     ConstraintRecord* record);
FreeSpace::Content content_at_moment(const FreeSpace& eroded, const Border& border,
                                     const Box& frame, ConstraintRecord* record);

/// A world that changes, and is built anew each time: the truth that repairs are held against. It
/// shares nothing with ChangingSpace but check_burst().
class WorldMoment {
 public:
  /// Throws InvalidBurst for a world with terrain.
  explicit WorldMoment(const FreeSpace& world);

  /// The world as it is. The space stays as it is when the world changes.
  const FreeSpace& space() const { return now_; }
  /// Builds the world anew with the changes. Throws InvalidBurst; the world is then as before. O(n
  /// log n + cells).
  void change(const Burst& burst);
  std::vector<Obstacle> obstacles() const { return content_.obstacles(); }
  /// The world before all changes.
  const FreeSpace& first() const { return first_; }

 private:
  FreeSpace first_;
  WorldContent content_;
  FreeSpace now_;
};

}  // namespace fairway
