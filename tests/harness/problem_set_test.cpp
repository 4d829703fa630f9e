#include "harness/sweep/problem_set.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "harness/store/sqlite.hpp"
#include "harness/sweep/sweep_plan.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class ProblemSets : public testing::Test {
 protected:
  ProblemSets() {
    folder_.write("grids/rooms.map.scen",
                  "version 1\n"
                  "0\trooms.map\t8\t6\t0\t0\t2\t1\t9\n"
                  "0\trooms.map\t8\t6\t0\t0\t3\t0\t3\n"
                  "0\trooms.map\t8\t6\t0\t0\t1\t1\t9\n");
  }

  ProblemSet make(bool corners = false, double radius = 0) const {
    ProblemOptions options;
    options.map = map_;
    options.corners = corners;
    options.radius = radius;
    return make_problem_set(options, Registry::built_in());
  }

  std::string fault(const std::string& text) const {
    try {
      parse_problem_set({"x.problems", text});
    } catch (const InputError& e) {
      return e.what();
    }
    return "no fault";
  }

  TemporaryFolder folder_;
  std::string map_ = folder_.write("grids/rooms.map", small_map());
};

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

TEST_F(ProblemSets, StateTheOptimaOfBothConventions) {
  const ProblemSet set = make();
  EXPECT_EQ(set.identifier, "FW26/grids/rooms/centre/r0");
  ASSERT_EQ(set.problems.size(), 3U);
  const CertifiedProblem& blocked = set.problems[0];
  EXPECT_EQ(blocked.centre, (Certificate{Truth::kGoalBlocked, 0}));
  EXPECT_EQ(blocked.octile, std::nullopt);
  // The goal cell of this problem is blocked, but the corner of the cell is not. The optimum
  // between the corners (0, 0) and (2, 1) is the straight line.
  EXPECT_NEAR(blocked.corner->length, std::sqrt(5), 1e-12);
  EXPECT_EQ(set.problems[1].centre, (Certificate{Truth::kReachable, 3}));
  EXPECT_EQ(set.problems[1].octile, 3);
  EXPECT_NEAR(set.problems[2].corner->length, std::sqrt(2), 1e-12);
}

TEST_F(ProblemSets, AreReadAsWritten) {
  const ProblemSet set = make(true);
  const std::string text = format_problem_set(set);
  const ProblemSet read = parse_problem_set({"x.problems", text});
  EXPECT_EQ(format_problem_set(read), text);
  EXPECT_EQ(read.ends, ProblemEndsKind::kCorner);
  EXPECT_EQ(read.query(read.problems[1]).goal, (Point{3, 0}));
  EXPECT_NE(make().hash(), set.hash()) << "the meaning of the ends belongs to the hash";
}

TEST_F(ProblemSets, FaultsNameTheLine) {
  const std::string text = format_problem_set(make());
  EXPECT_EQ(fault(text), "no fault");
  EXPECT_THAT(fault(""), HasSubstr("x.problems:1: the file ends early"));
  EXPECT_THAT(fault("version 1\n"), HasSubstr("x.problems:1: expected 'fairway problems 2'"));
  EXPECT_THAT(fault(replaced(text, "ends centre", "read a=1\nread scale\nends centre")),
              HasSubstr("x.problems:6: expected NAME=VALUE, found 'scale'"));
  EXPECT_THAT(fault(replaced(text, "ends centre", "ends middle")),
              HasSubstr(":5: ends 'middle': expected centre, corner, exact"));
  EXPECT_THAT(fault(replaced(text, "radius 0", "radius -1")), HasSubstr(":6: radius -1"));
  EXPECT_THAT(fault(replaced(text, "1\t0\t0\t3\t0", "1\t0\t0\t4\t0")),
              AllOf(HasSubstr(":7: the problems have the hash"), HasSubstr("was edited")));
  for (const char* edited : {"\t3.5\t3\t", "\t3\t3.5\t"}) {
    EXPECT_THAT(fault(replaced(text, "\t3\t3\t", edited)), HasSubstr("was edited"));
  }
  EXPECT_THAT(fault(replaced(text, "/centre/", "/corner/")), HasSubstr("was edited"));
  EXPECT_THAT(fault(replaced(text, "\t3\t3\t", "\t3\tfar\t")), HasSubstr(":10: 'far'"));
  EXPECT_THAT(fault(replaced(text, "\t3\t3\t", "\t3\t")), HasSubstr(":10: 7 columns, expected 8"));
  EXPECT_THAT(fault(text.substr(0, text.find("0\t0"))), HasSubstr("no problems"));
  EXPECT_THAT(fault(replaced(text, "\n1\t", "\n0\t")), HasSubstr(":10: row 0, expected ascending"));
}

