// Legal paths in an eroded world keep the distance `radius` from every wall.

#include "algorithms/freespace/erosion.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "tests/properties/property.hpp"
#include "tests/support/arbitrary_worlds.hpp"
#include "tests/support/judgements.hpp"
#include "tests/support/oracle.hpp"

namespace fairway::properties {
namespace {

Point between(Point a, Point b, double share) {
  return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/// Returns the largest distance from the centroid of a free triangle to the nearest wall.
double most_room(const FreeSpace& space) {
  const Triangulation& mesh = space.triangulation();
  double most = 0;
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (!mesh.is_free(t)) continue;
    const auto& v = mesh.triangle(t).vertex;
    const Point base = between(mesh.point(v[0]), mesh.point(v[1]), 0.5);
    most = std::max(most, test::clearance(space, between(base, mesh.point(v[2]), 1.0 / 3)));
  }
  return most;
}

std::optional<FreeSpace> eroded_or_nothing(const FreeSpace& space, double radius) {
  try {
    return eroded(space, radius);
  } catch (const InvalidWorld& refusal) {
    RC_LOG() << refusal.what() << "\n";
    RC_ASSERT(std::string_view(refusal.what()).find("no free space") != std::string_view::npos);
    return std::nullopt;
  }
}

TEST(ErosionProperties, PathsKeepTheRadiusFromTheWalls) {
  int bent = 0;
  check([&] {
    const auto world = *test::arbitrary_world(4);
    const FreeSpace space = test::build(world);
    const auto share = *rc::gen::inRange(1, 16);
    const auto halvings = *rc::gen::element(0, 1, 2, 4, 8, 16);
    const double room = most_room(space);
    const double radius = std::ldexp(room * share / 16, -halvings);
    RC_LOG() << "radius " << std::hexfloat << radius << std::defaultfloat << "\n";
    const Box& box = space.box();
    const double size = std::max(
        {std::abs(box.min.x), std::abs(box.min.y), std::abs(box.max.x), std::abs(box.max.y)});
    const double least = radius - 1e-15 * size;
    const std::optional<FreeSpace> left = eroded_or_nothing(space, radius);
    if (!left) {
      RC_ASSERT(room <= radius * (1 + kErosionLoss) + 1e-12 * size + 4 * kMinInputCoordinate);
      return;
    }
    const FreeSpace& small = *left;
    RC_ASSERT(small.area() <= space.area() * (1 + 1e-12));
    for (const Wall& wall : small.walls()) {
      RC_ASSERT(test::clearance(space, wall.a) >= least);
      RC_ASSERT(test::clearance(space, wall.b) >= least);
    }
    const RationalOracle oracle(space);
    const ExactSolver solver(small);
    ExactSolver::Scratch scratch;
    Path path;
    const std::vector<Point> points = test::resolve(small, *test::arbitrary_probes(12));
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      if (std::isinf(solver.solve(points[i], points[i + 1], scratch, &path))) continue;
      RC_LOG() << "along " << rc::toString(path) << "\n";
      RC_ASSERT(oracle.legal(path));
      if (path.size() > 2) ++bent;
      for (std::size_t k = 1; k < path.size(); ++k) {
        for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0}) {
          RC_ASSERT(test::clearance(space, between(path[k - 1], path[k], t)) >= least);
        }
      }
    }
  });
  EXPECT_GT(bent, 0);
}

}  // namespace
}  // namespace fairway::properties
