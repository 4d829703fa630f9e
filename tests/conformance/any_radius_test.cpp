// Tests methods with one index for agents of any radius. Sweeps, conformance, the worker protocol
// and `fairway path` must query this index at each radius and judge answers in the eroded world.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/store/sqlite.hpp"
#include "tests/harness/program.hpp"
#include "tests/support/project.hpp"

namespace fairway::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

/// Two rooms with a door of width 2. An agent of radius 1 - 1e-9 passes the door. An agent of
/// radius 1 + 1e-9 does not pass.
constexpr const char* kRooms =
    "[BORDER]\n0 0\n8 0\n8 3\n10 3\n10 0\n18 0\n18 8\n10 8\n10 5\n8 5\n8 8\n0 8\n";

class AnyRadiusTest : public testing::Test {
 protected:
  AnyRadiusTest() : rooms_(folder_.write("rooms.txt", kRooms)) {}

  static Outcome run_any(std::vector<std::string> arguments) {
    return run(std::move(arguments), {.program = "tests/any_radius"});
  }
  json path(const std::string& method, const std::string& radius) const {
    const Outcome outcome = run_any({"path", rooms_, "--method", method, "--from", "4,4", "--to",
                                     "14,4.5", "--radius", radius, "--json"});
    return json::parse(outcome.out, nullptr, false);
  }

  TemporaryFolder folder_;
  std::string rooms_;
};

TEST_F(AnyRadiusTest, PathAnswersBothKindsOfMethods) {
  for (const std::string radius : {"0", "0.5", "0.999999999"}) {
    const json any = path("any-radius", radius);
    const json one = path("polyanya", radius);
    EXPECT_EQ(any.at("status"), "found") << radius;
    EXPECT_EQ(any.at("length"), one.at("length")) << radius;
    EXPECT_FALSE(any.contains("erosion_ns")) << radius;
    EXPECT_EQ(one.contains("erosion_ns"), radius != "0") << radius;
  }
  EXPECT_EQ(path("any-radius", "1.000000001").at("status"), "unreachable");
}

TEST_F(AnyRadiusTest, AnIgnoredRadiusIsFound) {
  EXPECT_EQ(path("any-radius-ignored", "0").at("status"), "found");
  EXPECT_EQ(path("any-radius-ignored", "0.999999999").at("status"), "invalid_path");
}

TEST_F(AnyRadiusTest, ConformanceAsksAtSeveralRadii) {
  const auto conforms = [&](const std::string& method) {
    const Outcome outcome =
        run_any({"conform", "--method", method, "--maps", "0", "--random", "1", "--queries", "20",
                 "--shrink-seconds", "5", "--json", "--out", folder_.path().string()});
    return json::parse(outcome.out, nullptr, false).at("methods").at(0);
  };
  const json kept = conforms("any-radius");
  EXPECT_TRUE(kept.at("conforms")) << kept;
  EXPECT_GT(kept.at("worlds"), conforms("polyanya").at("worlds"));
  const json broken = conforms("any-radius-ignored");
  std::vector<std::string> promises;
  for (const json& breach : broken.at("breaches")) {
    promises.push_back(breach.at("promise"));
    EXPECT_THAT(breach.at("command").get<std::string>(), HasSubstr("--radius"));
  }
  EXPECT_THAT(promises, testing::UnorderedElementsAre("legal", "blocked-ends"));
}

TEST_F(AnyRadiusTest, ASweepCountsItsBuildOnce) {
  const std::string sweep = folder_.write(
      "radii.toml",
      "maps = ['rooms.txt']\nradii = [0.5, 0, 0.9]\nqueries = 12\nrepetitions = 1\nbuilds = 2\n"
      "methods = ['polyanya', 'any-radius', 'any-radius-ignored']\n");
  const std::string out = (folder_.path() / "out").string();
  const Outcome outcome = run_any({"run", sweep, "--out", out});
  ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.error;
  Database store(out + "/results.sqlite", Database::Mode::kReadOnly);
  const auto rows = [&](const std::string& query) {
    std::vector<std::string> lines;
    for (Statement row(store, query); row.step();) lines.emplace_back(row["line"].text());
    return lines;
  };
  EXPECT_THAT(
      rows("SELECT w.name || ' ' || m.name || ' ' || t.status || ' ' || t.builds || ' ' ||"
           " COALESCE(t.own_build_ns > 0, '-') || ' ' || COALESCE(t.own_bytes > 0, '-') AS line"
           " FROM trial t JOIN world w ON w.id = t.world JOIN method m ON m.id = t.method"
           " WHERE m.name <> 'any-radius-ignored' ORDER BY w.radius, m.name"),
      ElementsAre("rooms any-radius built 2 1 1", "rooms polyanya built 2 1 1",
                  "rooms-r0.5 any-radius built 1 - -", "rooms-r0.5 polyanya built 2 1 1",
                  "rooms-r0.9 any-radius built 1 - -", "rooms-r0.9 polyanya built 2 1 1"));
  EXPECT_THAT(rows("SELECT DISTINCT message AS line FROM build WHERE message IS NOT NULL"),
              ElementsAre("one build serves all radii; it is counted in the world rooms"));
  // The methods any-radius and polyanya both promise optimal paths. So their answers to each query
  // must have the same status and the same length.
  EXPECT_THAT(rows("SELECT CAST(COUNT(*) AS TEXT) AS line FROM answer a"
                   " JOIN answer b ON a.query = b.query JOIN method m ON m.id = a.method"
                   " JOIN method n ON n.id = b.method WHERE m.name = 'any-radius'"
                   " AND n.name = 'polyanya' AND a.status = b.status"
                   " AND (a.length IS b.length OR ABS(a.length - b.length) < 1e-9)"),
              ElementsAre("36"));
  EXPECT_THAT(rows("SELECT DISTINCT a.status AS line FROM answer a"
                   " JOIN method m ON m.id = a.method WHERE m.name = 'any-radius-ignored'"
                   " AND a.status = 'invalid_path'"),
              ElementsAre("invalid_path"));
}

TEST_F(AnyRadiusTest, OneWorkerOfASweepBuildsForAllRadii) {
  const std::string sweep =
      folder_.write("once.toml",
                    "maps = ['rooms.txt']\nradii = [0.5, 0, 0.9]\nqueries = 12\n"
                    "repetitions = 2\nmethods = ['any-radius']\n");
  const std::string out = (folder_.path() / "once").string();
  const Outcome outcome = run_any({"run", sweep, "--out", out});
  ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.error;
  Database store(out + "/results.sqlite", Database::Mode::kReadOnly);
  std::vector<std::string> built;
  for (Statement row(store,
                     "SELECT w.name AS line FROM expense e JOIN measurement m ON m.id ="
                     " e.measurement JOIN world w ON w.id = m.world"
                     " WHERE e.activity = 'build' AND e.ns > 0");
       row.step();) {
    built.emplace_back(row["line"].text());
  }
  EXPECT_THAT(built, ElementsAre("rooms-r0.5"));  // the first radius that was measured
  Statement found(store, "SELECT COUNT(*) AS n FROM answer WHERE status = 'found'");
  ASSERT_TRUE(found.step());
  EXPECT_EQ(found["n"].integer(), 36);
}

}  // namespace
}  // namespace fairway::test
