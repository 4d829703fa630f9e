// Property: all functions that locate a point agree.

#include "tests/properties/property.hpp"
#include "tests/support/arbitrary_worlds.hpp"
#include "tests/support/judgements.hpp"
#include "tests/support/oracle.hpp"

namespace fairway::properties {
namespace {

TEST(LocationProperties, EqualsTheOracleAndTheInput) {
  check([] {
    const auto world = *test::arbitrary_world(6);
    const FreeSpace space = test::build(world);
    const RationalOracle oracle(space);
    for (const Point p : test::resolve(space, *test::arbitrary_probes(40))) {
      RC_LOG() << "at " << rc::toString(p) << "\n";
      const Location at = space.locate(p);
      RC_ASSERT(at.point == p);
      RC_ASSERT((at.place != Place::kBlocked) == oracle.inside(p));
      RC_ASSERT(test::true_to_its_word(space, at));
      const test::Region region = test::region(world, p);
      if (region == test::Region::kFree) RC_ASSERT(at.place != Place::kBlocked);
      if (region == test::Region::kBlocked) RC_ASSERT(at.place == Place::kBlocked);
      const Location again = space.locate(p);
      RC_ASSERT(again.place == at.place);
      RC_ASSERT(again.half_edge == at.half_edge);
    }
  });
}

TEST(LocationProperties, EveryEndOfAWallIsAVertex) {
  check([] {
    const auto world = *test::arbitrary_world(6);
    const FreeSpace space = test::build(world);
    for (const Wall& wall : space.walls()) {
      RC_ASSERT(space.locate(wall.a).place == Place::kVertex);
      RC_ASSERT(space.locate(wall.b).place == Place::kVertex);
      RC_ASSERT(wall.free_left || wall.free_right);
    }
  });
}

}  // namespace
}  // namespace fairway::properties
