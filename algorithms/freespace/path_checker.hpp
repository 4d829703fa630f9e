#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/box_tree.hpp"

namespace fairway {

/// Judges paths by the walls of the input alone, without triangulation or visibility code.
/// Immutable; threads may share it.
///
/// A contact is an end of a wall on the path, or a point of the path on a wall. The walls at a
/// contact cut its surroundings into wedges; the path must leave in a free wedge in which it
/// arrived. Along a wall of zero width, both sides are kept until a contact decides.
class PathChecker {
 public:
  explicit PathChecker(const FreeSpace& space);
  /// Precondition: the walls meet at ends only and bound free space as FreeSpace's do.
  explicit PathChecker(std::vector<Wall> walls);

  struct Verdict {
    bool legal = false;
    std::size_t segment = 0;  ///< the first illegal segment (0 for a single point)
    std::string reason;       ///< empty if legal
  };

  /// Whether the path is a limit of paths in the interior of free space. Exact. Illegal if it is
  /// empty or a coordinate is not within_limits(). O((points + walls near the path) log walls).
  Verdict check(std::span<const Point> path) const;

 private:
  /// A wall as seen from one of its points towards one end.
  struct Ray {
    Point to;
    bool free_left;
    bool free_right;
  };
  /// The end of a wall, or a point of the path inside one.
  struct Contact {
    Point at;
    std::size_t wall;
    std::int32_t end;  ///< index in ends_, -1 inside the wall
  };
  struct End {
    Point at;
    std::int32_t first_ray;
  };
  /// The sides of the direction on which the path can be: both, except along walls.
  struct Sides {
    bool left = true;
    bool right = true;
  };

  bool inside(Point p) const;
  std::optional<std::size_t> collect(Point from, Point to, std::vector<Contact>& contacts) const;
  std::span<const Ray> rays(const Contact& contact, std::array<Ray, 2>& inner) const;

  std::vector<Wall> walls_;
  BoxTree tree_;
  std::vector<End> ends_;  ///< by coordinates; one more closes the last range
  std::vector<Ray> rays_;  ///< of each end, counter-clockwise
  std::vector<std::array<std::int32_t, 2>> wall_end_;
};

}  // namespace fairway
