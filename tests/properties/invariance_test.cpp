// Property: quarter turns, mirror images, and scaling by a power of two do not change any result.

#include <algorithm>
#include <cmath>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "tests/properties/arbitrary_paths.hpp"
#include "tests/properties/property.hpp"
#include "tests/support/arbitrary_worlds.hpp"

namespace fairway::properties {
namespace {

std::size_t reflex_corners(const FreeSpace& space) {
  return static_cast<std::size_t>(
      std::ranges::count_if(space.corners(), [](const Corner& c) { return c.reflex; }));
}

TEST(InvarianceProperties, ExactMapsChangeNothing) {
  check([] {
    const auto world = *test::arbitrary_lattice_world(6);
    const auto map = *test::arbitrary_map(world);
    const FreeSpace space = test::build(world);
    const FreeSpace image = test::build(test::mapped(world, map));
    RC_ASSERT(image.walls().size() == space.walls().size());
    RC_ASSERT(image.corners().size() == space.corners().size());
    RC_ASSERT(reflex_corners(image) == reflex_corners(space));
    RC_ASSERT(image.component_count() == space.component_count());
    RC_ASSERT(image.hole_count() == space.hole_count());
    const double rounding = 1e-12 * space.box().width() * space.box().height();
    RC_ASSERT(std::abs(std::ldexp(image.area(), -2 * map.exponent) - space.area()) <= rounding);

    const PathChecker checker(space);
    const PathChecker image_checker(image);
    const ExactSolver solver(space);
    const ExactSolver image_solver(image);
    ExactSolver::Scratch scratch;
    ExactSolver::Scratch image_scratch;
    const std::vector<Point> points = test::resolve(space, *test::arbitrary_probes(30));
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Point a = points[i];
      const Point b = points[i + 1];
      RC_LOG() << "from " << rc::toString(a) << " to " << rc::toString(b) << "\n";
      const Location from = space.locate(a);
      const Location to = space.locate(b);
      const Location image_from = image.locate(map(a));
      const Location image_to = image.locate(map(b));
      RC_ASSERT((image_from.place == Place::kBlocked) == (from.place == Place::kBlocked));
      RC_ASSERT((image_from.place == Place::kVertex) == (from.place == Place::kVertex));
      RC_ASSERT(sees(image, image_from, image_to) == sees(space, from, to));
      const double expected = solver.solve(a, b, scratch);
      const double found =
          std::ldexp(image_solver.solve(map(a), map(b), image_scratch), -map.exponent);
      RC_ASSERT(found == expected || std::abs(found - expected) <= 1e-12 * expected);
    }
    Path path = hops(points);
    Path moved;
    for (const Point p : path) moved.push_back(map(p));
    RC_ASSERT(image_checker.check(moved).legal == checker.check(path).legal);
    path = tour(solver, points);
    moved.clear();
    for (const Point p : path) moved.push_back(map(p));
    RC_ASSERT(image_checker.check(moved).legal == checker.check(path).legal);
  });
}

}  // namespace
}  // namespace fairway::properties
