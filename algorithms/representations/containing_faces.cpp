#include "algorithms/representations/containing_faces.hpp"

#include <algorithm>
#include <cstddef>

namespace fairway {

void triangles_at(const FreeSpace& space, const Location& at, std::vector<TriangleId>& triangles) {
  triangles.clear();
  for_each_triangle_at(space, at,
                       [&](HalfEdge h) { triangles.push_back(Triangulation::triangle_of(h)); });
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
  std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return a.vertex < b.vertex || (a.vertex == b.vertex && a.cost < b.cost);
  });
  links.erase(std::unique(links.begin(), links.end(),
                          [](const Link& a, const Link& b) { return a.vertex == b.vertex; }),
              links.end());
}

}  // namespace fairway
