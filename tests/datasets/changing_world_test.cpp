#include "datasets/changing/changing_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "algorithms/methods/registry.hpp"
#include "datasets/changing/formats.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/datasets/temporary_file.hpp"
#include "tests/support/project.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

const std::string kPatches =
    "type patch\npatches 2\npatch 0\nheight 1\nwidth 2\nmap\n@.\npatch 1\nheight 2\nwidth 1\n"
    "map\nT\nW\n";
const std::string kChangesHeader =
    "version 2\nheight 3\nwidth 4\ncost 2 euclidean octile\npatch x.patch\n";

/// Parses a changing world. References to other files resolve only to entries of `files`.
ChangingWorld changing_world(const std::string& name, const std::string& text,
                             const std::map<std::string, std::string>& files) {
  return parse_changing_world(TextFile(name, text), [&](const std::filesystem::path& file) {
    const auto found = files.find(file.string());
    if (found == files.end()) {
      throw InputError(file, 0, "no such file; expected a file to read");
    }
    return TextFile(file, found->second);
  });
}

ChangingWorld parse_scen(const std::string& text) {
  return changing_world("a/x.scen", text, {{"a/x.patch", kPatches}});
}

const std::map<std::string, std::string> kWorlds{
    {"a/grid.map", "type octile\nheight 3\nwidth 4\nmap\n....\n....\n....\n"},
    {"a/square.geojson", "[[[0,0],[8,0],[8,8],[0,8]]]"},
    {"a/bad.map", "type octile\nheight 1\nwidth 2\nmap\n.x\n"},
    {"a/costs.tiles", "type tiles\nheight 1\nwidth 2\ncost . 1\nmap\n..\n"}};

ChangingWorld parse_changes_text(const std::string& text) {
  return changing_world("a/x.changes", text, kWorlds);
}

std::string on(const std::string& world, const std::string& steps) {
  return "{\"fairway_changes\":1,\n\"world\":\"" + world + "\",\n\"steps\":[\n" + steps + "]}\n";
}
std::string on_cells(const std::string& steps) { return on("grid.map", steps); }
std::string on_polygons(const std::string& steps) { return on("square.geojson", steps); }

TEST(ChangingWorld, ReadsAScenarioOfVersionTwo) {
  const ChangingWorld changing =
      parse_scen(kChangesHeader +
                 "commands\r\nQ 0 0 0 3 2 1 3.5\n\nP 0 0 2 0\nP 0 1 3 1\nQ 7 0 1 3 0 2 -1\n"
                 "Q 1 0 0 0 0 0 0\nP 1 0 0 2\n");
  const Raster& grid = std::get<Raster>(changing.start.content);
  EXPECT_EQ(grid, Raster(4, 3, kGround));
  ASSERT_EQ(changing.steps.size(), 5U);

  const auto& first = std::get<QueryStep>(changing.steps[0]);
  EXPECT_EQ(first.start, (Point{0.5, 0.5}));
  EXPECT_EQ(first.goal, (Point{3.5, 2.5}));
  EXPECT_EQ(first.octile_length, 3.5);
  EXPECT_EQ(first.line, 7);

  const auto& burst = std::get<BurstStep>(changing.steps[1]);
  ASSERT_EQ(burst.burst.patches.size(), 2U);
  EXPECT_EQ(burst.patch_lines, (std::vector{9, 10}));
  const CellPatch& row = burst.burst.patches[0];
  EXPECT_EQ(row.x, 2);
  EXPECT_EQ(row.y, 0);
  EXPECT_EQ(row.cells.width(), 2);
  EXPECT_EQ(row.cells.height(), 1);
  EXPECT_EQ(row.cells.at(0, 0), Raster::kBlocked);
  EXPECT_EQ(row.cells.at(1, 0), kGround);
  const CellPatch& column = burst.burst.patches[1];
  EXPECT_EQ(column.cells.height(), 2);
  EXPECT_EQ(column.cells.at(0, 0), Raster::kBlocked);
  EXPECT_EQ(column.cells.at(0, 1), kWater);

  const auto& second = std::get<QueryStep>(changing.steps[2]);
  EXPECT_EQ(second.bucket, 7);
  EXPECT_EQ(second.octile_length, -1);
  EXPECT_TRUE(std::holds_alternative<QueryStep>(changing.steps[3]));
  EXPECT_EQ(std::get<BurstStep>(changing.steps[4]).burst.patches.size(), 1U);
}

