#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// What a free space is built from, as a file states it: nothing here is checked yet.

/// A closed chain of points, not closed by a repeated vertex; either orientation.
using Ring = std::vector<Point>;

/// Outlines around free space, holes in it (obstacles). Rings may touch each other and themselves;
/// an island in a hole is another outline. `outline` of a ring tells which it is. Walls of zero
/// width stand inside free space; they may touch rings and each other, but cross or run along none.
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
    std::vector<bool> wall;  ///< wall[i]: the edge from vertices[i] to the next cannot be crossed
  };
  std::vector<Point> points;
  std::vector<Face> faces;
};

/// Input that describes no valid free space. `part` and `vertex` name the ring (index in
/// Polygons::parts; walls count on after the rings) or face and the vertex in it where the fault
/// was found, or are -1.
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
