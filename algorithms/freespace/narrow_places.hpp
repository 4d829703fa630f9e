#pragma once

#include <cstddef>
#include <optional>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Two points and the distance between them.
struct Gap {
  double width = 0;  ///< the distance
  ///@{ The points.
  Point a;
  Point b;
  ///@}
};

/// Returns the narrowest passage, or nullopt if there is none, as in a convex world. A passage is a
/// segment through free space from a reflex corner to another point of the border. It is locally
/// shortest: moving an end along the border does not shorten it. A disc with a larger diameter than
/// the width of the passage does not fit through. Candidates are chosen exactly; widths are
/// rounded. O(c t) if c reflex corners see t triangles each; O(n) in most worlds.
std::optional<Gap> narrowest_passage(const FreeSpace& space);

/// An angle between neighbouring border edges or walls at a vertex, inside or outside free space.
struct BorderAngle {
  double degrees = 0;  ///< the angle, rounded
  Point at;            ///< the vertex
};
/// Returns the smallest angle of a world. O(n log n).
BorderAngle smallest_angle(const FreeSpace& space);

/// Result of near_vertices(), which has the parameter `limit`.
struct NearVertices {
  Gap nearest;            ///< the two nearest vertices
  std::size_t pairs = 0;  ///< number of pairs of vertices with a distance below `limit`
};
/// Returns the two nearest vertices, and the number of pairs of vertices with a distance below
/// `limit`. Stops counting at `most` pairs. Precondition: limit > 0. Expected O(n log n + pairs).
NearVertices near_vertices(const FreeSpace& space, double limit, std::size_t most);

}  // namespace fairway
