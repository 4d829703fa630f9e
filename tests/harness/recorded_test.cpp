#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/store/sqlite.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

using testing::HasSubstr;

/// A field of 6 by 4 cells with a wall of three cells, and four problems.
class RecordedTest : public testing::Test {
 protected:
  RecordedTest() {
    map_ = folder_.write("field.map",
                         "type octile\nheight 4\nwidth 6\nmap\n"
                         "......\n...@..\n...@..\n...@..\n");
    scenario_ = folder_.write("field.map.scen",
                              "version 1\n"
                              "0\tfield.map\t6\t4\t0\t0\t5\t0\t5\n"
                              "0\tfield.map\t6\t4\t1\t3\t5\t3\t8.5\n"
                              "0\tfield.map\t6\t4\t0\t3\t2\t3\t2\n"
                              "0\tfield.map\t6\t4\t0\t0\t0\t3\t3\n");
    sweep_ = folder_.write("sweep.toml",
                           "maps = ['field.map']\nmethods = ['grid', 'polyanya']\nqueries = 4\n"
                           "repetitions = 2\n");
  }

  Outcome judge(const std::string& paths, const std::string& name, const std::string& out,
                const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"judge", map_, scenario_, folder_.write("paths.csv", paths)};
    arguments.insert(arguments.end(), {"--name", name, "--out", folder_.path() / out});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }

  std::string store(const std::string& out) const {
    return folder_.path() / out / "results.sqlite";
  }
  std::vector<std::string> texts(const std::string& out, const std::string& sql) const {
    return Database(store(out), Database::Mode::kReadOnly).texts(sql);
  }

  TemporaryFolder folder_;
  std::string map_, scenario_, sweep_;
};

constexpr const char* kStatuses =
    "SELECT q.number || ' ' || a.status FROM answer a JOIN query q ON q.id = a.query"
    " JOIN method m ON m.id = a.method WHERE m.name = 'mine' ORDER BY q.number";
constexpr const char* kPaths =
    "row,points,ns,nodes\n"
    "0,0.5 0.5 5.5 0.5,1000,7\n"
    "1,1.5 3.5 5.5 3.5,,\n"
    "2,,500,\n"
    "3,0.5 0.5 0.5 3.25,,\n";

TEST_F(RecordedTest, ARegressionTestFailsForAnIllegalPathAndForAGap) {
  constexpr const char* kLegal =
      "row,points,ns\n0,0.5 0.5 5.5 0.5,1000\n1,1.5 3.5 1.5 0.5 5.5 0.5 5.5 3.5,\n";
  const std::string file = (folder_.path() / "judged.xml").string();
  EXPECT_EQ(judge(kLegal, "a", "new", {"--max-gap", "0.9", "--junit", file}).code, 0);
  EXPECT_EQ(content_of(file),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"a\" tests=\"2\" failures=\"0\">\n"
            "  <testcase classname=\"field\" name=\"row 0\" time=\"1e-06\"/>\n"
            "  <testcase classname=\"field\" name=\"row 1\"/>\n"
            "</testsuite>\n");
  const Outcome longer = judge(kLegal, "b", "new", {"--max-gap", "0.01"});
  EXPECT_EQ(longer.code, 1);
  EXPECT_THAT(longer.out, HasSubstr("Row 1 failed: gap "));
  EXPECT_EQ(judge(kPaths, "c", "all", {"--max-gap", "9", "--junit", file}).code, 1);
  EXPECT_THAT(content_of(file), HasSubstr("failures=\"3\""));
  EXPECT_THAT(content_of(file), HasSubstr("<failure message=\"invalid_path: segment 0: "));
  EXPECT_THAT(content_of(file), HasSubstr("<failure message=\"missed\"/>"));
  EXPECT_EQ(judge(kPaths, "d", "all").code, 0);
}

TEST_F(RecordedTest, PathsAreJudgedAsThoseOfEveryMethod) {
  const Outcome outcome = judge(kPaths, "mine", "new");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("Recorded, not timed: mine 1 of 1 world\n"));
  EXPECT_THAT(texts("new", kStatuses),
              testing::ElementsAre("0 found", "1 invalid_path", "2 missed", "3 invalid_path"));
  EXPECT_THAT(texts("new", "SELECT fault FROM answer WHERE fault IS NOT NULL ORDER BY query"),
              testing::ElementsAre("walls", "ends"));
  EXPECT_THAT(texts("new", "SELECT reported_ns FROM answer WHERE reported_ns IS NOT NULL"),
              testing::ElementsAre("1000", "500"));
  EXPECT_THAT(texts("new", "SELECT expanded FROM answer ORDER BY query LIMIT 1"),
              testing::ElementsAre("7"));
  EXPECT_THAT(texts("new", "SELECT name FROM method WHERE recorded"), testing::ElementsAre("mine"));
  for (const char* nothing :
       {"SELECT COUNT(*) FROM timing", "SELECT COUNT(*) FROM build_run",
        "SELECT COUNT(*) FROM build WHERE ns IS NOT NULL OR bytes IS NOT NULL"}) {
    EXPECT_THAT(texts("new", nothing), testing::ElementsAre("0")) << nothing;
  }
}

