#pragma once

#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Scratch space of the searches below: reused by a thread from call to call.
struct CornerVisibility {
  struct Entry {
    HalfEdge edge;
    Point right;
    Point left;
    bool right_open;
    bool left_open;
  };
  std::vector<Entry> stack;
};

/// Visits corners visible from a point or corner by expanding through the triangulation, only as
/// far as sight reaches. Along each ray only the first reflex corner is visited: what lies behind
/// it on the same line is reached through it. Each visited corner is passed to `visit(CornerId)`
/// once for each side on which it can be reached (so almost always once).
/// Source: Q. Bungiu et al., "Efficient Computation of Visibility Polygons", EuroCG 2014
/// (triangular expansion); cost O(triangles seen), quadratic at worst.

/// All reflex corners seen from a point.
template <class Visit>
void visible_corners(const FreeSpace& space, const Location& from, CornerVisibility& scratch,
                     Visit&& visit);

/// The reflex corners seen from a point at which a path from the point can bend.
template <class Visit>
void taut_corners(const FreeSpace& space, const Location& from, CornerVisibility& scratch,
                  Visit&& visit);

/// All reflex corners seen from a reflex corner.
template <class Visit>
void visible_corners(const FreeSpace& space, CornerId from, CornerVisibility& scratch,
                     Visit&& visit);

/// The reflex corners w seen from a reflex corner v such that a path can bend at both ends of vw.
/// Expands only into the two cones of directions in which a path can bend at v.
template <class Visit>
void taut_corners(const FreeSpace& space, CornerId from, CornerVisibility& scratch, Visit&& visit);

}  // namespace fairway
