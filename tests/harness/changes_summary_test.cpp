#include "harness/store/summary.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "generated/result_schema.hpp"
#include "harness/store/sqlite.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

using testing::HasSubstr;

class ChangesSummaryTest : public testing::Test {
 protected:
  ChangesSummaryTest() {
    Database database(store_, Database::Mode::kCreate);
    database.execute(std::string(kResultSchema));
    database.execute(
        "INSERT INTO method (id, name, representation, options, heuristic, weight, smoother, "
        "search)"
        " VALUES (1, 'quick', 'r', '{}', '', 1, 'none', '{}'),"
        "        (2, 'slow', 's', '{}', '', 1, 'none', '{}')");
    database.execute(
        "INSERT INTO run (id, version, \"commit\", dirty, compiler, flags, libraries, host, cpu,"
        " cores, kernel, governor, sweep, seed, queries, repetitions, builds, timeout_ms,"
        " build_timeout_ms, memory_mb, jobs, plan, started) VALUES (1, '', '', 0, '', '', '', '',"
        " '', 1, '', '', '', 1, 1, 1, 1, 1, 1, 1, 1, '', '')");
  }

  /// Adds a world in which each method needs the same time for each burst.
  void world(int id, double radius, bool terrain, const std::vector<int>& methods, int bursts,
             double ns) {
    Database database(store_, Database::Mode::kReadWrite);
    database.execute(
        "INSERT INTO world (id, name, map, radius, terrain, optimum_by, family, file, sha256,"
        " content_hash, vertices, holes, components, area, min_x, min_y, max_x, max_y, y_down,"
        " free_space_ns, free_space_bytes, exact_solver_ns, witnessed)"
        " VALUES (:id, :name, :name, :radius, :terrain, 'exact', 'f', '', '', '', 1, 0, 1, 1, 0, "
        "0, 1, 1, 0, 1, 1, 1, 0)",
        {{"id", id}, {"name", std::to_string(id)}, {"radius", radius}, {"terrain", terrain}});
    for (int burst = 1; burst <= bursts; ++burst) {
      database.execute("INSERT INTO burst VALUES (:id, :burst, 1, 1, '')",
                       {{"id", id}, {"burst", burst}});
    }
    for (const int method : methods) {
      database.execute(
          "INSERT INTO build (world, method, run, status, failures) VALUES (:id, :method, 1,"
          " 'built', 0)",
          {{"id", id}, {"method", method}});
      for (int burst = 1; burst <= bursts; ++burst) {
        database.execute(
            "INSERT INTO follow (world, method, number, repaired, ns, space_ns, first_answer_ns)"
            " VALUES (:id, :method, :burst, :repaired, :ns, 0, :ns)",
            {{"id", id},
             {"method", method},
             {"burst", burst},
             {"repaired", method == 1},
             {"ns", ns * method}});
      }
    }
  }

  TemporaryFolder folder_;
  std::filesystem::path store_ = folder_.path() / "results.sqlite";
};

// Regression: each method had one row for all radii and worlds. A median then mixed, for example,
// 180 bursts of three worlds with 20 bursts of another world.
TEST_F(ChangesSummaryTest, RadiiAndTerrainHaveTablesOfTheirOwn) {
  world(1, 0, false, {1, 2}, 4, 1000);
  world(2, 0.5, false, {1}, 20, 7000);
  world(3, 0, true, {1}, 2, 9000);
  const std::string text = summary_text(store_);
  EXPECT_THAT(
      text, HasSubstr("method  worlds  bursts  repaired  follow p50  follow p95  first answer p50  "
                      "outdated\n"
                      "quick   1 of 1       4     100 %        1 us        1 us              1 us "
                      "        0\n"
                      "slow    1 of 1       4       0 %        2 us        2 us              2 us "
                      "        0\n"));
  EXPECT_THAT(text, HasSubstr("quick   1 of 1      20     100 %        7 us"));
  EXPECT_THAT(text, HasSubstr("quick   1 of 1       2     100 %        9 us"));
}

// Regression: a world with many bursts counted more than other worlds.
TEST_F(ChangesSummaryTest, EachWorldCountsOnceAndFewerWorldsAreCounted) {
  world(1, 0, false, {1, 2}, 2, 1000);
  world(2, 0, false, {1}, 100, 5000);
  world(3, 0, false, {1}, 3, 2000);
  Database(store_, Database::Mode::kReadWrite)
      .execute("UPDATE follow SET repaired = 0 WHERE world = 2");
  const std::string text = summary_text(store_);
  EXPECT_THAT(text, HasSubstr("quick   3 of 3     105     100 %        2 us        2 us"));
  EXPECT_THAT(text, HasSubstr("slow    1 of 3       2       0 %        2 us        2 us"));
}

TEST_F(ChangesSummaryTest, OutdatedPathsAreThoseOfTheStratum) {
  world(1, 0, false, {1}, 1, 1000);
  world(2, 0.5, false, {1}, 1, 1000);
  Database(store_, Database::Mode::kReadWrite)
      .execute(
          "INSERT INTO query (id, world, source, number, start_x, start_y, goal_x, goal_y, truth)"
          " VALUES (1, 2, 'generated', 1, 0, 0, 1, 1, 'reachable');"
          "INSERT INTO answer (query, method, status, outdated) VALUES (1, 1, 'invalid_path', 1)");
  const std::string text = summary_text(store_);
  const std::size_t second = text.find("Radius 0.5");
  ASSERT_NE(second, std::string::npos);
  EXPECT_THAT(text.substr(0, second), HasSubstr("1 us         0\n"));
  EXPECT_THAT(text.substr(second), HasSubstr("1 us         1\n"));
}

}  // namespace
}  // namespace fairway::test
