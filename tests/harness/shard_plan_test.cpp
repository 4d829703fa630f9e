#include <gmock/gmock.h>

#include <map>
#include <random>

#include "datasets/output.hpp"
#include "datasets/world.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/store_place.hpp"
#include "harness/sweep/costs.hpp"
#include "harness/sweep/shards.hpp"
#include "tests/harness/five_maps.hpp"
#include "tests/support/stored_rows.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

SweepPlan plan_of(std::size_t worlds) {
  SweepPlan plan;
  plan.sweep.queries = 100;
  for (std::size_t i = 0; i < worlds; ++i) {
    SweepMap& map = plan.maps.emplace_back();
    map.name = std::to_string(i);
  }
  return plan;
}

double longest(const ShardPlan& plan) {
  double most = 0;
  for (const auto& shard : plan.shards) most = std::max(most, seconds_of(shard));
  return most;
}

TEST(ShardPlanTest, EveryQueryOfEveryWorldIsInOneShardAndNoneIsMuchLongerThanTheMean) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const std::size_t worlds = 1 + random() % 40;
    const int count = static_cast<int>(1 + random() % 20);
    std::vector<WorldCost> costs;
    double total = 0;
    for (std::size_t i = 0; i < worlds; ++i) {
      const double seconds = std::exp(static_cast<double>(random() % 100) / 15);
      costs.push_back({0.1 * seconds, seconds});
      total += 1.1 * seconds;
    }
    const ShardPlan plan = plan_shards(plan_of(worlds), costs, count);
    EXPECT_LE(plan.shards.size(), static_cast<std::size_t>(count));
    std::map<std::string, std::vector<Slice>> slices;
    double planned = 0;
    for (const auto& shard : plan.shards) {
      EXPECT_FALSE(shard.empty());
      std::map<std::string, int> here;
      for (const ShardTask& task : shard) {
        EXPECT_EQ(++here[task.world], 1) << "two slices of a world in one shard";
        slices[task.world].push_back(task.slice);
      }
      planned += seconds_of(shard);
    }
    EXPECT_EQ(slices.size(), worlds);
    for (const auto& [world, of] : slices) {
      EXPECT_EQ(of.size(), static_cast<std::size_t>(of.front().count));
      for (std::size_t place = 0; place < 50; ++place) {
        EXPECT_EQ(std::count_if(of.begin(), of.end(), [&](Slice s) { return s.holds(place); }), 1);
      }
    }
    double dearest = 0;
    for (const auto& shard : plan.shards) {
      for (const ShardTask& task : shard) dearest = std::max(dearest, task.seconds);
    }
    EXPECT_GE(planned, total * (1 - 1e-12));
    EXPECT_LE(longest(plan), planned / static_cast<double>(plan.shards.size()) + dearest) << round;
  }
}

TEST(ShardPlanTest, AWorldThatExceedsTheMeanIsSliced) {
  const ShardPlan plan =
      plan_shards(plan_of(3), std::vector<WorldCost>{{1, 99}, {1, 9}, {1, 9}}, 4);
  int slices = 0;
  for (const auto& shard : plan.shards) {
    for (const ShardTask& task : shard) slices += task.world == "0" ? 1 : 0;
  }
  EXPECT_EQ(slices, 4);
  EXPECT_LT(longest(plan), 36);
}

// The first world has a large cost that does not depend on its queries. Each slice of the world
// would pay this cost again, so the world must not be divided.
TEST(ShardPlanTest, AWorldThatCostsTheSameHoweverFewQueriesAreAskedIsWhole) {
  const ShardPlan plan = plan_shards(plan_of(2), std::vector<WorldCost>{{99, 1}, {1, 1}}, 8);
  EXPECT_EQ(plan.shards.size(), 2u);
}

class SharedSweepTest : public FiveMaps {
 protected:
  SharedSweepTest()
      : FiveMaps("queries = 7\nrepetitions = 1\nbuilds = 2\nmethods = ['grid', 'quadtree']\n") {
    fs::create_directory(local_);
  }

