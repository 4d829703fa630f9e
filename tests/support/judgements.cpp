#include "tests/support/judgements.hpp"

#include <algorithm>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway::test {

bool true_to_its_word(const FreeSpace& space, const Location& at) {
  const Triangulation& mesh = space.triangulation();
  const HalfEdge h = at.half_edge;
  if (at.place == Place::kBlocked) return h == kNoHalfEdge;
  if (!mesh.is_free(Triangulation::triangle_of(h))) return false;
  const Point a = mesh.origin_point(h);
  const Point b = mesh.destination_point(h);
  const Point c = mesh.apex_point(h);
  if (at.place == Place::kVertex) return a == at.point;
  if (at.place == Place::kEdge) {
    return orientation(a, b, at.point) == 0 && strictly_between(a, at.point, b);
  }
  return orientation(a, b, at.point) > 0 && orientation(b, c, at.point) > 0 &&
         orientation(c, a, at.point) > 0;
}

bool legal(const FreeSpace& space, const Path& path) {
  return PathChecker(space).check(path).legal;
}

double clearance(const FreeSpace& space, Point p) {
  double least = kInfinity;
  for (const Wall& wall : space.walls()) {
    const double dx = wall.b.x - wall.a.x;
    const double dy = wall.b.y - wall.a.y;
    const double along =
        std::clamp(((p.x - wall.a.x) * dx + (p.y - wall.a.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    least = std::min(least, distance(p, {wall.a.x + along * dx, wall.a.y + along * dy}));
  }
  return least;
}

}  // namespace fairway::test
