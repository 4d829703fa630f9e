#include "harness/store_diff.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/sqlite.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class StoreDiffTest : public testing::Test {
 protected:
  StoreDiffTest() {
    std::string maps;
    for (int i = 0; i < 6; ++i) {
      std::string map = small_map();
      map[map.size() - 2 - static_cast<std::size_t>(i)] = '.';
      folder_.write("rooms" + std::to_string(i) + ".map", map);
    }
    const std::string sweep = folder_.write("sweep.toml",
                                            "maps = ['rooms*.map']\nqueries = 8\nrepetitions = 2\n"
                                            "methods = ['grid', 'visibility-graph']\n");
    EXPECT_EQ(run({"run", sweep, "--out", folder_.path() / "out"}).code, 0);
    first_ = folder_.path() / "out/results.sqlite";
    second_ = folder_.path() / "second.sqlite";
    std::filesystem::copy(first_, second_);
  }

  void change(const std::string& sql) {
    Database(second_, Database::Mode::kReadWrite).execute(sql);
  }

  TemporaryFolder folder_;
  std::filesystem::path first_;
  std::filesystem::path second_;
};

TEST_F(StoreDiffTest, CopyDoesNotDiffer) {
  const StoreDiff diff = diff_stores(first_, second_);
  EXPECT_FALSE(diff.any());
  EXPECT_EQ(diff.first_digest, diff.second_digest);
  EXPECT_EQ(diff.first_digest, path_digest(first_));
  ASSERT_EQ(diff.methods.size(), 2u);
  EXPECT_GT(diff.methods[0].compared, 40);
  ASSERT_TRUE(diff.methods[0].query_time);
  EXPECT_EQ(diff.methods[0].query_time->ratio, 1);
  EXPECT_FALSE(diff.methods[0].query_time_differs);
  const Outcome outcome = run({"diff", first_, second_});
  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("nothing but times differs"));
}

TEST_F(StoreDiffTest, EachChangeIsCountedAndShown) {
  change("UPDATE answer SET status = 'missed' WHERE method = 1 AND query = 1");
  change("UPDATE answer SET length = length + 1e-9 WHERE method = 1 AND query = 2");
  change("UPDATE answer SET path_hash = 'x' WHERE method = 2 AND query IN (3, 4)");
  change("UPDATE build SET bytes = bytes + 1 WHERE method = 2 AND world = 1");
  const StoreDiff diff = diff_stores(first_, second_);
  EXPECT_TRUE(diff.any());
  EXPECT_NE(diff.first_digest, diff.second_digest);
  EXPECT_EQ(diff.methods[0].statuses, 1);
  EXPECT_EQ(diff.methods[0].lengths, 1);
  EXPECT_EQ(diff.methods[0].paths, 0);
  EXPECT_EQ(diff.methods[1].paths, 2);
  EXPECT_EQ(diff.methods[1].builds, 1);
  EXPECT_THAT(diff.methods[0].examples[0], HasSubstr("-> missed"));
  const Outcome outcome = run({"diff", first_, second_, "--json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("\"differs\": true"));
}

TEST_F(StoreDiffTest, WhatIsInOneOnlyIsNamed) {
  change("UPDATE method SET name = 'other' WHERE id = 2");
  change("UPDATE world SET sha256 = 'changed' WHERE name = 'rooms0'");
  change("UPDATE query SET goal_x = goal_x + 1 WHERE id = 1");
  const StoreDiff diff = diff_stores(first_, second_);
  EXPECT_THAT(diff.only_in_first, ElementsAre("method visibility-graph"));
  EXPECT_THAT(diff.only_in_second, ElementsAre("method other"));
  EXPECT_THAT(diff.changed, ElementsAre("world rooms0", HasSubstr("1 queries of rooms0")));
}

TEST_F(StoreDiffTest, TimesAreToldWhereTheyDifferOnEveryWorld) {
  change(
      "UPDATE timing SET search_ns = 2 * (locate_ns + attach_ns + search_ns + realise_ns +"
      " smooth_ns) - locate_ns - attach_ns - realise_ns - smooth_ns WHERE method = 1");
  const StoreDiff diff = diff_stores(first_, second_);
  EXPECT_FALSE(diff.any());
  EXPECT_TRUE(diff.methods[0].query_time_differs);
  EXPECT_NEAR(diff.methods[0].query_time->ratio, 2, 1e-9);
  EXPECT_FALSE(diff.methods[1].query_time_differs);
  EXPECT_THAT(run({"diff", first_, second_}).out, HasSubstr("grid: query time x2.000"));
}

TEST_F(StoreDiffTest, TimesOfFewWorldsAndOtherMachinesAreNotPassedOff) {
  change("UPDATE run SET host = 'elsewhere'");
  EXPECT_THAT(run({"diff", first_, second_}).out, HasSubstr("the machines differ"));
  change("DELETE FROM timing WHERE query IN (SELECT id FROM query WHERE world <= 2)");
  EXPECT_THAT(run({"diff", first_, second_}).out, HasSubstr("times are not compared"));
  EXPECT_FALSE(diff_stores(first_, second_).methods[0].query_time);
}

}  // namespace
}  // namespace fairway::test
