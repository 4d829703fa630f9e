// Runs external programs in a sweep of small worlds; the checker judges their paths. If a program
// is not built, its tests are skipped and name the missing package.

#include <gmock/gmock.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "algorithms/methods/describe_program.hpp"
#include "algorithms/methods/registry.hpp"
#include "datasets/world.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/sweep/sweep_file.hpp"
#include "programs/detour/detour_exact.hpp"
#include "tests/harness/program.hpp"
#include "tests/support/project.hpp"
#include "tests/support/stored_rows.hpp"

namespace fairway::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Whether the program of a representation was built. Prints the missing package.
bool is_built(const std::string& adapter) {
  for (const RegisteredAdapter& other : Registry::built_in().others()) {
    if (other.name != adapter || other.missing.empty()) continue;
    std::cout << "no " << other.program << ": " << other.missing << '\n';
    return false;
  }
  return true;
}

/// Methods of programs must be listed even if the program is not built. Users know the programs by
/// the names of their packages.
TEST(Programs, MethodsAreKnownWhetherBuiltOrNot) {
  const nlohmann::json listed = nlohmann::json::parse(run({"list", "methods", "--json"}).out);
  std::vector<std::string> names;
  for (const auto& method : listed.at("methods")) {
    if (method.contains("program")) names.push_back(method.at("name"));
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"detour", "detour-recast", "ompl-prm", "ompl-prm-star",
                                            "ompl-rrt-connect", "ompl-rrt-star-10ms",
                                            "ompl-informed-rrt-star-10ms", "ompl-bit-star-10ms",
                                            "cgal-shortest-path"}));
  for (const RegisteredAdapter& other : Registry::built_in().others()) {
    if (other.missing.empty()) continue;
    EXPECT_THAT(other.missing, testing::ContainsRegex("install (lib|python3-)[a-z]"));
    EXPECT_THAT(run({"list", "methods"}).out, HasSubstr("not built: " + other.missing));
  }
}

TEST(Programs, MissingProgramIsNamedWhereASweepAsksForIt) {
  const Registry registry({}, {describe_program<DetourExact>("fairway-detour", "install it")});
  const auto fault = [&](const std::string& text) -> std::string {
    try {
      parse_sweep_file(TextFile("s.toml", "maps = ['a']\n" + text), registry);
    } catch (const InputError& e) {
      return e.what();
    }
    return "none";
  };
  EXPECT_THAT(fault("methods = ['detour-sliced']\n"),
              AllOf(HasSubstr("s.toml:2: 'detour-sliced' needs the program fairway-detour"),
                    HasSubstr("install it")));
  EXPECT_THAT(fault("[[method]]\nname = 'mine'\nrepresentation = 'detour'\n"),
              HasSubstr("s.toml:4: 'detour' needs the program fairway-detour"));
  EXPECT_THAT(fault("methods = ['detuor']\n"), HasSubstr("expected one of detour, detour-snapped"));
}

TEST(Programs, OptionsAreCheckedWhereTheyStand) {
  const Registry registry({}, {describe_program<DetourExact>("fairway-detour", "")});
  const auto fault = [&](const std::string& options) -> std::string {
    const std::string text = "maps = ['a']\n[[method]]\nname = 'x'\nrepresentation = 'detour'\n";
    try {
      const SweepFile sweep =
          parse_sweep_file(TextFile("s.toml", text + "options = {" + options + "}\n"), registry);
      EXPECT_EQ(sweep.methods.front().program, "fairway-detour");
    } catch (const InputError& e) {
      return e.what();
    }
    return "none";
  };
  EXPECT_EQ(fault("max_polygons = 7"), "none");
  EXPECT_EQ(fault("sliced = true, any_angle = true"), "none");
  EXPECT_THAT(fault("max_polygons = 0"), HasSubstr("s.toml:5: "));
  EXPECT_THAT(fault("any_angle = true"), HasSubstr("'any_angle'"));
  EXPECT_THAT(fault("polygons = 7"), HasSubstr("unknown option 'polygons'"));
}

