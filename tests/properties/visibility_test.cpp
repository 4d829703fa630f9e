// Property: sight is symmetric and agrees with rational arithmetic over all walls.

#include "algorithms/freespace/visibility.hpp"

#include "algorithms/freespace/path_checker.hpp"
#include "tests/properties/property.hpp"
#include "tests/support/arbitrary_worlds.hpp"
#include "tests/support/oracle.hpp"

namespace fairway::properties {
namespace {

TEST(VisibilityProperties, IsSymmetricAndEqualsTheOracle) {
  check([] {
    const auto world = *test::arbitrary_world(6);
    const FreeSpace space = test::build(world);
    const RationalOracle oracle(space);
    const PathChecker checker(space);
    const std::vector<Point> points = test::resolve(space, *test::arbitrary_probes(40));
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Point a = points[i];
      const Point b = points[i + 1];
      RC_LOG() << "from " << rc::toString(a) << " to " << rc::toString(b) << "\n";
      const Sight there = sight(space, space.locate(a), space.locate(b));
      const Sight back = sight(space, space.locate(b), space.locate(a));
      const bool expected = oracle.sees(a, b);
      RC_ASSERT(there.visible == expected);
      RC_ASSERT(back.visible == expected);
      RC_ASSERT(there.from == back.to);
      RC_ASSERT(there.to == back.from);
      RC_ASSERT(checker.check(Path{a, b}).legal == expected);
    }
  });
}

}  // namespace
}  // namespace fairway::properties