TEST(ChangingWorld, NamesLineAndExpectationOfEveryFaultInAScenario) {
  const std::string commands = kChangesHeader + "commands\n";
  const Fault faults[] = {
      {"", 1, "'version 2'"},
      {"type octile\n", 1, "'version 2'"},
      {"version 1\n", 1, "'version 1': expected 'version 2'"},
      {"version 2\n", 1, "'height H'"},
      {"version 2\nheight 0\n", 2, "from 1"},
      {"version 2\nheight 3\nheight 3\n", 3, "'width W'"},
      {"version 2\nheight 100000\nwidth 100000\n", 3, "at most 268435456 cells"},
      {"version 2\nheight 3\nwidth 4\nprice 1 octile\n", 4, "'cost 1 octile'"},
      {"version 2\nheight 3\nwidth 4\ncost 2 octile\n", 4, "1 names of costs; expected 2"},
      {"version 2\nheight 3\nwidth 4\ncost 1 length\n", 4, "called 'octile'"},
      {"version 2\nheight 3\nwidth 4\ncost 2 octile octile\n", 4, "one cost called 'octile'"},
      {"version 2\nheight 3\nwidth 4\ncost 1 octile\n", 4, "'patch FILE'"},
      {"version 2\nheight 3\nwidth 4\ncost 1 octile\npatch\n", 5, "'patch FILE'"},
      {"version 2\nheight 3\nwidth 4\ncost 1 octile\npatch y.patch\n", 5,
       "a/y.patch: no such file"},
      {kChangesHeader, 5, "'commands'"},
      {kChangesHeader + "command\n", 6, "'commands'"},
      {commands + "R 0 0 0 0\n", 7, "the command 'R'; expected P (a patch) or Q (a query)"},
      {commands + "P 0 0 0\n", 7, "4 fields; expected 5"},
      {commands + "P 0 0 0 0 0\n", 7, "6 fields; expected 5"},
      {commands + "P x 0 0 0\n", 7, "the bucket"},
      {commands + "P 0 2 0 0\n", 7, "patch 2; expected a number below 2"},
      {commands + "P 0 -1 0 0\n", 7, "the number of a patch"},
      {commands + "\nP 0 0 -1 0\n", 8, "the patch's x"},
      {commands + "P 0 0 0 0.5\n", 7, "the patch's y"},
      {commands + "P 0 0 3 0\n", 7, "a patch of 2 x 1 cells at (3, 0); expected it inside"},
      {commands + "P 0 1 0 2\n", 7, "a patch of 1 x 2 cells at (0, 2); expected it inside"},
      {commands + "P 0 1 0 2147483647\n", 7, "expected it inside the grid of 4 x 3"},
      {commands + "Q 0 0 0 1 1 1\n", 7, "7 fields; expected 8"},
      {commands + "Q 0 0 0 1 1 1 1 1\n", 7, "9 fields; expected 8"},
      {commands + "Q 0 4 0 1 1 1 1\n", 7, "the start's x, an integer from 0 to 3"},
      {commands + "Q 0 0 3 1 1 1 1\n", 7, "the start's y, an integer from 0 to 2"},
      {commands + "Q 0 0 0 -1 1 1 1\n", 7, "the goal's x"},
      {commands + "Q 0 0 0 1 1.5 1 1\n", 7, "the goal's y"},
      {commands + "Q 0 0 0 1 1 x 1\n", 7, "a cost"},
      {commands + "Q 0 0 0 1 1 1 nan\n", 7, "a cost"},
  };
  for (const Fault& fault : faults) expect_fault("a/x.scen", fault, parse_scen);
}