class ProgramSweep : public testing::Test {
 protected:
  ProgramSweep() {
    folder_.write("rooms.map", small_map());
    // The world has two squares that touch in one point. One of the squares has a hole.
    folder_.write("pinch.geojson",
                  R"({"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
        [[[0,0],[8,0],[8,8],[0,8],[0,0]], [[2,2],[2,4],[4,4],[4,2],[2,2]]]}},
      {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
        [[[8,8],[16,8],[16,16],[8,16],[8,8]]]}}]})");
  }

  void sweep(const std::string& methods, int queries = 30) {
    const std::string file =
        folder_.write("sweep.toml",
                      "maps = ['rooms.map', 'pinch.geojson']\nrepetitions = 2\n"
                      "unreachable = 0.2\nqueries = " +
                          std::to_string(queries) + "\n" + methods);
    const Outcome outcome = run({"run", file, "--out", folder_.path() / "out"});
    ASSERT_EQ(outcome.code, 0) << outcome.error;
  }
  std::int64_t count(const std::string& what) const {
    return count_rows(folder_.path() / "out" / "results.sqlite", what);
  }
  /// Expects a legal path for each reachable query, and no path for any other query.
  void expect_complete() const {
    EXPECT_GT(count("answer WHERE status = 'found'"), 0);
    EXPECT_EQ(count("answer WHERE status NOT IN ('found', 'unreachable')"), 0);
    EXPECT_EQ(count("answer WHERE status = 'found' AND gap < -1e-9"), 0);
  }

  TemporaryFolder folder_;
};

TEST_F(ProgramSweep, CgalFindsShortestPaths) {
  if (!is_built("cgal-shortest-path")) GTEST_SKIP();
  sweep("methods = ['cgal-shortest-path']\n");
  expect_complete();
  EXPECT_EQ(count("answer WHERE status = 'found' AND gap > 1e-9"), 0);
}

// If Detour can represent all vertices exactly, its paths are legal and no path is missed.
TEST_F(ProgramSweep, DetourIsExactOnALattice) {
  if (!is_built("detour")) GTEST_SKIP();
  sweep("methods = ['detour', 'detour-snapped', 'detour-sliced', 'detour-any-angle']\n");
  expect_complete();
  EXPECT_EQ(count("build WHERE program LIKE 'librecast-dev%'"), 8);
}

TEST_F(ProgramSweep, DetourSaysWhichLimitItHit) {
  if (!is_built("detour")) GTEST_SKIP();
  sweep(
      "[[method]]\nname = 'few'\nrepresentation = 'detour'\noptions = { max_polygons = 2 }\n"
      "[[method]]\nname = 'none'\nrepresentation = 'detour'\noptions = { max_nodes = 4 }\n");
  EXPECT_GT(count("answer WHERE status = 'error' AND message = 'the path was cut at its limit of 2 "
                  "polygons (max_polygons)'"),
            0);
  EXPECT_GT(count("answer WHERE status = 'error' AND message = 'the search ended at its limit of 4 "
                  "nodes (max_nodes)'"),
            0);
  EXPECT_EQ(count("answer WHERE status IN ('missed', 'crashed')"), 0);
}

/// Asks `fairway conform` about one query in a world of this test folder.
Outcome conform(const std::string& method, const std::string& world, const std::string& query,
                bool coarse = true) {
  const TemporaryFolder out;
  std::vector<std::string> words{"conform",
                                 "--method",
                                 method,
                                 "--promise",
                                 "legal,complete",
                                 "--world",
                                 project_file("tests/programs/worlds/" + world + ".world"),
                                 "--query=" + query,
                                 "--shrink-seconds",
                                 "0",
                                 "--out",
                                 out.path()};
  if (coarse) words.push_back("--coarse");
  return run(words);
}

