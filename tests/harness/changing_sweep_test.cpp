#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "harness/store/sqlite.hpp"
#include "tests/harness/program.hpp"
#include "tests/support/project.hpp"

namespace fairway::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

/// Sweeps of changing worlds with worker processes.
class ChangingSweepTest : public testing::Test {
 protected:
  ChangingSweepTest() {
    folder_.write("room.geojson",
                  R"({"type":"Polygon","coordinates":[[[0,0],[8,0],[8,8],[0,8],[0,0]]]})");
    folder_.write("gate.changes",
                  R"({"fairway_changes":1,"world":"room.geojson","steps":[
{"query":[1,4,7,4]},
{"add":[{"id":1,"ring":[[3,2],[5,2],[5,6],[3,6]]}]},
{"query":[1,4,7,4]},{"query":[1,1,7,1]},
{"add":[{"id":2,"ring":[[3,6],[5,6],[5,8],[3,8]]},{"id":3,"ring":[[3,0],[5,0],[5,2],[3,2]]}]},
{"query":[1,4,7,4]},{"query":[4,1,7,4]},
{"remove":[1]},
{"remove":[2,3]},
{"query":[1,4,7,4]}]})");
    folder_.write("cells.scen",
                  "version 2\nheight 3\nwidth 4\ncost 1 octile\npatch cells.patch\ncommands\n"
                  "Q 0 0 0 3 2 3.82842712475\nP 1 0 2 1\nP 1 1 1 0\nQ 1 0 0 3 2 5\n");
    folder_.write("cells.patch",
                  "type patch\npatches 2\npatch 0\nheight 1\nwidth 2\nmap\n@@\n"
                  "patch 1\nheight 2\nwidth 1\nmap\n@\n@\n");
  }

  /// Runs a sweep of 100 queries per map.
  Outcome sweep(const std::string& text) {
    return run({"run",
                folder_.write("sweep.toml", "queries = 100\nrepetitions = 2\n" + text + "\n"),
                "--out", folder_.path() / "out"});
  }
  std::int64_t count(const std::string& rows) const {
    Database database(folder_.path() / "out" / "results.sqlite", Database::Mode::kReadOnly);
    return database.integer("SELECT COUNT(*) FROM " + rows);
  }

  TemporaryFolder folder_;
};

TEST_F(ChangingSweepTest, MethodsFollowTheBurstsAndAreAskedBetweenThem) {
  const Outcome outcome = sweep(
      "maps = ['gate.changes', 'cells.scen']\n"
      "methods = ['grid', 'grid-rebuilt', 'polyanya', 'visibility-graph']");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(count("burst"), 5);
  EXPECT_EQ(count("burst JOIN outline_change USING (world, number)"), 5);
  EXPECT_EQ(count("follow"), 5 * 4);
  EXPECT_EQ(count("query"), 8);
  EXPECT_EQ(count("query WHERE bursts = 2 AND truth = 'unreachable'"), 1);
  EXPECT_EQ(count("query WHERE bursts = 2 AND truth = 'start_blocked'"), 1);
  EXPECT_EQ(count("query WHERE octile IS NOT NULL"), 2);
  EXPECT_EQ(count("answer"), 8 * 4);
  EXPECT_EQ(count("answer WHERE status IN ('found', 'unreachable', 'start_blocked')"), 8 * 4);
  EXPECT_EQ(count("answer a JOIN method m ON m.id = a.method"
                  " WHERE m.name IN ('polyanya', 'visibility-graph') AND ABS(gap) > 1e-12"),
            0);
  EXPECT_EQ(count("timing"), 2 * 8 * 4);
  EXPECT_EQ(count("follow f JOIN method m ON m.id = f.method WHERE m.name = 'grid-rebuilt'"
                  " AND repaired"),
            0);
  EXPECT_EQ(count("follow f JOIN method m ON m.id = f.method JOIN world w ON w.id = f.world"
                  " WHERE m.name = 'grid' AND w.name = 'cells' AND repaired"),
            1);
  // The first answer after a burst is stored. No query follows the third burst of the world `room`,
  // so only four of the five bursts have a first answer. Index sizes are stored only after the last
  // burst of each world.
  EXPECT_EQ(count("follow WHERE first_answer_ns > ns"), 4 * 4);
  EXPECT_EQ(count("follow WHERE bytes > 0"), 2 * 4);
  EXPECT_EQ(count("world w JOIN burst b ON b.world = w.id"
                  " WHERE b.number = 4 AND b.content_hash = w.content_hash"),
            1)
      << "the room is at last as it was";
  EXPECT_EQ(count("burst WHERE number = 2 AND points = 8 AND area = 8"), 1);
}

