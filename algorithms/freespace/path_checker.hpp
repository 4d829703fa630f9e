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

/// Judges paths by the walls alone: it uses neither the triangulation nor the visibility code that
/// may have made the path. Immutable; may be shared by threads.
///
/// A path is followed from contact to contact: the ends of walls that it meets and its own points
/// that lie on walls. The walls at a contact part its surroundings into wedges, and the path must
/// leave a contact within a free wedge in which it arrived. Between contacts only one thing can be
/// open: on which side of a wall of zero width the path slides. Both are kept until a contact
/// decides.
class PathChecker {
 public:
  explicit PathChecker(const FreeSpace& space);
  /// Precondition: the walls meet at their ends only, and bound free space as FreeSpace's do.
  explicit PathChecker(std::vector<Wall> walls);

  struct Verdict {
    bool legal = false;
    std::size_t segment = 0;  ///< the first segment at fault (0 for a single point)
    std::string reason;       ///< empty where legal
  };

  /// Whether the path is a limit of paths inside the interior of free space. Exact. An empty path
  /// is illegal, and so is one with a coordinate beyond the limits of the predicates. O((points +
  /// walls near the path) log walls).
  Verdict check(std::span<const Point> path) const;

 private:
  /// A wall as seen from one of its points, towards one of its ends.
  struct Ray {
    Point to;
    bool free_left;
    bool free_right;
  };
  /// A place where a path meets walls: the end of one (wall_end_), or a point of the path inside
  /// one.
  struct Contact {
    Point at;
    std::size_t wall;
    std::int32_t end;  ///< index in ends_, -1 inside the wall
  };
  struct End {
    Point at;
    std::int32_t first_ray;
  };
  /// The sides of its direction on which a path can be: everywhere both, except along walls.
  struct Sides {
    bool left = true;
    bool right = true;
  };

  bool inside(Point p) const;
  std::optional<std::size_t> collect(Point from, Point to, std::vector<Contact>& contacts) const;
  std::span<const Ray> rays(const Contact& contact, std::array<Ray, 2>& inner) const;

  std::vector<Wall> walls_;
  BoxTree tree_;
  std::vector<End> ends_;  ///< by coordinates; one more at the end, to close the last range
  std::vector<Ray> rays_;  ///< of each end, counter-clockwise
  std::vector<std::array<std::int32_t, 2>> wall_end_;
};

}  // namespace fairway
