#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Input of a free space, as a file states it, unchecked.

/// Not closed by a repeated vertex; of either orientation.
using Ring = std::vector<Point>;

/// Outlines, holes, and outlines in holes. Rings may touch each other and themselves. Walls of zero
/// width, in free space, may touch rings and each other, but neither cross nor cover them.
struct Polygons {
  struct Part {
    Ring ring;
    bool outline = false;
  };
  struct Segment {
    Point a;
    Point b;
  };
  std::vector<Part> parts;
  std::vector<Segment> walls = {};
};

/// A navigation mesh: traversable convex faces that share whole edges.
struct Mesh {
  struct Face {
    std::vector<std::int32_t> vertices;  ///< counter-clockwise
    std::vector<bool> wall;  ///< the edge from vertices[i] to the next cannot be crossed
  };
  std::vector<Point> points;
  std::vector<Face> faces;
};

/// Input that describes no valid free space. `part` and `vertex` name the place of the fault, or
/// are -1: the ring (an index in Polygons::parts, then walls) or face, and its vertex.
class InvalidWorld : public std::runtime_error {
 public:
  InvalidWorld(const std::string& what, int part, int vertex)
      : std::runtime_error(what), part_(part), vertex_(vertex) {}
  int part() const { return part_; }
  int vertex() const { return vertex_; }

 private:
  int part_;
  int vertex_;
};

}  // namespace fairway
