// Property: paths of solvers that serve any radius are legal in the eroded world, even in worlds
// with slivers, touching rings and walls of zero width.

#include <algorithm>
#include <ios>
#include <optional>
#include <vector>

#include "algorithms/freespace/containment.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/solvers/clearance_triangulation/clearance_triangulation.hpp"
#include "algorithms/solvers/medial_axis/medial_axis.hpp"
#include "tests/properties/property.hpp"
#include "tests/support/arbitrary_worlds.hpp"

namespace fairway::properties {
namespace {

std::optional<FreeSpace> eroded_if_accepted(const FreeSpace& space, double radius) {
  try {
    return eroded(space, radius);
  } catch (const InvalidWorld&) {
    return std::nullopt;
  }
}

template <class S>
void check_answers() {
  int found = 0;
  check([&] {
    const auto world = *test::arbitrary_world(5);
    const FreeSpace space = test::build(world);
    const double size = std::max(space.box().width(), space.box().height());
    const double share = *rc::gen::inRange(0, 400) / 400.0;
    const double radius = size * share * share / 5;
    const S solver = S::build(space, {});
    const std::optional<FreeSpace> left = eroded_if_accepted(space, radius);
    if (!left) return;
    const FreeSpace& small = *left;
    const PathChecker checker(small);
    typename S::Scratch scratch;
    Path path;
    const std::vector<Point> points = test::resolve(small, *test::arbitrary_probes(12));
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      // Skips a start or goal near the border of the eroded world, because rounding decides whether
      // such a point is free.
      const double distance = solver.fans().distance(radius) + 2 * solver.fans().distance(0);
      const Location from = space.locate(points[i]);
      const Location to = space.locate(points[i + 1]);
      if (from.place == Place::kBlocked || !solver.fans().fits(points[i], distance)) continue;
      if (to.place == Place::kBlocked || !solver.fans().fits(points[i + 1], distance)) continue;
      const bool answered = solver.solve(from, to, radius, scratch, path).found;
      RC_LOG() << "radius " << std::hexfloat << radius << " along " << rc::toString(path) << "\n";
      RC_ASSERT(answered == connected(small, small.locate(points[i]), small.locate(points[i + 1])));
      if (!answered) continue;
      ++found;
      const PathChecker::Verdict verdict = checker.check(path);
      RC_LOG() << verdict.reason << "\n";
      RC_ASSERT(verdict.legal);
    }
  });
  EXPECT_GT(found, 0);
}

TEST(ClearanceTriangulationProperties, AnswersAreThoseOfTheErodedWorld) {
  check_answers<ClearanceTriangulation>();
}

TEST(MedialAxisProperties, AnswersAreThoseOfTheErodedWorld) { check_answers<MedialAxis>(); }

}  // namespace
}  // namespace fairway::properties
