#include <gtest/gtest.h>

#include "datasets/outlines.hpp"
#include "datasets/published_lengths.hpp"
#include "datasets/read_world.hpp"
#include "datasets/repair.hpp"
#include "datasets/scenario.hpp"
#include "datasets/text.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;

bool lies_in(const fs::path& file, std::string_view folder) {
  return file.parent_path().string().find(folder) != std::string::npos;
}

TEST(PublicSets, EveryMapAndMeshBecomesAFreeSpace) {
  const auto files = public_files({".map", ".grid", ".mesh"});
  if (files.empty()) GTEST_SKIP() << "the public datasets are absent";
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    const FreeSpace space = load_free_space(file);
    EXPECT_GT(space.area(), 0);
  }
}

TEST(PublicSets, AMeshAndTheGridItCameFromAreTheSameWorld) {
  const auto datasets = public_datasets();
  if (!datasets) GTEST_SKIP() << "the public datasets are absent";
  const fs::path folder = *datasets / "polygon/polyanya-mesh";
  for (const std::string name : {"arena", "aurora"}) {
    if (!fs::exists(folder / (name + ".map"))) GTEST_SKIP() << "no " << name;
    const FreeSpace grid = load_free_space(folder / (name + ".map"));
    for (const std::string ending : {".mesh", "-merged.mesh"}) {
      SCOPED_TRACE(name + ending);
      const FreeSpace mesh = load_free_space(folder / (name + ending));
      EXPECT_EQ(mesh.area(), grid.area());
      EXPECT_EQ(mesh.component_count(), grid.component_count());
      EXPECT_EQ(mesh.hole_count(), grid.hole_count());
    }
  }
}

TEST(PublicSets, EveryPolygonTextBecomesAFreeSpace) {
  int read = 0;
  for (const fs::path& file : public_files({".txt"})) {
    if (!lies_in(file, "polygon/iron-harvest") && !lies_in(file, "polygon/trivis")) continue;
    if (lies_in(file, "iron-harvest-mesh")) continue;
    SCOPED_TRACE(file.string());
    const FreeSpace space = load_free_space(file);
    EXPECT_EQ(space.component_count(), 1);
    ++read;
  }
  if (read == 0) GTEST_SKIP() << "the public datasets are absent";
}

/// Every fixture is read. Its world is valid, becomes valid by repair, or has no free area.
TEST(PublicSets, EveryEarcutFixtureIsValidOrRepairedOrEmpty) {
  int read = 0;
  for (const fs::path& file : public_files({".json"})) {
    if (!lies_in(file, "earcut-fixtures")) continue;
    SCOPED_TRACE(file.string());
    ++read;
    const WorldFile world = read_world(file);
    RepairReport report;
    try {
      const Polygons polygons = repair(std::get<Polygons>(world.content), report);
      EXPECT_GT(FreeSpace::from_polygons(polygons).area(), 0);
    } catch (const InvalidWorld& fault) {
      EXPECT_NE(std::string(fault.what()).find("no free space"), std::string::npos) << fault.what();
    }
    try {
      const FreeSpace space = make_free_space(WorldFile(world));
      EXPECT_FALSE(report.changed);
      EXPECT_GT(outlines_of(space).parts.size(), 0U);
    } catch (const InputError& fault) {
      EXPECT_TRUE(report.changed) << fault.what();
    }
  }
  if (read == 0) GTEST_SKIP() << "the public datasets are absent";
}

/// Returns the scenarios on static maps. Omits scenarios of version 2, because their map changes
/// between queries.
std::vector<fs::path> lasting_scenarios() {
  std::vector<fs::path> files = public_files({".scen"});
  std::erase_if(files, [](const fs::path& file) {
    return TextFile::read(file).text().starts_with("version 2");
  });
  return files;
}

TEST(PublicSets, EveryScenarioReadsAndFitsItsMap) {
  const auto files = lasting_scenarios();
  if (files.empty()) GTEST_SKIP() << "the public datasets are absent";
  std::size_t without_path = 0;
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    const Scenario scenario = read_scenario(file);
    EXPECT_GT(scenario.problems.size(), 0U);
    for (const Problem& problem : scenario.problems) without_path += problem.has_path() ? 0 : 1;
    fs::path map = file;
    map.replace_extension();
    if (map.extension() != ".map") map += ".map";
    if (!fs::exists(map)) continue;
    const WorldFile world = read_world(map);
    EXPECT_NO_THROW(check_scenario(scenario, std::get<Raster>(world.content), Endpoints::kCentre));
  }
  EXPECT_GT(without_path, 0U);
}

TEST(PublicSets, ScenariosOfVersionTwoAreRefused) {
  for (const fs::path& file : public_files({".scen"})) {
    if (!TextFile::read(file).text().starts_with("version 2")) continue;
    SCOPED_TRACE(file.string());
    EXPECT_THROW(read_scenario(file), InputError);
  }
}

TEST(PublicSets, TolerancesFollowTheFamilies) {
  const auto files = lasting_scenarios();
  if (files.empty()) GTEST_SKIP() << "the public datasets are absent";
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    const LengthFormat format = length_format(read_scenario(file));
    const bool two = lies_in(file, "bg512") || lies_in(file, "wc3maps512");
    const bool eight = lies_in(file, "cities") || lies_in(file, "anyangle-reference");
    if (two || eight) {
      EXPECT_EQ(format.decimals, two ? 2 : 8);
    } else if (!lies_in(file, "iron-harvest-mesh")) {
      EXPECT_EQ(format.decimals, -1);
      EXPECT_EQ(format.significant, 6);
    }
  }
}

TEST(PublicSets, EveryTableOfLengthsReads) {
  std::size_t rows = 0;
  std::size_t without_path = 0;
  for (const fs::path& file : public_files({".csv"})) {
    SCOPED_TRACE(file.string());
    const auto lengths = read_published_lengths(file);
    if (!lies_in(file, "exact-lengths")) continue;
    rows += lengths.size();
    for (const PublishedLength& entry : lengths) without_path += entry.length ? 0 : 1;
  }
  if (rows == 0) GTEST_SKIP() << "the public datasets are absent";
  EXPECT_EQ(rows, 6030U);
  EXPECT_EQ(without_path, 2U);
}

}  // namespace
}  // namespace fairway::test
