#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/box_tree.hpp"

namespace fairway {

/// Returns a uniform random number in [0, 1). Unlike std::uniform_real_distribution, this function
/// returns the same numbers on every machine.
inline double uniform(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11U) * 0x1p-53;
}

/// Calls visit(Point) for `samples` points, uniform over free space. Draws random points of the
/// world's box and skips blocked points. May visit fewer points if free space is less than a
/// hundredth of the box. The points do not depend on the triangulation, so a repaired world gives
/// the same points as a rebuilt world.
template <class Visit>
void draw_points(const FreeSpace& space, int samples, std::mt19937_64& random, const Visit& visit) {
  const Box& box = space.box();
  constexpr std::int64_t kTries = 1'000'000;
  constexpr std::int64_t kTriesOfSample = 100;
  for (std::int64_t tries = kTries + kTriesOfSample * samples; samples > 0 && tries > 0; --tries) {
    const double x = box.min.x + box.width() * uniform(random);
    const double y = box.min.y + box.height() * uniform(random);
    if (space.locate({x, y}).place == Place::kBlocked) continue;
    visit({x, y});
    --samples;
  }
}

/// Distances of points to the nearest wall. Keeps a reference to the walls of the free space.
class WallDistance {
 public:
  /// Builds a tree over the walls. O(n log n) for n walls.
  explicit WallDistance(const FreeSpace& space);

  /// Distance of a point to the nearest wall. Expected O(log walls).
  double of(Point p) const { return distance(nearest(p), p); }
  /// Moves p to the medial axis, and returns the new point q. Let w be the point of a wall that is
  /// nearest to p. Then q lies on the ray from w through p, at equal distance from w and another
  /// wall. The distance from w to q has a relative error of at most 2^-20. Returns p if p is on a
  /// wall. Expected O(log walls).
  Point retract(Point p) const;
  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const { return tree_.memory_bytes(); }

 private:
  Point nearest(Point p) const;

  std::span<const Wall> walls_;
  BoxTree tree_;
  Box box_;
};

}  // namespace fairway