TEST(ChangingWorld, NamesLineAndExpectationOfEveryFaultInPatches) {
  const Fault faults[] = {
      {"", 0, "'type patch'"},
      {"type octile\n", 1, "'type patch'"},
      {"type patch\n", 1, "'patches N'"},
      {"type patch\npatches\n", 2, "'patches N'"},
      {"type patch\npatches -1\n", 2, "the number of patches"},
      {"type patch\npatches 1\n", 2, "'patch 0'"},
      {"type patch\npatches 1\npatch 1\n", 3, "the number of this patch, an integer from 0 to 0"},
      {"type patch\npatches 1\npatch 0\nwidth 0\n", 4, "width"},
      {"type patch\npatches 1\npatch 0\nwidth 2\nheight 1\n@@\n", 6, "'map'"},
      {"type patch\npatches 1\npatch 0\nwidth 2\nheight 1\nmap\n@\n", 7, "a row of 1 cells"},
      {"type patch\npatches 1\npatch 0\nwidth 2\nheight 2\nmap\n@@\n", 7, "after 1 rows"},
      {"type patch\npatches 1\npatch 0\nwidth 2\nheight 1\nmap\n@x\n", 7, "'x' in column 2"},
      {"type patch\npatches 2\npatch 0\nwidth 1\nheight 1\nmap\n@\n", 7, "'patch 1'"},
      {"type patch\npatches 1\npatch 0\nwidth 1\nheight 1\nmap\n@\n\npatch 1\n", 9,
       "text after the last patch; expected the end of the file after 1 patches"},
  };
  const auto read = [](const std::string& text) {
    return changing_world("a/x.scen", kChangesHeader + "commands\n", {{"a/x.patch", text}});
  };
  for (const Fault& fault : faults) expect_fault("a/x.patch", fault, read);
}

TEST(ChangingWorld, ReadsChangesOfPolygons) {
  const ChangingWorld changing = parse_changes_text(
      on_polygons("{\"query\":[1,1,7,7]},\n"
                  "{\"add\":[{\"id\":1,\"ring\":[[2,2],[3,2],[3,3]]},\n"
                  "{\"ring\":[[4,4],[5,4],[5,5],[4,5]],\"id\":2}]},\n"
                  "{\"query\":[1,1,7,7.5],\"bucket\":3,\"octile_length\":-1},\n"
                  "{\"remove\":[2,\n1],\"add\":[{\"id\":2,\"ring\":[[2,2],[3,2],[3,3]]}]}"));
  EXPECT_TRUE(std::holds_alternative<Polygons>(changing.start.content));
  ASSERT_EQ(changing.steps.size(), 4U);
  EXPECT_EQ(std::get<QueryStep>(changing.steps[0]).start, (Point{1, 1}));
  EXPECT_FALSE(std::get<QueryStep>(changing.steps[0]).octile_length.has_value());
  const auto& added = std::get<BurstStep>(changing.steps[1]);
  EXPECT_EQ(added.added_lines, (std::vector{5, 6}));
  EXPECT_EQ(added.burst.added[1].id, 2);
  EXPECT_EQ(added.burst.added[1].ring, (Ring{{4, 4}, {5, 4}, {5, 5}, {4, 5}}));
  const auto& query = std::get<QueryStep>(changing.steps[2]);
  EXPECT_EQ(query.goal, (Point{7, 7.5}));
  EXPECT_EQ(query.bucket, 3);
  EXPECT_EQ(query.octile_length, -1);
  EXPECT_EQ(query.line, 7);
  const auto& moved = std::get<BurstStep>(changing.steps[3]);
  EXPECT_EQ(moved.burst.removed, (std::vector{2, 1}));
  EXPECT_EQ(moved.removed_lines, (std::vector{8, 9}));
  EXPECT_EQ(moved.burst.added.size(), 1U);
}

