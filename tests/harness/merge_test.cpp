#include <gmock/gmock.h>

#include "harness/store/sqlite.hpp"
#include "tests/harness/five_maps.hpp"
#include "tests/support/stored_rows.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class MergeTest : public FiveMaps {
 protected:
  MergeTest()
      : FiveMaps(
            "queries = 6\nrepetitions = 2\nradii = [0, 0.25]\n"
            "methods = ['grid', 'triangle-mesh']\n") {}

  fs::path shard(int index, int count) const {
    const std::string part = std::to_string(index) + "/" + std::to_string(count);
    return store("shard" + std::to_string(index), {"--shard", part});
  }

  static void change(const fs::path& store, const std::string& sql) {
    Database(store, Database::Mode::kReadWrite).execute(sql);
  }

  Outcome merge(const std::vector<fs::path>& inputs, const Surroundings& surroundings = {}) const {
    std::vector<std::string> arguments{"merge", out_};
    arguments.insert(arguments.end(), inputs.begin(), inputs.end());
    return run(arguments, surroundings);
  }
  /// The message for stores that cannot be merged. The failed merge must leave no files.
  std::string refusal(const std::vector<fs::path>& inputs) const {
    const Outcome outcome = merge(inputs);
    EXPECT_EQ(outcome.code, 2) << outcome.error;
    EXPECT_FALSE(fs::exists(out_));
    EXPECT_FALSE(fs::exists(out_.string() + ".part"));
    return outcome.error;
  }

  fs::path out_ = folder_.path() / "merged.sqlite";
};

TEST_F(MergeTest, FourShardsAreTheSingleRunInWhateverOrder) {
  const std::string whole = deterministic_rows(store("whole"));
  std::vector<fs::path> shards;
  for (int i = 1; i <= 4; ++i) shards.push_back(shard(i, 4));
  const Outcome merged = merge(shards);
  ASSERT_EQ(merged.code, 0) << merged.error;
  EXPECT_THAT(merged.out, HasSubstr("20 trials on 10 worlds, from 4 runs"));
  EXPECT_EQ(deterministic_rows(out_), whole);
  EXPECT_EQ(count_rows(out_, "run WHERE shard LIKE '_/4' AND finished IS NOT NULL"), 4);
  EXPECT_EQ(count_rows(out_, "measurement JOIN build USING (run, world)"), 20);
  const std::string bytes = content_of(out_);

  fs::remove(out_);
  ASSERT_EQ(merge({shards[2], shards[0], shards[3], shards[1]}).code, 0);
  EXPECT_EQ(content_of(out_), bytes);
}

TEST_F(MergeTest, HostsStayApartAndTheRestCanBeRun) {
  const fs::path first = shard(1, 3);
  const fs::path third = shard(3, 3);
  change(first, "UPDATE run SET host = 'one'");
  change(third, "UPDATE run SET host = 'three'");
  fs::create_directory(folder_.path() / "merged");
  out_ = folder_.path() / "merged" / "results.sqlite";
  const Outcome merged = merge({third, first});
  ASSERT_EQ(merged.code, 0) << merged.error;
  EXPECT_THAT(merged.out, HasSubstr("on the hosts one, three,"));
  const std::string of_host = "build JOIN run ON run.id = run JOIN world ON world.id = world WHERE";
  EXPECT_EQ(count_rows(out_, of_host + " host = 'one' AND map IN ('a', 'd')"), 8);
  EXPECT_EQ(count_rows(out_, of_host + " host = 'three' AND map = 'c'"), 4);
  EXPECT_EQ(deterministic_rows(store("merged")), deterministic_rows(store("whole")));
  EXPECT_EQ(count_rows(out_, "run"), 3);
  EXPECT_EQ(count_rows(out_, "build WHERE run = 3"), 8);
}

TEST_F(MergeTest, MethodsOfOneWorldMayComeFromTwo) {
  const fs::path grid = store("grid", {"--methods", "grid"});
  const fs::path mesh = store("mesh", {"--methods", "triangle-mesh"});
  const Outcome merged = merge({mesh, grid});
  ASSERT_EQ(merged.code, 0) << merged.error;
  EXPECT_EQ(deterministic_rows(out_), deterministic_rows(store("whole")));
}

TEST_F(MergeTest, PartsOfAWorldAreJoinedWithTheirLeastTimes) {
  const fs::path grid = store("grid", {"--methods", "grid"});
  const fs::path mesh = store("mesh", {"--methods", "triangle-mesh"});
  change(grid, "DELETE FROM part; INSERT INTO part VALUES (1, 'walls', 9, 10)");
  change(mesh, "DELETE FROM part; INSERT INTO part VALUES (1, 'walls', 4, 10), (1, 'mesh', 5, 6)");
  ASSERT_EQ(merge({grid, mesh}).code, 0);
  EXPECT_EQ(
      count_rows(out_, "part WHERE (name, build_ns, bytes) IN (('walls', 4, 10), ('mesh', 5, 6))"),
      2);
  EXPECT_EQ(count_rows(out_, "part"), 2);
}