TEST_F(RecordedTest, PathsStandBesideTheMethodsOfASweep) {
  ASSERT_EQ(run({"run", sweep_, "--out", folder_.path() / "swept", "--queries", "2"}).code, 0);
  const Outcome outcome = judge(kPaths, "mine", "swept");
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("Ignored rows of PATHS, which are not among the queries of "
                                     "the store or of --count: 2\n"));
  EXPECT_THAT(texts("swept", kStatuses), testing::ElementsAre("1 invalid_path", "3 invalid_path"));
  EXPECT_THAT(texts("swept", "SELECT COUNT(*) FROM world"), testing::ElementsAre("1"));
  const Outcome again = judge(kPaths, "mine", "swept");
  EXPECT_EQ(again.code, 2);
  EXPECT_THAT(again.error, HasSubstr("has paths of 'mine' on field"));
  const Outcome other = judge(kPaths, "grid", "swept");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.error, HasSubstr("method 'grid' is stored with other settings"));
}

TEST_F(RecordedTest, PathsWithOtherCostsOfTerrainAreRefused) {
  const std::string cheap = folder_.write("cheap.costs", "cost . 1\ncost @ 0\n");
  const std::string dear = folder_.write("dear.costs", "cost . 3\ncost @ 0\n");
  ASSERT_EQ(judge(kPaths, "mine", "judged", {"--terrain", cheap}).code, 0);
  for (const std::vector<std::string>& costs :
       {std::vector<std::string>{}, std::vector<std::string>{"--terrain", dear}}) {
    const Outcome outcome = judge(kPaths, "other", "judged", costs);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.error, HasSubstr("'field' was stored with other costs of terrain"));
  }
  EXPECT_EQ(judge(kPaths, "other", "judged", {"--terrain", cheap}).code, 0);
}

TEST_F(RecordedTest, WhatIsWrongIsNamedAndNothingIsStored) {
  const Outcome unknown = judge("row,points\n0,0.5 0.5 5.5 0.5\n4,\n", "mine", "bad");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.error, HasSubstr("paths.csv:3: row 4: expected a row of the scenario"));
  EXPECT_FALSE(std::filesystem::exists(store("bad")));
  const Outcome few = judge("row,points\n0,0.5 0.5 5.5 0.5\n", "mine", "bad", {"--count", "4"});
  EXPECT_EQ(few.code, 2);
  EXPECT_THAT(few.error, HasSubstr("row 1 is missing; expected all rows asked of field: 0, 1, 2"));
  EXPECT_FALSE(std::filesystem::exists(store("bad")));
  EXPECT_EQ(judge(kPaths, "", "bad").code, 2);

  ASSERT_EQ(run({"run", sweep_, "--out", folder_.path() / "swept"}).code, 0);
  const std::string before = content_of(store("swept"));
  EXPECT_EQ(judge("row,points\n0,\n1,\n3,\n", "mine", "swept").code, 2);
  EXPECT_EQ(content_of(store("swept")), before);
}

TEST_F(RecordedTest, PinnedMethodsAreJudgedAgainAndNotTimed) {
  ASSERT_EQ(run({"run", sweep_, "--out", folder_.path() / "old"}).code, 0);
  const std::string pin = "polyanya=" + store("old");
  const Outcome outcome =
      run({"run", sweep_, "--out", folder_.path() / "new", "--pin", pin, "--queries", "4"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const char* const facts =
      "SELECT a.status || ' ' || a.length || ' ' || a.gap || ' ' || a.path_hash FROM answer a"
      " JOIN method m ON m.id = a.method WHERE m.name = 'polyanya' ORDER BY a.query";
  EXPECT_EQ(texts("new", facts), texts("old", facts));
  EXPECT_EQ(texts("new", facts).size(), 4u);
  const char* const timed =
      "SELECT m.name || ' ' || COUNT(*) FROM timing t JOIN method m ON m.id = t.method"
      " GROUP BY m.name";
  EXPECT_THAT(texts("new", timed), testing::ElementsAre("grid 8"));
  EXPECT_THAT(texts("new", "SELECT COUNT(*) FROM answer WHERE reported_ns > 0"),
              testing::ElementsAre("4"));
}

TEST_F(RecordedTest, APinThatDoesNotFitIsRefused) {
  ASSERT_EQ(run({"run", sweep_, "--out", folder_.path() / "old", "--queries", "2"}).code, 0);
  const auto refusal = [&](const std::string& pin) {
    const Outcome outcome = run({"run", sweep_, "--out", folder_.path() / "new", "--pin", pin});
    EXPECT_EQ(outcome.code, 2);
    return outcome.error;
  };
  EXPECT_THAT(refusal("anya=" + store("old")), HasSubstr("the sweep has no method 'anya'"));
  EXPECT_THAT(refusal("grid"), HasSubstr("expected NAME=STORE.sqlite"));
  EXPECT_THAT(refusal("grid=none.sqlite"), HasSubstr("there is no file none.sqlite"));
  judge(kPaths, "mine", "judged");
  EXPECT_THAT(refusal("grid=" + store("judged")), HasSubstr("has no method 'grid'"));
  const std::string drawn = folder_.write(
      "drawn.toml", "maps = ['field.map']\nmethods = ['grid']\nqueries = 4\npaths = 'none'\n");
  ASSERT_EQ(run({"run", drawn, "--out", folder_.path() / "drawn"}).code, 0);
  const Outcome lost =
      run({"run", sweep_, "--out", folder_.path() / "lost", "--pin", "grid=" + store("drawn")});
  EXPECT_NE(lost.code, 0);
  EXPECT_THAT(lost.error, HasSubstr("has no path of 'grid' for query 0"));
  const Outcome fewer =
      run({"run", sweep_, "--out", folder_.path() / "fewer", "--pin", "grid=" + store("old")});
  EXPECT_EQ(fewer.code, 0) << fewer.error;
  EXPECT_THAT(texts("fewer", "SELECT COUNT(*) FROM answer WHERE message LIKE 'not answered in %'"),
              testing::ElementsAre("2"));
}

}  // namespace
}  // namespace fairway::test