TEST(ChangingWorld, ReadsChangesOfCells) {
  const ChangingWorld changing = parse_changes_text(
      on_cells("{\"patch\":[{\"x\":2,\"y\":1,\"rows\":[\".@\",\"W.\"]},\n{\"x\":0,\"y\":0,\"rows\":"
               "[\"T\"]}]},\n{\"query\":[-0.5,0,4,5]}"));
  const auto& step = std::get<BurstStep>(changing.steps[0]);
  ASSERT_EQ(step.burst.patches.size(), 2U);
  EXPECT_EQ(step.patch_lines, (std::vector{4, 5}));
  EXPECT_EQ(step.burst.patches[0].x, 2);
  EXPECT_EQ(step.burst.patches[0].y, 1);
  EXPECT_EQ(step.burst.patches[0].cells.at(1, 0), Raster::kBlocked);
  EXPECT_EQ(step.burst.patches[0].cells.at(0, 1), kWater);
  EXPECT_EQ(std::get<QueryStep>(changing.steps[1]).goal, (Point{4, 5}));
}

TEST(ChangingWorld, NamesLineAndExpectationOfEveryFaultInChanges) {
  const std::string obstacle = "{\"id\":1,\"ring\":[[2,2],[3,2],[3,3]]}";
  const Fault faults[] = {
      {"{}", 1, "'fairway_changes' as the first key"},
      {"{\"world\":\"grid.map\",\"fairway_changes\":1}", 1, "as the first key"},
      {"{\"fairway_changes\":2}", 1, "the version of the format, 1"},
      {"{\"fairway_changes\":1,\"steps\":[]}", 1, "without 'world'"},
      {"{\"fairway_changes\":1,\"world\":\"grid.map\"}", 1, "without 'steps'"},
      {"{\"fairway_changes\":1,\n\"world\":3,\"steps\":[]}", 2, "the name of a file"},
      {"{\"fairway_changes\":1,\n\"world\":\"grid.map\",\"steps\":{}}", 2, "an array of steps"},
      {"{\"fairway_changes\":1,\n\"when\":1,\"world\":\"grid.map\",\"steps\":[]}", 2,
       "unknown key 'when'"},
      {on("nothing.map", ""), 2, "a/nothing.map: no such file"},
      {on("costs.tiles", ""), 2, "a world with costs"},
      {on_cells("7"), 4, "a step: an object"},
      {on_cells("{}"), 4, "a step of one kind"},
      {on_cells("{\"query\":[0,0,1,1],\"patch\":[]}"), 4, "a step of one kind"},
      {on_cells("{\"query\":[0,0,1,1],\"time\":1}"), 4, "unknown key 'time'"},
      {on_cells("{\"query\":[0,0,1]}"), 4, "four numbers"},
      {on_cells("{\"query\":[0,0,1,1],\n\"bucket\":-1}"), 5, "a bucket"},
      {on_cells("{\"query\":[0,0,1,1],\n\"octile_length\":null}"), 5, "a length"},
      {on_cells("{\"patch\":[],\n\"bucket\":1}"), 5, "belong to queries"},
      {on_cells("{\"add\":[]}"), 4, "obstacles in a world of cells; expected 'patch'"},
      {on_polygons("{\"patch\":[]}"), 4, "not of cells; expected 'add'"},
      {on_cells("{\"patch\":{}}"), 4, "an array of patches"},
      {on_cells("{\"patch\":[{\"x\":0,\"y\":0}]}"), 4, "without 'rows'"},
      {on_cells("{\"patch\":[{\"x\":0,\"y\":0,\"rows\":[],\"z\":1}]}"), 4, "unknown key 'z'"},
      {on_cells("{\"patch\":[{\"x\":-1,\"y\":0,\"rows\":[\".\"]}]}"), 4, "a column"},
      {on_cells("{\"patch\":[{\"x\":0,\"y\":0.5,\"rows\":[\".\"]}]}"), 4, "a row"},
      {on_cells("{\"patch\":[{\"x\":0,\"y\":0,\"rows\":[]}]}"), 4, "no cells"},
      {on_cells("{\"patch\":[{\"x\":0,\"y\":0,\"rows\":[\"\"]}]}"), 4, "no cells"},
      {on_cells("{\"patch\":[{\"x\":0,\"y\":0,\"rows\":[\".\",\n\"..\"]}]}"), 5,
       "a row of 2 cells"},
      {on_cells("{\"patch\":[{\"x\":0,\"y\":0,\"rows\":[\"x\"]}]}"), 4, "'x' in column 1"},
      {on_cells("{\"patch\":[{\"x\":3,\"y\":0,\"rows\":[\"..\"]}]}"), 4, "expected it inside"},
      {on_cells("{\"patch\":[{\"x\":0,\"y\":2,\"rows\":[\".\",\".\"]}]}"), 4, "expected it inside"},
      {on_polygons("{\"add\":[" + obstacle + "]},\n{\"add\":[" + obstacle + "]}"), 5,
       "obstacle 1 is there already"},
      {on_polygons("{\"remove\":[1]}"), 4, "obstacle 1 is not there"},
      {on_polygons("{\"add\":[" + obstacle + "]},\n{\"remove\":[1,1]}"), 5,
       "obstacle 1 is not there"},
      {on_polygons("{\"add\":[{\"id\":-1,\"ring\":[]}]}"), 4, "the id of an obstacle"},
      {on_polygons("{\"add\":[{\"id\":1,\"ring\":[[0,0],[1,1]]}]}"), 4, "a ring of 2 points"},
      {on_polygons("{\"add\":[{\"id\":1,\"ring\":[[0,0],[1,1],[1]]}]}"), 4, "a point"},
      {on_polygons("{\"add\":[{\"id\":1,\"hole\":[]}]}"), 4, "unknown key 'hole'"},
      {on_polygons("") + "x", 5, "invalid JSON"},
  };
  for (const Fault& fault : faults) expect_fault("a/x.changes", fault, parse_changes_text);
  expect_fault("a/bad.map", {on("bad.map", ""), 5, "'x' in column 2"}, parse_changes_text);
}