TEST_F(ChangingSweepTest, MethodsRepairThemselvesInAnErodedWorld) {
  const Outcome outcome =
      sweep("maps = ['gate.changes']\nradii = [0.25]\nmethods = ['polyanya', 'quadtree-rebuilt']");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(count("follow f JOIN method m ON m.id = f.method WHERE repaired = (m.name = 'polyanya')"
                  " AND ns > 0"),
            2 * 4);
  EXPECT_EQ(count("answer WHERE status IN ('found', 'unreachable', 'start_blocked')"), 6 * 2);
  // Regression: the time of erosion was not counted.
  EXPECT_EQ(count("part WHERE name = 'erosion' AND build_ns > 0 AND bytes > 0"), 1);
  EXPECT_EQ(count("build WHERE ' ' || parts || ' ' LIKE '% erosion %'"), 2);
  EXPECT_EQ(count("follow WHERE 0 < erosion_ns AND erosion_ns < space_ns AND space_ns < ns"),
            2 * 4);
}

TEST_F(ChangingSweepTest, NothingIsPaidForErosionWithoutARadius) {
  const Outcome outcome = sweep("maps = ['gate.changes']\nmethods = ['polyanya']");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(count("part WHERE name = 'erosion'"), 0);
  EXPECT_EQ(count("follow WHERE erosion_ns = 0"), 4);
}

TEST_F(ChangingSweepTest, WorkersOfVersionOneAreBuiltAnew) {
  const std::string worker = "/usr/bin/python3 " + project_file("scripts/examples/grid_worker.py");
  const Outcome outcome =
      sweep("maps = ['cells.scen']\n[[method]]\nname = 'mine'\ncommand = '" + worker + "'\n");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(count("follow WHERE NOT repaired AND ns > 0"), 1);
  EXPECT_EQ(count("answer WHERE status = 'found'"), 2);
}

TEST_F(ChangingSweepTest, WorkersOfVersionTwoAreBuiltAnewInAnErodedWorld) {
  const std::string worker =
      "/usr/bin/python3 " + project_file("tests/harness/workers/worker.py") + " version-2";
  const Outcome outcome =
      sweep("maps = ['gate.changes']\nradii = [0.25]\n[[method]]\nname = 'mine'\ncommand = '" +
            worker + "'\n");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(count("follow WHERE NOT repaired AND 0 < erosion_ns AND erosion_ns <= space_ns"), 4);
  EXPECT_EQ(count("answer WHERE status = 'error'"), 0);
}

TEST_F(ChangingSweepTest, PathsOfTheWorldBeforeTheLastBurstAreCounted) {
  const std::string straight =
      "/usr/bin/python3 " + project_file("tests/harness/workers/worker.py");
  const Outcome outcome = sweep(
      "maps = ['gate.changes']\nmethods = ['polyanya']\n[[method]]\nname = 'straight'\n"
      "command = '" +
      straight + "'\n");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  // After the second burst, two answers are illegal. The line from (1, 4) was illegal before this
  // burst too, so this answer is not outdated. The line from (4, 1) was legal before this burst, so
  // its answer is outdated.
  EXPECT_EQ(count("answer WHERE status = 'invalid_path'"), 3);
  EXPECT_EQ(count("answer WHERE outdated"), 2);
  EXPECT_EQ(count("answer a JOIN query q ON q.id = a.query WHERE outdated AND fault = 'walls'"
                  " AND message LIKE '%legal before burst ' || q.bursts"),
            2);
  EXPECT_THAT(outcome.out, ContainsRegex("\npolyanya [^\n]* 0\n"));
  EXPECT_THAT(outcome.out, ContainsRegex("first answer p50 +outdated\n(.*\n)+straight .* 2\n"));

  const std::filesystem::path whole = folder_.path() / "out" / "results.sqlite";
  const std::filesystem::path copy = folder_.path() / "copy.sqlite";
  std::filesystem::copy_file(whole, copy);
  Database(copy, Database::Mode::kCreate).execute("UPDATE answer SET outdated = 0");
  EXPECT_THAT(run({"diff", whole, copy}).out, HasSubstr("outdated"));
}

TEST_F(ChangingSweepTest, BurstThatTheWorldDoesNotAllowIsNamedByItsLine) {
  folder_.write("cross.changes",
                R"({"fairway_changes":1,"world":"room.geojson","steps":[
{"add":[{"id":1,"ring":[[3,2],[5,2],[5,6],[3,6]]}]},
{"add":[{"id":2,"ring":[[4,3],[6,3],[6,4],[4,4]]}]},
{"query":[1,4,7,4]}]})");
  const Outcome outcome = sweep("maps = ['cross.changes']\nmethods = ['grid']");
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.error, HasSubstr("cross.changes:3: "));
}

}  // namespace
}  // namespace fairway::test