  /// A plan that divides the queries of map 'c' into three slices.
  std::string plan() const {
    const Outcome planned = run({"run", sweep_, "--plan-shards", "2"});
    EXPECT_EQ(planned.code, 0) << planned.error;
    const std::string hash = planned.out.substr(planned.out.find("\"plan\": \"") + 9, 16);
    return folder_.write("plan.json", R"({"format": "fairway shard plan", "version": 1,
 "sweep": "sweep.toml", "plan": ")" + hash +
                                          R"(", "methods": ["grid", "quadtree"], "shards": [
 {"worlds": [{"world": "a", "seconds": 1}, {"world": "c", "seconds": 1, "slice": [1, 3]}]},
 {"worlds": [{"world": "b", "seconds": 1}, {"world": "c", "seconds": 1, "slice": [2, 3]}]},
 {"worlds": [{"world": "d", "seconds": 1}, {"world": "e", "seconds": 1},
             {"world": "c", "seconds": 1, "slice": [3, 3]}]}]})");
  }
  fs::path shard(int index, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--plan", plan(), "--shard", std::to_string(index) + "/3"});
    return store("shards/" + std::to_string(index), more);
  }
  Outcome merge(const std::vector<fs::path>& inputs, std::vector<std::string> more = {}) const {
    fs::remove(out_);
    std::vector<std::string> arguments{"merge", out_, "--plan", plan()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.insert(arguments.end(), inputs.begin(), inputs.end());
    return run(arguments);
  }

  fs::path local_ = folder_.path() / "local";
  fs::path out_ = folder_.path() / "joined.sqlite";
};

TEST_F(SharedSweepTest, ShardsThatDivideAWorldAreTheSingleRunInWhateverOrder) {
  const std::vector<fs::path> shards{shard(1), shard(2, {"--scratch", local_}), shard(3)};
  EXPECT_TRUE(fs::is_empty(local_));
  for (const auto& order : {std::vector{0, 1, 2}, std::vector{2, 0, 1}}) {
    std::vector<fs::path> inputs;
    for (const int i : order) inputs.push_back(shards[static_cast<std::size_t>(i)]);
    const Outcome merged = merge(inputs);
    ASSERT_EQ(merged.code, 0) << merged.error;
    EXPECT_EQ(count_rows(out_, "answer"), 5 * 7 * 2);
  }
  // Three shards share the map 'c'. Each shard built two methods twice on this map, which makes 12
  // builds. The joined store must contain all of them.
  EXPECT_EQ(count_rows(out_, "build_run JOIN world ON world.id = world AND name = 'c'"), 12);
  EXPECT_EQ(count_rows(out_, "measurement JOIN world ON world.id = world AND name = 'c'"), 3);
  Database(out_, Database::Mode::kReadWrite).execute("DELETE FROM build_run WHERE number > 1");
  EXPECT_EQ(deterministic_rows(out_), deterministic_rows(store("whole")));
}

TEST_F(SharedSweepTest, WhatIsMissingIsToldAndCanBeRun) {
  const fs::path first = shard(1);
  const fs::path third = shard(3);
  EXPECT_EQ(run({"shards", plan(), "--missing"}).out, "2\n");
  EXPECT_THAT(run({"shards", plan()}).out,
              AllOf(HasSubstr("2       0/2  2 s"), HasSubstr("2 of 3 shards are complete")));
  const Outcome refused = merge({first, third});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.error,
              HasSubstr("missing on 2 of 5 worlds: b, c; --incomplete merges the rest"));
  EXPECT_FALSE(fs::exists(out_));
  const Outcome joined = merge({first, third}, {"--incomplete"});
  EXPECT_EQ(joined.code, 0) << joined.error;
  EXPECT_THAT(joined.out, HasSubstr("Builds or answers are missing on 2 of 5 worlds: b, c\n"));

  // A run without a shard continues the joined store. It adds the missing answers on b and c.
  fs::create_directory(folder_.path() / "rest");
  fs::rename(out_, folder_.path() / "rest" / "results.sqlite");
  const fs::path rest = store("rest");
  EXPECT_EQ(count_rows(rest, "answer"), 5 * 7 * 2);
  EXPECT_EQ(count_rows(rest, "measurement JOIN world ON world.id = world AND name = 'c'"), 3);

  shard(2);
  EXPECT_EQ(run({"shards", plan(), "--missing"}).out, "\n");
}