TEST(ChangingWorld, WhatIsWrittenReadsBackTheSame) {
  for (const std::string& text :
       {on_cells("{\"patch\":[]},{\"patch\":[{\"x\":1,\"y\":0,\"rows\":[\"@.W\",\"...\"]}]},"
                 "{\"query\":[0.5,0.5,3.5,2.5],\"bucket\":2,\"octile_length\":3.25}"),
        on_polygons("{\"add\":[]},{\"add\":[{\"id\":4,\"ring\":[[2,2],[3.125,2],[3,1e-7]]}]},"
                    "{\"query\":[-0,1,2,7]},{\"remove\":[4]}")}) {
    const ChangingWorld changing = parse_changes_text(text);
    const std::string world = changing.start.file.filename().string();
    const std::string written = format_changes(changing, world);
    const ChangingWorld again = parse_changes_text(written);
    EXPECT_EQ(again.steps.size(), changing.steps.size());
    EXPECT_EQ(format_changes(again, world), written);
    EXPECT_EQ(written.find("-0,"), std::string::npos);
  }
  EXPECT_EQ(format_changes(parse_changes_text(on_polygons("{\"add\":[{\"id\":4,\"ring\":[[2,2],"
                                                          "[3,2],[3,3]]}]},{\"remove\":[4]},"
                                                          "{\"query\":[1,1,7,7]}")),
                           "a \"b\".geojson"),
            "{\"fairway_changes\":1,\n\"world\":\"a \\\"b\\\".geojson\",\n\"steps\":[\n"
            "{\"remove\":[],\"add\":[\n{\"id\":4,\"ring\":[[2,2],[3,2],[3,3]]}]},\n"
            "{\"remove\":[4],\"add\":[]},\n{\"query\":[1,1,7,7]}]}\n");
}

/// Regression: the code assumed that file names are UTF-8.
TEST(ChangingWorld, NamesThatJsonCannotHoldAreRefused) {
  ChangingWorld changing;
  changing.start.content = Polygons{};
  EXPECT_THROW(format_changes(changing, "b\xff.geojson"), std::invalid_argument);
}

