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

/// Decides whether paths are legal. Uses only the walls of the input, and no triangulation or
/// visibility code. Immutable; threads may share it.
///
/// A contact is a point of the path that lies on a wall, or a wall's end that lies on the path. The
/// walls at a contact divide its surroundings into wedges. A legal path arrives and leaves in the
/// same free wedge. A path along a wall of zero width may be on either side of the wall until a
/// contact excludes one side.
class PathChecker {
 public:
  /// Sorts the world's walls. O(n log n).
  explicit PathChecker(const FreeSpace& space);
  /// Overload for walls. Precondition: walls meet only at ends and bound free space as
  /// FreeSpace::walls() do.
  explicit PathChecker(std::vector<Wall> walls);

  /// Result of check().
  struct Verdict {
    bool legal = false;       ///< whether the path is legal
    std::size_t segment = 0;  ///< index of the first illegal segment; 0 for a single point
    std::string reason;       ///< why the path is illegal; empty if it is legal
  };

  /// Checks whether a path is legal. A legal path is a limit of paths in the interior of free
  /// space. A path without points is illegal; so is a path with a coordinate outside
  /// within_limits(). Exact. O((points + walls near the path) log walls).
  Verdict check(std::span<const Point> path) const;

 private:
  /// The ray from a point of a wall to an end of the wall, and which sides of the ray are free.
  struct Ray {
    Point to;
    bool free_left;
    bool free_right;
  };
  /// A wall's end that lies on the path, or a point of the path between the ends of a wall.
  struct Contact {
    Point at;
    std::size_t wall;
    std::int32_t end;  ///< index in ends_ of the wall's end; -1 if `at` is between the wall's ends
  };
  /// A point where walls end.
  struct End {
    Point at;
    std::int32_t first_ray;
  };
  /// A path along a wall is on the left or on the right of the wall. These flags state which sides
  /// are still possible, as seen along the path. Away from walls, both flags are true.
  struct Sides {
    bool left = true;
    bool right = true;
  };

  bool inside(Point p) const;
  std::optional<std::size_t> collect(Point from, Point to, std::vector<Contact>& contacts) const;
  std::span<const Ray> rays(const Contact& contact, std::array<Ray, 2>& inner) const;

  std::vector<Wall> walls_;
  BoxTree tree_;
  /// The points where walls end, sorted by coordinates. An extra last item marks the end of rays_.
  std::vector<End> ends_;
  std::vector<Ray> rays_;  ///< the rays of each item of ends_, counter-clockwise
  std::vector<std::array<std::int32_t, 2>> wall_end_;
};

}  // namespace fairway
