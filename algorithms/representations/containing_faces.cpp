#include "algorithms/representations/containing_faces.hpp"

#include <algorithm>
#include <cstddef>

namespace fairway {

void triangles_at(const FreeSpace& space, const Location& at, std::vector<TriangleId>& triangles) {
  const Triangulation& mesh = space.triangulation();
  const HalfEdge h = at.half_edge;
  triangles.clear();
  if (at.place == Place::kBlocked) return;
  if (at.place == Place::kVertex) {
    for (const CornerId c : space.corners_of(mesh.origin(h))) {
      for (HalfEdge g = space.corner(c).first; g != kNoHalfEdge;
           g = mesh.across(Triangulation::previous(g))) {
        triangles.push_back(Triangulation::triangle_of(g));
      }
    }
  } else {
    triangles.push_back(Triangulation::triangle_of(h));
    const HalfEdge twin = at.place == Place::kEdge ? mesh.twin(h) : kNoHalfEdge;
    if (twin != kNoHalfEdge && mesh.is_free(Triangulation::triangle_of(twin))) {
      triangles.push_back(Triangulation::triangle_of(twin));
    }
  }
  std::sort(triangles.begin(), triangles.end());
}

bool intersect(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) return true;
    a[i] < b[j] ? ++i : ++j;
  }
  return false;
}

void remove_repeated(std::vector<Link>& links) {
  std::sort(links.begin(), links.end(),
            [](const Link& a, const Link& b) { return a.vertex < b.vertex; });
  links.erase(std::unique(links.begin(), links.end(),
                          [](const Link& a, const Link& b) { return a.vertex == b.vertex; }),
              links.end());
}

}  // namespace fairway