TEST(ChangingWorld, TheExamplesOfTheirPageAreRead) {
  const TextFile page = TextFile::read(project_file("docs/changing-worlds.md"));
  const std::string_view text = page.text();
  const auto after = [&](std::string_view begin, std::string_view end) {
    const std::size_t at = text.find(begin) + begin.size();
    return std::string(text.substr(at, text.find(end, at) - at));
  };
  EXPECT_EQ(parse_changes_text(after("```json\n", "```")).steps.size(), 5U);
  const auto without_indent = [](std::string example) {
    for (std::size_t at = 0; (at = example.find("\n    ", at)) != std::string::npos; ++at) {
      example.erase(at + 1, 4);
    }
    return example;
  };
  const std::string scen = "version 2" + without_indent(after("    version 2", "\n\nand"));
  const std::string patch = "type patch" + without_indent(after("    type patch", "\n\nAll"));
  const ChangingWorld changing = changing_world("a/x.scen", scen, {{"a/x.patch", patch}});
  ASSERT_EQ(changing.steps.size(), 3U);
  EXPECT_EQ(std::get<QueryStep>(changing.steps[0]).octile_length, 3.82842712475);
  EXPECT_EQ(std::get<BurstStep>(changing.steps[1]).burst.patches.size(), 2U);
}

TEST(ChangingWorld, FilesAreFoundBesideTheFileThatNamesThem) {
  const TemporaryDirectory folder;
  folder.file("set/x.patch", kPatches);
  folder.file("set/grid.map", kWorlds.at("a/grid.map"));
  const auto scen = folder.file("set/x.scen", kChangesHeader + "commands\nP 0 0 0 0\n");
  EXPECT_EQ(read_changing_world(scen).steps.size(), 1U);
  const auto changes = folder.file("set/x.changes", on_cells(""));
  EXPECT_EQ(read_changing_world(changes).start.file, folder.path() / "set/grid.map");
}

/// The sample files of the Grid-based Path Planning Competition state the length of each query. The
/// grid finds these lengths, also after bursts.
TEST(PublicSets, GridsThatChangeHaveThePublishedOctileLengths) {
  int files = 0;
  for (const std::filesystem::path& file : public_files({".scen"})) {
    if (!TextFile::read(file).text().starts_with("version 2")) continue;
    SCOPED_TRACE(file.string());
    ++files;
    const ChangingWorld changing = read_changing_world(file);
    Raster raster = std::get<Raster>(changing.start.content);
    const Registry& registry = Registry::built_in();
    std::optional<FreeSpace> space;  // must outlive the planner
    std::unique_ptr<Planner> planner;
    std::size_t bursts = 0;
    std::size_t queries = 0;
    std::size_t agreeing = 0;
    Answer answer;
    for (const Step& step : changing.steps) {
      if (const auto* burst = std::get_if<BurstStep>(&step)) {
        ++bursts;
        planner.reset();
        for (const CellPatch& patch : burst->burst.patches) {
          for (int y = 0; y < patch.cells.height(); ++y) {
            std::ranges::copy(patch.cells.row(y), raster.row(patch.y + y).begin() + patch.x);
          }
        }
        continue;
      }
      const auto& query = std::get<QueryStep>(step);
      ++queries;
      if (planner == nullptr) {
        space.emplace(FreeSpace::from_raster(Raster(raster)));
        planner = registry.build(*space, registry.method("grid"));
      }
      planner->plan({query.start, query.goal}, answer);
      const double computed = answer.status == PlanStatus::kFound ? length(answer.raw) : -1;
      const bool agree = std::abs(computed - *query.octile_length) <= 1e-6;
      EXPECT_TRUE(agree) << "line " << query.line << ": " << computed;
      agreeing += agree;
    }
    EXPECT_EQ(agreeing, queries);
    if (file.stem() == "dao_arena2") {
      EXPECT_EQ(bursts, 93U);
      EXPECT_EQ(queries, 2000U);
    }
  }
  if (files == 0) GTEST_SKIP() << "the public datasets are absent";
}

}  // namespace
}  // namespace fairway::test
