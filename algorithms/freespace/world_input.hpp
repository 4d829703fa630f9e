#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

// Unchecked input of a free space, as read from a file.

/// A closed polygon in either orientation. The first point is not repeated at the end.
using Ring = std::vector<Point>;

/// A world of rings and walls. Rings are outlines, holes, or outlines in holes. Rings may touch
/// each other and themselves. Walls of zero width lie in free space. A wall may touch rings and
/// other walls, but neither cross nor cover them.
struct Polygons {
  /// An outline or a hole.
  struct Part {
    Ring ring;             ///< the points of the outline or hole
    bool outline = false;  ///< whether the ring is an outline
  };
  /// A wall of zero width.
  struct Segment {
    ///@{ The ends.
    Point a;
    Point b;
    ///@}
  };
  std::vector<Part> parts;          ///< rings
  std::vector<Segment> walls = {};  ///< walls
};

/// A navigation mesh: traversable convex faces that share whole edges.
struct Mesh {
  /// A face of the mesh.
  struct Face {
    std::vector<std::int32_t> vertices;  ///< indices in `points`, counter-clockwise
    /// Whether the edge from vertices[i] to the next vertex cannot be crossed.
    std::vector<bool> wall;
  };
  std::vector<Point> points;  ///< vertices of all faces
  std::vector<Face> faces;    ///< the faces
};

/// Thrown for input that does not describe a valid free space.
class InvalidWorld : public std::runtime_error {
 public:
  /// If the fault is in a ring, `part` is the index of the ring in Polygons::parts. If it is in a
  /// wall, `part` is the number of rings plus the index of the wall. If it is in a face, `part` is
  /// the index of the face. `vertex` is the index of a vertex of this part. Both are -1 if unknown.
  InvalidWorld(const std::string& what, int part, int vertex)
      : std::runtime_error(what), part_(part), vertex_(vertex) {}
  ///@{ Where the fault is in the input; see the constructor.
  int part() const { return part_; }
  int vertex() const { return vertex_; }
  ///@}

 private:
  int part_;
  int vertex_;
};

}  // namespace fairway
