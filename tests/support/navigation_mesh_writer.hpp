#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Writes free space as a navigation mesh of format 3. The faces are the free triangles. A wall
/// between two of them is written as a negative neighbour. Takes linear time.
inline std::string format_navigation_mesh(const FreeSpace& space) {
  const Triangulation& triangulation = space.triangulation();
  std::vector<TriangleId> number(static_cast<std::size_t>(triangulation.triangle_count()), 0);
  TriangleId faces = 0;
  for (TriangleId t = 0; t < triangulation.triangle_count(); ++t) {
    if (triangulation.is_free(t)) number[static_cast<std::size_t>(t)] = ++faces;
  }
  std::string text = fmt::format("mesh\n3\n{} {}\n", triangulation.vertex_count(), faces);
  for (const Point p : triangulation.points()) text += fmt::format("{} {}\n", p.x, p.y);
  for (TriangleId t = 0; t < triangulation.triangle_count(); ++t) {
    if (!triangulation.is_free(t)) continue;
    const auto& vertex = triangulation.triangle(t).vertex;
    text += fmt::format("1 3 {} {} {}", vertex[0] + 1, vertex[1] + 1, vertex[2] + 1);
    for (const int i : {2, 0, 1}) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      const HalfEdge twin = triangulation.twin(h);
      const TriangleId beside =
          twin == kNoHalfEdge ? 0
                              : number[static_cast<std::size_t>(Triangulation::triangle_of(twin))];
      text += fmt::format(" {}", triangulation.blocked(h) ? -beside : beside);
    }
    text += '\n';
  }
  return text;
}

}  // namespace fairway