TEST_F(SharedSweepTest, AMapThatCannotBeReadIsNotMissing) {
  const fs::path second = shard(2);
  const std::string map = folder_.write("a.map", "type octile\nheight 1\nwidth 2\nmap\n.\n");
  const Outcome outcome = run({"run", sweep_, "--out", folder_.path() / "shards" / "1", "--plan",
                               plan(), "--shard", "1/3"});
  EXPECT_EQ(outcome.code, 2);
  const fs::path first = folder_.path() / "shards" / "1" / "results.sqlite";
  EXPECT_EQ(count_rows(first, "refusal WHERE name = 'a' AND message LIKE '%a.map:5:%'"), 1);
  EXPECT_EQ(run({"shards", plan(), "--missing"}).out, "3\n");
  EXPECT_EQ(merge({first, second, shard(3)}).code, 0);
  EXPECT_EQ(count_rows(out_, "refusal"), 1);

  folder_.write("a.map", small_map());
  EXPECT_EQ(count_rows(shard(1), "refusal"), 0);
  const Outcome planned = run({"run", sweep_, "--plan-shards", "3"});
  EXPECT_EQ(planned.code, 0);
}

// An incomplete copy beside the store does not count as a store, and the next run does not use it.
TEST_F(SharedSweepTest, ARunResumesFromTheLastCompleteCopy) {
  const fs::path done = shard(1, {"--scratch", local_, "--methods", "grid,quadtree"});
  const std::string bytes = content_of(done);
  std::ofstream(done.string() + ".node.1.part") << bytes.substr(0, bytes.size() / 2);
  EXPECT_EQ(shard(1, {"--scratch", local_}), done);
  EXPECT_EQ(count_rows(done, "measurement"), 2);
  EXPECT_EQ(count_rows(done, "run"), 2);
  std::ofstream(done.string() + "-wal") << "log";
  const Outcome refused = run({"run", sweep_, "--out", done.parent_path(), "--plan", plan(),
                               "--shard", "1/3", "--scratch", local_});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.error, HasSubstr("a run without --scratch is writing it, or was killed"));
}

TEST_F(SharedSweepTest, AFullSharedFolderLosesNothing) {
  const fs::path shared = folder_.path() / "shared";
  fs::create_directory(shared);
  RunRecord record;
  StorePlace place(shared, local_);
  ResultStore result(place.file(), record, this_machine());
  place.publish(result);
  const std::string before = content_of(shared / "results.sqlite");
  result.add_refusal("a", "for a difference");
  fs::rename(shared, folder_.path() / "moved");
  EXPECT_THAT([&] { place.publish(result); },
              testing::ThrowsMessage<OutputError>(
                  AllOf(HasSubstr("results.sqlite: cannot be replaced (No such file"),
                        HasSubstr("all finished trials are in " + place.file().string()))));
  fs::rename(folder_.path() / "moved", shared);
  EXPECT_EQ(content_of(shared / "results.sqlite"), before);
  EXPECT_EQ(std::distance(fs::directory_iterator(shared), {}), 1);
  place.publish(result);
  EXPECT_NE(content_of(shared / "results.sqlite"), before);
}

// A node that seems dead may still run while another node repeats its shard. The first node must
// not replace the newer store of the other node by its own older store.
TEST_F(SharedSweepTest, AnOlderStoreReplacesNoNewerOne) {
  const fs::path shared = folder_.path() / "shared";
  fs::create_directory(shared);
  StorePlace place(shared, local_);
  ResultStore result(place.file(), RunRecord(), this_machine());
  place.publish(result);
  fs::copy_file(store("newer"), shared / "results.sqlite", fs::copy_options::overwrite_existing);
  EXPECT_THAT([&] { place.publish(result); },
              testing::ThrowsMessage<StoreUnavailable>(
                  HasSubstr("results.sqlite: another run has stored more results than this one")));
  EXPECT_EQ(count_rows(shared / "results.sqlite", "measurement"), 5);
}