/// Expects that the faults described in docs/programs.md still occur.
TEST(Programs, WorldsThatShowAFaultOfDetourShowItStill) {
  if (!is_built("detour")) GTEST_SKIP();
  for (const char* method : {"detour", "detour-sliced"}) {
    EXPECT_EQ(conform(method, "detour_legal", "2,3,1,2").code, 1) << method;
    EXPECT_EQ(conform(method, "detour_complete", "3,6,4,4").code, 1) << method;
  }
  EXPECT_EQ(conform("detour-snapped", "detour_legal", "2,3,1,2").code, 0);
  EXPECT_EQ(conform("detour-recast", "detour_recast_legal", "3,9,5,4").code, 1);
  EXPECT_EQ(conform("detour", "detour_recast_legal", "3,9,5,4").code, 0);
  EXPECT_EQ(conform("detour-recast-tight", "triangle", "7,1,3.5,0.5").code, 1);
  EXPECT_EQ(conform("detour", "triangle", "7,1,3.5,0.5").code, 0);
  EXPECT_EQ(conform("detour-recast-tight", "detour_recast_tight_complete", "1,2,0.9375,2").code, 1);
}

TEST(Programs, WorldsThatShowAFaultOfARasterShowItStill) {
  if (!is_built("skimage") || !is_built("networkx")) GTEST_SKIP();
  EXPECT_EQ(conform("skimage", "skimage_legal", "0.5,0.5,1.5,1.5", false).code, 1);
  EXPECT_EQ(conform("networkx", "skimage_legal", "0.5,0.5,1.5,1.5", false).code, 0);
  EXPECT_EQ(conform("networkx", "raster_legal", "281,251,281,261", false).code, 1);
  EXPECT_EQ(conform("networkx", "triangle", "4.5,3,4.5,3").code, 1);
}

TEST(Programs, WorldsThatShowAFaultOfOmplShowItStill) {
  if (!is_built("ompl")) GTEST_SKIP();
  for (const char* method : {"ompl-prm", "ompl-rrt-connect"}) {
    EXPECT_EQ(conform(method, "ompl_complete", "1,1,7,1").code, 1) << method;
    EXPECT_EQ(conform(method, "ompl_complete", "1,1,1,3").code, 0) << method;
  }
}

// Regression: the raster had one row too many, for points on the far border. Cells of this row can
// lie outside the world, and paths led through these cells.
TEST(Programs, ARasterEndsAtTheFarBorder) {
  if (!is_built("networkx")) GTEST_SKIP();
  EXPECT_THAT(conform("networkx", "skimage_legal", "1.5,1.5,1.5,2.5", false).out,
              Not(HasSubstr("breaks 'legal'")));
  EXPECT_EQ(conform("networkx", "skimage_legal", "1.5,1.5,2,2", false).code, 0);
}

TEST_F(ProgramSweep, RecastBuildsAMesh) {
  if (!is_built("detour-recast")) GTEST_SKIP();
  sweep(
      "[[method]]\nname = 'fine'\nrepresentation = 'detour-recast'\n"
      "options = { cell_size = 0.125, contour_error = 0.5, min_region = 0 }\n");
  EXPECT_EQ(count("build WHERE status = 'built' AND vertices > 0"), 2);
  EXPECT_GT(count("answer WHERE status IN ('found', 'invalid_path')"), 20);
  EXPECT_EQ(count("answer WHERE status = 'found' AND gap < -1e-9"), 0);
}

