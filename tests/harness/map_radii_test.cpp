#include <gmock/gmock.h>

#include "datasets/text.hpp"
#include "datasets/world.hpp"
#include "harness/sweep/sweep_plan.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class MapRadiiTest : public testing::Test {
 protected:
  MapRadiiTest() {
    // The map door.txt has two rooms with a door of width 2 between them.
    folder_.write("door.txt",
                  "[BORDER]\n0 0\n8 0\n8 3\n10 3\n10 0\n18 0\n18 8\n10 8\n10 5\n8 5\n8 8\n0 8\n");
    folder_.write("square.txt", "[BORDER]\n0 0\n8 0\n8 8\n0 8\n");
    folder_.write("rooms.map", small_map());
  }

  SweepPlan plan(const std::string& text, const std::vector<double>& radii = {}) const {
    SweepOverrides overrides;
    overrides.radii = radii;
    return plan_sweep(folder_.write("sweep.toml", text + "\nmethods = ['grid']\n"), overrides,
                      Registry::built_in());
  }
  static std::vector<std::string> names(const SweepPlan& plan) {
    std::vector<std::string> names;
    for (const SweepMap& map : plan.maps) names.push_back(map.name);
    return names;
  }

  TemporaryFolder folder_;
};

TEST_F(MapRadiiTest, OfATableReplaceTheSweeps) {
  const SweepPlan found =
      plan("radii = [0.5]\nmaps = ['square.txt', { file = 'door.txt', radii = [0, 0.25] }]");
  EXPECT_THAT(names(found), ElementsAre("square-r0.5", "door", "door-r0.25"));
  EXPECT_THAT(found.maps.back().radii, ElementsAre(0, 0.25));
}

TEST_F(MapRadiiTest, OfATableHoldForAMapThatAPatternNamedBefore) {
  EXPECT_THAT(names(plan("maps = ['*.txt', { file = 'door.txt', radii = [0.25] }]")),
              ElementsAre("door-r0.25", "square"));
}

TEST_F(MapRadiiTest, AreSharesOfTheNarrowestPassage) {
  const SweepPlan found =
      plan("maps = [{ file = 'door.txt', radii = [0.1, 0.25], radius_unit = 'passage' }]");
  EXPECT_THAT(names(found), ElementsAre("door-r0.2", "door-r0.5"));
}

TEST_F(MapRadiiTest, TheUnitOfTheSweepHoldsForAllMaps) {
  EXPECT_THAT(names(plan("maps = ['rooms.map']\nradii = [0, 0.25]\nradius_unit = 'cell'")),
              ElementsAre("rooms", "rooms-r0.25"));
}

TEST_F(MapRadiiTest, AnOptionReplacesThemAll) {
  EXPECT_THAT(
      names(plan("maps = [{ file = 'door.txt', radii = [0.1], radius_unit = 'passage' }]", {0.75})),
      ElementsAre("door-r0.75"));
}

TEST_F(MapRadiiTest, FaultsAreNamedWithTheirLine) {
  const auto expect = [&](const std::string& text, const std::string& message) {
    EXPECT_THAT([&] { plan(text); }, ThrowsMessage<InputError>(HasSubstr(message))) << text;
  };
  expect("maps = [{ file = 'door.txt', radii = 1 }]", "sweep.toml:1: 'radii'");
  expect("maps = [{ file = 'door.txt', radii = [] }]", "at least one number");
  expect("maps = [\n{ file = 'door.txt', radii = [1, 1] }]",
         "sweep.toml:2: 'radii': 1 appears twice, expected different radii");
  expect("maps = [{ file = 'door.txt', radius_unit = 'inch' }]",
         "'radius_unit': expected one of map, cell, passage, found 'inch'");
  expect("maps = [{ file = 'door.txt', radius_unit = 'cell' }]", "expected a map of cells");
  expect("maps = [\n{ file = 'square.txt', radius_unit = 'passage' }]",
         "square.txt: the radius unit 'passage': the map has no narrowest passage");
  expect("maps = [{ file = 'door.txt', radii = [1] },\n{ file = 'door.txt', radii = [2] }]",
         "sweep.toml:2: ");
  expect(
      "maps = [{ file = 'door.txt', radii = [0.5] },\n"
      "{ file = 'square.txt', name = 'door-r0.5' }]",
      "sweep.toml:2: two worlds have the name 'door-r0.5'");
}

}  // namespace
}  // namespace fairway::test