// The merged stores come from different processes. Each process has its own scratch space, which
// grows with its queries. The merged store must keep the largest size.
TEST_F(MergeTest, TheLargestScratchSpaceOfATrialIsKept) {
  const fs::path first = store("first");
  const fs::path second = store("second");
  change(first, "UPDATE build SET scratch_bytes = CASE method WHEN 1 THEN 7 END");
  change(second,
         "UPDATE build SET scratch_bytes = 5 + method; DELETE FROM answer; DELETE FROM timing; "
         "DELETE FROM path");
  const Outcome merged = merge({first, second});
  ASSERT_EQ(merged.code, 0) << merged.error;
  EXPECT_EQ(count_rows(out_, "build WHERE method = 1 AND scratch_bytes = 7"),
            count_rows(out_, "build WHERE method = 1"));
  EXPECT_EQ(count_rows(out_, "build WHERE method = 2 AND scratch_bytes = 7"),
            count_rows(out_, "build WHERE method = 2"));
}

TEST_F(MergeTest, WhatDoesNotBelongTogetherIsNamed) {
  const fs::path grid = store("grid", {"--methods", "grid"});
  const fs::path mesh = store("mesh", {"--methods", "triangle-mesh"});
  EXPECT_THAT(refusal({grid, mesh, grid}), HasSubstr("appears twice"));
  fs::copy_file(grid, folder_.path() / "copy.sqlite");
  const fs::path copy = folder_.path() / "copy.sqlite";
  change(copy, "UPDATE run SET host = 'elsewhere'");
  EXPECT_THAT(refusal({grid, copy}),
              AllOf(HasSubstr("method 'grid' on world 'a' is in two"), HasSubstr(grid),
                    HasSubstr(copy), HasSubstr("(host elsewhere)")));

  const fs::path other = store("other", {"--methods", "triangle-mesh", "--seed", "5"});
  EXPECT_THAT(refusal({grid, other}),
              AllOf(HasSubstr(grid.string() + " was made with seed 1, but "),
                    HasSubstr(other.string() + " with seed 5; expected parts of one sweep")));

  const auto changed = [&](const std::string& sql) {
    fs::copy_file(mesh, copy, fs::copy_options::overwrite_existing);
    change(copy, sql);
    return refusal({grid, copy});
  };
  EXPECT_THAT(changed("PRAGMA user_version = 99"), HasSubstr("schema version 99, expected 13"));
  EXPECT_THAT(
      changed("UPDATE world SET sha256 = 'f00' WHERE name = 'b'"),
      AllOf(HasSubstr("world 'b'"), HasSubstr("sha256"), HasSubstr("'f00' in " + copy.string())));
  EXPECT_THAT(changed("UPDATE query SET goal_x = 0.125 WHERE number = 3"),
              HasSubstr("query 3 of world 'a' differs between"));
  EXPECT_THAT(changed("PRAGMA foreign_keys = OFF; DELETE FROM timing; DELETE FROM answer;"
                      " DELETE FROM path; DELETE FROM query WHERE number = 2"),
              HasSubstr("query 2 of world 'a' differs between"));
  EXPECT_THAT(changed("DELETE FROM timing; DELETE FROM answer; DELETE FROM build_phase;"
                      " DELETE FROM build_run;"
                      " DELETE FROM drawing; DELETE FROM path WHERE method IS NOT NULL;"
                      " DELETE FROM build; UPDATE method SET name = 'grid'"),
              AllOf(HasSubstr("method 'grid'"), HasSubstr("representation"),
                    HasSubstr("'triangle-mesh' in " + copy.string())));
}

TEST_F(MergeTest, OutputsThatCannotBeMadeAreRefused) {
  const fs::path grid = store("grid", {"--methods", "grid"});
  const fs::path output = out_;
  folder_.write("merged.sqlite", "kept");
  EXPECT_EQ(merge({grid}).code, 2);
  EXPECT_EQ(content_of(output), "kept");
  folder_.write("merged.sqlite", "");
  EXPECT_EQ(merge({grid}).code, 0);
  out_ = folder_.path() / "no" / "merged.sqlite";
  EXPECT_THAT(refusal({grid}), HasSubstr("No such file or directory"));
  out_ = folder_.path() / "again.sqlite";
  EXPECT_THAT(refusal({grid, folder_.write("text", std::string(5000, 'x'))}),
              HasSubstr("not a database"));
  EXPECT_EQ(merge({folder_.path() / "none.sqlite"}).code, 2);
  const Outcome full = merge({grid}, {fs::file_size(grid) / 2, false});
  EXPECT_EQ(full.code, 1);
  EXPECT_THAT(full.error, HasSubstr("File too large"));
  EXPECT_FALSE(fs::exists(out_));
  EXPECT_FALSE(fs::exists(out_.string() + ".part"));
}

}  // namespace
}  // namespace fairway::test