// The tile cache must follow changes that `fairway run` sends to its worker.
TEST_F(ProgramSweep, TilesFollowAWorldThatChanges) {
  if (!is_built("detour-tile-cache")) GTEST_SKIP();
  folder_.write("room.geojson",
                R"({"type":"Polygon","coordinates":[[[0,0],[64,0],[64,64],[0,64],[0,0]]]})");
  folder_.write("gate.changes",
                R"({"fairway_changes":1,"world":"room.geojson","steps":[
{"query":[8,32,56,32]},
{"add":[{"id":1,"ring":[[24,0],[40,0],[40,48],[24,48]]}]},
{"query":[8,32,56,32]},
{"add":[{"id":2,"ring":[[24,48],[40,48],[40,64],[24,64]]}]},
{"query":[8,32,56,32]},
{"remove":[1,2]},
{"query":[8,32,56,32]}]})");
  const std::string file = folder_.write(
      "sweep.toml",
      "maps = ['gate.changes']\nqueries = 9\nmethods = ['detour-tile-cache-tight']\n");
  const Outcome outcome = run({"run", file, "--out", folder_.path() / "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(count("follow WHERE repaired"), 3);
  EXPECT_EQ(count("answer WHERE status = 'found' AND gap < 1e-6"), 3);
  EXPECT_EQ(count("answer WHERE status = 'unreachable'"), 1);
}

/// Checks the statement of docs/programs.md about the Python programs: only scikit-image passes
/// between two blocked cells that touch in a corner.
TEST_F(ProgramSweep, PythonProgramsSearchTheCellsOfAMap) {
  const bool built = is_built("networkx");
  if (!is_built("skimage") || !built) GTEST_SKIP();
  sweep("methods = ['networkx', 'skimage']\n", 12);
  const std::string of = "tidy WHERE map = 'rooms' AND method = ";
  EXPECT_GT(count(of + "'networkx' AND status = 'found'"), 0);
  EXPECT_EQ(count(of + "'networkx' AND status NOT IN ('found', 'unreachable')"), 0);
  EXPECT_GT(count(of + "'skimage' AND status = 'found'"), 0);
  EXPECT_EQ(count(of + "'skimage' AND status NOT IN ('found', 'unreachable', 'invalid_path')"), 0);
  EXPECT_EQ(count("answer WHERE status = 'found' AND gap < -1e-9"), 0);
}

TEST_F(ProgramSweep, OmplFindsLegalPaths) {
  if (!is_built("ompl")) GTEST_SKIP();
  std::string methods;
  for (const char* planner :
       {"prm", "prm-star", "rrt-connect", "rrt-star", "informed-rrt-star", "bit-star"}) {
    for (const char* simplify : {"true", "false"}) {
      methods += std::string("[[method]]\nname = '") + planner + " " + simplify +
                 "'\nrepresentation = 'ompl'\noptions = { planner = '" + planner +
                 "', budget_ms = 10, simplify = " + simplify + " }\n";
    }
  }
  sweep(methods, 10);
  EXPECT_EQ(count("answer WHERE status NOT IN ('found', 'unreachable', 'missed')"), 0);
  EXPECT_EQ(count("answer WHERE status = 'found' AND gap < -1e-9"), 0);
  const std::int64_t found = count("answer WHERE status = 'found'");
  const std::int64_t missed = count("answer WHERE status = 'missed'");
  EXPECT_GT(found, 5 * missed);
  // Each query was asked three times, and every path was timed, even if paths vary.
  EXPECT_EQ(count("timing"), 2 * count("answer"));
  // Some planners continue after their first path. They must report each improvement, no matter
  // whether their paths are simplified afterwards.
  EXPECT_EQ(count("answer WHERE status = 'found' AND EXISTS (SELECT 1 FROM improvement i"
                  " WHERE i.query = answer.query AND i.method = answer.method)"),
            count("answer JOIN method m ON m.id = method WHERE status = 'found'"
                  " AND (name LIKE '%rrt-star%' OR name LIKE 'bit-star%')"));
  EXPECT_GT(count("improvement"), count("(SELECT DISTINCT query, method FROM improvement)"));
  EXPECT_EQ(count("(SELECT length, LAG(length) OVER (PARTITION BY query, method ORDER BY ns) AS"
                  " before FROM improvement) WHERE length >= before"),
            0);
  EXPECT_EQ(count("(SELECT query, method, MIN(length) AS last FROM improvement GROUP BY 1, 2) i"
                  " JOIN answer USING (query, method) WHERE ABS(last / length - 1) > 1e-9"),
            0);
  EXPECT_EQ(count("progress WHERE gap IS NULL OR gap < -1e-9"), 0);
}

}  // namespace
}  // namespace fairway::test
