#include <gmock/gmock.h>

#include <map>
#include <set>

#include "harness/sweep/sweep_plan.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

class ShardTest : public testing::Test {
 protected:
  ShardTest() {
    for (const char* name : {"a", "b", "c", "d", "e"}) {
      folder_.write(std::string(name) + ".map", small_map());
    }
  }

  std::vector<std::string> worlds(std::optional<Shard> shard,
                                  std::vector<std::string> maps = {}) const {
    SweepOverrides overrides;
    overrides.shard = shard;
    overrides.maps = std::move(maps);
    std::vector<std::string> names;
    for (const SweepMap& map : plan_sweep(sweep_, overrides, Registry::built_in()).maps) {
      names.push_back(map.name);
    }
    return names;
  }

  TemporaryFolder folder_;
  std::string sweep_ =
      folder_.write("sweep.toml", "maps = ['?.map']\nradii = [0, 0.25]\nmethods = ['grid']\n");
};

TEST_F(ShardTest, EveryMapIsInOneShardWithAllItsRadii) {
  EXPECT_THAT(worlds(Shard{1, 2}),
              testing::ElementsAre("a", "a-r0.25", "c", "c-r0.25", "e", "e-r0.25"));
  const std::vector<std::string> all = worlds(std::nullopt);
  for (int count = 1; count <= 7; ++count) {
    std::multiset<std::string> together;
    for (int index = 1; index <= count; ++index) {
      for (const std::string& name : worlds(Shard{index, count})) together.insert(name);
    }
    EXPECT_EQ(together, std::multiset<std::string>(all.begin(), all.end())) << count;
  }
}

TEST_F(ShardTest, ASelectionOfMapsMovesNoneToAnotherShard) {
  EXPECT_THAT(worlds(Shard{2, 2}, {"[bce]"}), testing::ElementsAre("b", "b-r0.25"));
  EXPECT_THAT(worlds(Shard{2, 2}, {"c"}), testing::IsEmpty());
  EXPECT_THROW(worlds(Shard{2, 2}, {"z"}), UnknownName);
  EXPECT_THAT(worlds(std::nullopt, {"d", "a*"}),
              testing::ElementsAre("a", "a-r0.25", "d", "d-r0.25"));
  EXPECT_THROW(worlds(std::nullopt, {"a", "z"}), UnknownName);
}

TEST_F(ShardTest, ShardAndLimitsAreRecorded) {
  SweepOverrides overrides;
  const RunRecord standard = run_record(plan_sweep(sweep_, overrides, Registry::built_in()));
  overrides.shard = Shard{2, 4};
  const RunRecord shard = run_record(plan_sweep(sweep_, overrides, Registry::built_in()));
  EXPECT_EQ(shard.shard, "2/4");
  EXPECT_EQ(shard.plan, standard.plan);
  overrides.timeout_ms = 7;
  overrides.memory_mb = 99;
  const RunRecord limited = run_record(plan_sweep(sweep_, overrides, Registry::built_in()));
  EXPECT_EQ(limited.timeout_ms, 7);
  EXPECT_EQ(limited.memory_mb, 99);
  EXPECT_NE(limited.plan, standard.plan);
}

}  // namespace
}  // namespace fairway::test