TEST_F(ProblemSets, RefuseWorldsWithoutAnExactOptimum) {
  ProblemOptions options;
  options.map = folder_.write("square.geojson", "[[[0, 0], [9, 0], [9, 9], [0, 9]]]");
  options.corners = true;
  EXPECT_THROW(make_problem_set(options, Registry::built_in()), std::invalid_argument);
  options.corners = false;
  const ProblemSet set = make_problem_set(options, Registry::built_in());
  EXPECT_EQ(set.ends, ProblemEndsKind::kExact);
  EXPECT_EQ(set.problems[0].corner, std::nullopt);
}

class ProblemSetsOfASweep : public ProblemSets {
 protected:
  Outcome problems(std::vector<std::string> options) const {
    options.insert(options.begin(), {"problems", map_, "--out", folder_.path() / "sets"});
    return run(std::move(options), surroundings_);
  }
  Outcome sweep() const {
    folder_.write("sweep.toml",
                  "maps = ['sets/FW26/*/*/*/*.problems']\nmethods = ['grid']\nrepetitions = 1\n");
    return run({"run", folder_.path() / "sweep.toml", "--out", folder_.path() / "out"});
  }
  std::vector<std::string> stored(const std::string& query) const {
    Database database(folder_.path() / "out" / "results.sqlite", Database::Mode::kReadOnly);
    Statement rows(database, query);
    std::vector<std::string> texts;
    while (rows.step()) texts.emplace_back(rows[0].text());
    return texts;
  }

  std::string file_ = folder_.path() / "sets/FW26/grids/rooms/centre/r0.problems";
  Surroundings surroundings_;
};

TEST_F(ProblemSetsOfASweep, AreAsked) {
  ASSERT_EQ(problems({}).code, 0);
  ASSERT_EQ(problems({"--endpoints", "corner"}).code, 0);
  ASSERT_EQ(problems({"--radius", "0.25"}).code, 0);
  const Outcome first = sweep();
  EXPECT_EQ(first.code, 0) << first.error;
  EXPECT_THAT(stored("SELECT name FROM world ORDER BY name"),
              ElementsAre("rooms", "rooms-corner", "rooms-r0.25"));
  EXPECT_THAT(stored("SELECT printf('%.3f', start_x) FROM query JOIN world ON world.id = world"
                     " WHERE name LIKE 'rooms-corner' AND number = 1"),
              ElementsAre("0.000"));
  EXPECT_EQ(sweep().code, 0) << "a finished sweep continues";

  const Outcome taken = problems({"--count", "1"});
  EXPECT_EQ(taken.code, 2);
  EXPECT_THAT(taken.error, HasSubstr("has other problems under this identifier"));
  EXPECT_EQ(problems({}).code, 0) << "the same problems";
  std::filesystem::remove(file_);
  ASSERT_EQ(problems({"--count", "1"}).code, 0);
  const Outcome other = sweep();
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.error, HasSubstr("the stored queries are not problems of this set"));
}

TEST_F(ProblemSetsOfASweep, MustStateTheOptimumAndTheMap) {
  ASSERT_EQ(problems({}).code, 0);
  const std::string text = content_of(file_);
  ProblemSet wrong = parse_problem_set({file_, text});
  wrong.problems[1].centre.length = 3.5;
  folder_.write("sets/FW26/grids/rooms/centre/r0.problems", format_problem_set(wrong));
  const Outcome other = sweep();
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.error, HasSubstr("r0.problems:10: row 1 states the optimum 3.5, expected 3"));

  folder_.write("sets/FW26/grids/rooms/centre/r0.problems", text);
  folder_.write("grids/rooms.map", replaced(small_map(), "........", ".......@"));
  EXPECT_THAT(sweep().error, HasSubstr("made for a map with the SHA-256"));
  std::filesystem::remove(map_);
  EXPECT_THAT(sweep().error, HasSubstr("r0.problems:3: skipped: its map"));
}

}  // namespace
}  // namespace fairway::test