TEST_F(SharedSweepTest, PlansThatDoNotFitAreRefusedByName) {
  const auto refusal = [&](const std::string& text, const std::string& shard = "1/3") {
    const std::string file = folder_.write("plan.json", text);
    const Outcome outcome =
        run({"run", sweep_, "--out", folder_.path() / "no", "--plan", file, "--shard", shard});
    EXPECT_EQ(outcome.code, 2) << outcome.out;
    return outcome.error;
  };
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = content_of(plan());
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  EXPECT_THAT(refusal("{}"), HasSubstr("plan.json:1: expected \"format\", the name of the format"));
  EXPECT_THAT(refusal("{\"format\": 1"), HasSubstr("plan.json:1: "));
  EXPECT_THAT(refusal(changed("\"version\": 1", "\"version\": 2")),
              HasSubstr("plan of version 2, expected version 1"));
  EXPECT_THAT(refusal(changed("[2, 3]", "[4, 3]")),
              HasSubstr("plan.json:4: expected [I, N] with I <= N"));
  EXPECT_THAT(refusal(changed("[2, 3]", "[2.5, 3]")), HasSubstr("plan.json:4: expected a whole"));
  EXPECT_THAT(refusal(changed("\"world\": \"a\"", "\"world\": \"z\"")),
              HasSubstr("has the world 'z', which is not in this sweep"));
  EXPECT_THAT(refusal(changed("{\"world\": \"d\", \"seconds\": 1}, ", "")),
              HasSubstr("lacks the world 'd' of this sweep; expected a new plan"));
  EXPECT_THAT(refusal(changed("\"quadtree\"", "\"polyanya\"")),
              HasSubstr("made for other methods (grid, polyanya), expected the methods of this "
                        "run: grid, quadtree"));
  EXPECT_THAT(refusal(content_of(plan()), "1/4"), HasSubstr("has 3 shards, expected --shard I/3"));
  const Outcome other = run({"run", sweep_, "--seed", "9", "--out", folder_.path() / "no", "--plan",
                             plan(), "--shard", "1/3"});
  EXPECT_THAT(other.error, HasSubstr("made for other settings"));
  EXPECT_FALSE(fs::exists(folder_.path() / "no"));
}

TEST_F(SharedSweepTest, WorldsCostWhatTheyCostInAnEarlierStore) {
  const fs::path earlier = store("earlier", {"--maps", "[ab]"});
  {
    Database database(earlier, Database::Mode::kReadWrite);
    database.execute(
        "DELETE FROM expense;"
        " INSERT INTO expense SELECT id, 'build', 3000000000 FROM measurement;"
        " INSERT INTO expense SELECT id, 'timed', 2000000000 * world FROM measurement;"
        " INSERT INTO expense SELECT id, 'judge', 1000000000 FROM measurement");
  }
  SweepOverrides overrides;
  overrides.repetitions = 3;
  overrides.queries = 14;
  SweepPlan plan = plan_sweep(sweep_, overrides, Registry::built_in());
  const std::vector<WorldCost> costs = expected_costs(plan, earlier);
  ASSERT_EQ(costs.size(), 5u);
  EXPECT_DOUBLE_EQ(costs[0].fixed, 3);
  EXPECT_DOUBLE_EQ(costs[0].queries, 2 * (3 * 2 + 1));
  EXPECT_DOUBLE_EQ(costs[1].queries, 2 * (3 * 4 + 1));
  EXPECT_DOUBLE_EQ(costs[2].fixed, 3);  // a map of the same size as the others costs their mean
  EXPECT_DOUBLE_EQ(costs[2].queries, 20);
}

}  // namespace
}  // namespace fairway::test
