#include <gmock/gmock.h>

#include <map>

#include "harness/sweep/sweep_plan.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

class MapFamilies : public testing::Test {
 protected:
  MapFamilies() {
    for (const char* name : {"hall", "maze", "maze-2"}) {
      folder_.write(std::string(name) + ".map", small_map());
    }
  }

  std::map<std::string, std::string> families(const std::string& table) {
    const std::string sweep = folder_.write(
        "sweep.toml", "maps = ['*.map']\nradii = [0, 0.25]\nmethods = ['grid']\n" + table);
    std::map<std::string, std::string> found;
    for (const SweepMap& map : plan_sweep(sweep, {}, Registry::built_in()).maps)
      found[map.name] = map.family;
    return found;
  }

  std::string fault(const std::string& table) {
    try {
      families(table);
    } catch (const InputError& e) {
      return e.what();
    }
    return "no fault";
  }

  TemporaryFolder folder_;
};

TEST_F(MapFamilies, AreThoseOfTheSweepElseTheFolders) {
  const std::string folder = families("").at("hall");
  EXPECT_THAT(families("[families]\nmazes = ['maze*']\nlater = ['maze.map']\n"),
              testing::UnorderedElementsAre(
                  testing::Pair("hall", folder), testing::Pair("hall-r0.25", folder),
                  testing::Pair("maze", "later"), testing::Pair("maze-r0.25", "later"),
                  testing::Pair("maze-2", "mazes"), testing::Pair("maze-2-r0.25", "mazes")));
}

TEST_F(MapFamilies, AreATableOfPatterns) {
  EXPECT_THAT(fault("families = 3\n"),
              testing::HasSubstr("4: 'families': expected a table of names and map patterns"));
  EXPECT_THAT(fault("[families]\nmazes = 'maze'\n"),
              testing::HasSubstr("5: 'mazes': expected map patterns"));
  EXPECT_THAT(fault("[families]\nmazes = [3]\n"),
              testing::HasSubstr("5: 'mazes': expected a string"));
  EXPECT_THAT(fault("[families]\n\"\" = ['maze']\n"),
              testing::HasSubstr("5: 'families': expected"));
}

}  // namespace
}  // namespace fairway::test
