#include "harness/sweep/turns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/records/path_hash.hpp"
#include "tests/harness/ring_world.hpp"

namespace fairway {
namespace {

using testing::HasSubstr;

/// The behaviour of a scripted worker. Restarted workers share it.
struct Script {
  std::function<BuiltWorker()> build = [] { return BuiltWorker{}; };
  /// Called with the 0-based number of the query, counted over all workers of the script.
  std::function<void(int, AnswerReply&)> answer = [](int, AnswerReply&) {};
  int started = 0;
  int asked = 0;
  std::vector<std::size_t> requests = {};  ///< number of queries in each request
  std::vector<double> radii = {};          ///< radii of the queries, without successive repeats
  std::string* log = nullptr;              ///< each request appends `name`
  char name = 'a';
};

class ScriptedWorker : public Worker {
 public:
  explicit ScriptedWorker(Script& script) : script_(script) { ++script.started; }
  BuiltWorker build() override { return script_.build(); }
  void answer(std::span<const Query> queries, bool, std::chrono::nanoseconds,
              const Receive& receive) override {
    script_.requests.push_back(queries.size());
    if (script_.log != nullptr) *script_.log += script_.name;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const double radius = queries[i].radius;
      if (script_.radii.empty() || script_.radii.back() != radius) script_.radii.push_back(radius);
      AnswerReply reply;
      reply.answer.status = PlanStatus::kFound;
      reply.answer.raw = reply.answer.path = {{1, 5}, {4, 6}, {6, 6}, {9, 5}};
      reply.answer.times.search = 1;
      script_.answer(script_.asked++, reply);
      receive(i, reply);
    }
  }
  std::optional<Findings> inspect(std::span<const Query>) override { return std::nullopt; }

  std::optional<DrawingRecord> draw(const DrawRequest&) override { return std::nullopt; }

 private:
  Script& script_;
};

class TurnsTest : public testing::Test {
 protected:
  std::vector<TrialRecord> measure(std::vector<Script>& scripts, int repetitions = 3,
                                   std::uint64_t seed = 1) {
    std::vector<TurnsMethod> methods;
    for (Script& script : scripts) {
      methods.push_back({[&script] { return std::make_unique<ScriptedWorker>(script); }, {}});
    }
    TurnsTask task;
    task.queries = queries_;
    task.repetitions = repetitions;
    task.builds = builds_;
    task.seed = seed;
    return measure_in_turns(task, methods, judge_, ledger_, {}).value();
  }

  TrialRecord measure_one(Script script, int repetitions = 3) {
    std::vector<Script> scripts{std::move(script)};
    TrialRecord record = std::move(measure(scripts, repetitions).front());
    started_ = scripts.front().started;
    return record;
  }

  void ask(std::size_t count) { queries_.assign(count, test::query_past_the_hole()); }

  FreeSpace space_ = test::ring_world();
  Judge judge_{space_};
  Ledger ledger_;
  std::vector<QueryRecord> queries_{test::query_past_the_hole()};
  int started_ = 0;
  int builds_ = 1;
  std::size_t requests_ = 0;  ///< number of requests that the script received
  std::ptrdiff_t again_ = 0;
};

WorkerFailure crash() { return {Status::kCrashed, "ended by signal 11"}; }

TEST_F(TurnsTest, EveryQueryIsTimedOnceARepetition) {
  ask(60);
  std::vector<Script> scripts(2);
  const std::vector<TrialRecord> trials = measure(scripts, 4);
  for (const TrialRecord& trial : trials) {
    EXPECT_EQ(trial.build.status, Status::kBuilt);
    for (const AnswerRecord& answer : trial.answers) {
      EXPECT_EQ(answer.status, Status::kFound);
      EXPECT_EQ(answer.times.size(), 4u);
    }
  }
  // Each worker first answers 60 single queries. Then, in each of 4 rounds, it answers batches of
  // 25, 25 and 10 queries. Each batch begins with one additional query to warm up.
  std::vector<std::size_t> expected(60, 1);
  for (int r = 0; r < 4; ++r) expected.insert(expected.end(), {26, 26, 11});
  EXPECT_EQ(scripts[0].requests, expected);
}

/// A worker that returns the hash of a path instead of the path wherever the protocol allows it: in
/// repeated answers.
class HashingWorker : public ScriptedWorker {
 public:
  explicit HashingWorker(Script& script, std::uint64_t change)
      : ScriptedWorker(script), change_(change) {}
  void answer_again(std::span<const Query> queries, std::chrono::nanoseconds patience,
                    const Receive& receive) override {
    answer(queries, false, patience, [&](std::size_t i, AnswerReply& reply) {
      reply.path_hash = path_hash(reply.answer.path) + change_;
      reply.answer.path.clear();
      receive(i, reply);
    });
  }

 private:
  std::uint64_t change_;
};

TEST_F(TurnsTest, HashStandsForThePathInRepetitions) {
  for (const bool changed : {false, true}) {
    Script script;
    const TurnsMethod method{
        [&] { return std::make_unique<HashingWorker>(script, changed ? 1U : 0U); }, {}};
    TurnsTask task;
    task.queries = queries_;
    task.repetitions = 2;
    const auto trials = measure_in_turns(task, std::span(&method, 1), judge_, ledger_, {});
    const AnswerRecord& answer = trials.value().front().answers.front();
    EXPECT_EQ(answer.status, changed ? Status::kError : Status::kFound);
    EXPECT_EQ(answer.times.size(), changed ? 0u : 2u);
  }
}

TEST_F(TurnsTest, MethodsTakeTurnsInASeededRandomOrder) {
  ask(100);
  const auto order = [&](std::uint64_t seed) {
    std::string log;
    std::vector<Script> scripts(3);
    for (std::size_t i = 0; i < scripts.size(); ++i) {
      scripts[i].log = &log;
      scripts[i].name = static_cast<char>('a' + i);
    }
    measure(scripts, 5, seed);
    return log.substr(300);
  };
  const std::string once = order(7);
  ASSERT_EQ(once.size(), 5u * 4 * 3);
  for (std::size_t turn = 0; turn < once.size(); turn += 3) {
    std::string methods = once.substr(turn, 3);
    std::sort(methods.begin(), methods.end());
    EXPECT_EQ(methods, "abc");
  }
  EXPECT_EQ(order(7), once);
  EXPECT_NE(order(8), once);
}

TEST_F(TurnsTest, CrashCostsItsQueryAndNoOther) {
  ask(10);
  const TrialRecord trial = measure_one({.answer = [](int n, AnswerReply&) {
    if (n == 6) throw crash();
  }});
  EXPECT_EQ(started_, 2);
  EXPECT_EQ(trial.build.failures, 1);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(trial.answers[i].status, i == 6 ? Status::kCrashed : Status::kFound);
    EXPECT_EQ(trial.answers[i].times.size(), i == 6 ? 0u : 3u);
  }
  EXPECT_THAT(trial.answers[6].message, HasSubstr("signal 11"));
}

TEST_F(TurnsTest, CrashInATimedBatchIsTracedToItsQuery) {
  ask(10);
  // The worker answers the 4th query only the first time. It crashes at the second and at the third
  // attempt.
  Script script;
  script.answer = [](int n, AnswerReply&) {
    const bool in_batch = n == 10 + 4;       // after a warm-up query
    const bool alone = n == 10 + 4 + 1 + 3;  // the batch ended at this query
    if (in_batch || alone) throw crash();
  };
  const TrialRecord trial = measure_one(script);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(trial.answers[i].status, i == 3 ? Status::kCrashed : Status::kFound) << i;
    EXPECT_EQ(trial.answers[i].times.size(), i == 3 ? 0u : 3u) << i;
  }
  EXPECT_EQ(trial.build.failures, 2);
}

// This worker crashes only in batches. It must not be timed with single queries instead, because
// the caches are warm when a single query is repeated.
TEST_F(TurnsTest, WorkerThatFailsInBatchesOnlyGetsNoTimes) {
  ask(10);
  std::vector<Script> scripts(1);
  Script& script = scripts[0];
  script.answer = [&script](int, AnswerReply&) {
    if (script.requests.back() > 1) throw crash();
  };
  const TrialRecord trial = std::move(measure(scripts).front());
  for (const AnswerRecord& answer : trial.answers) {
    EXPECT_EQ(answer.status, Status::kCrashed);
    EXPECT_TRUE(answer.times.empty());
    EXPECT_THAT(answer.message, HasSubstr("failed in a batch"));
  }
}

TEST_F(TurnsTest, WhatCannotBeTimedAnyMoreHasTheStatusOfTheFailure) {
  ask(60);
  const TrialRecord trial = measure_one({.answer = [](int n, AnswerReply&) {
    if (n >= 60) throw crash();
  }});
  for (const AnswerRecord& answer : trial.answers) EXPECT_EQ(answer.status, Status::kCrashed);
  EXPECT_THAT(trial.answers[59].message, HasSubstr("not asked"));
  EXPECT_FALSE(trial.build.message.empty());
}

// Regression: an answer that could not be timed kept the status `found`, but the statistics of
// times omitted it without a message.
TEST_F(TurnsTest, WorkerThatAlwaysFailsIsLeftAlone) {
  ask(10);
  const TrialRecord trial = measure_one({.answer = [](int n, AnswerReply&) {
    if (n >= 4) throw WorkerFailure(Status::kTimeout, "no reply in time");
  }});
  EXPECT_EQ(started_, kMostFailuresInARow);
  for (const AnswerRecord& answer : trial.answers) EXPECT_EQ(answer.status, Status::kTimeout);
  EXPECT_THAT(trial.answers[0].message, HasSubstr("not asked"));
  EXPECT_EQ(trial.answers[5].message, "no reply in time");
  EXPECT_THAT(trial.answers[9].message,
              HasSubstr("not asked, because the worker failed 3 times, 3 in a row"));
}

TEST_F(TurnsTest, FailureToBuildGivesEveryAnswerItsStatus) {
  const TrialRecord crashed = measure_one({.build = []() -> BuiltWorker { throw crash(); }});
  EXPECT_EQ(crashed.build.status, Status::kCrashed);
  EXPECT_EQ(crashed.answers[0].status, Status::kCrashed);
  EXPECT_EQ(crashed.answers[0].message, "build: ended by signal 11");
  Script full;
  full.build = [] {
    BuiltWorker built;
    built.reply.status = Status::kOutOfMemory;
    built.reply.message = "out of memory";
    return built;
  };
  EXPECT_EQ(measure_one(full).answers[0].status, Status::kOutOfMemory);
  Script foreign;
  foreign.build = [] {
    BuiltWorker built;
    built.reply.status = Status::kUnsupported;
    return built;
  };
  EXPECT_EQ(measure_one(foreign).answers[0].status, Status::kUnsupported);
}

TEST_F(TurnsTest, FailureThatAWorkerSurvivesDoesNotStartAnother) {
  ask(3);
  const TrialRecord trial = measure_one({.answer = [](int n, AnswerReply& reply) {
    if (n != 1) return;
    reply.failure = Status::kError;
    reply.message = "lost";
  }});
  EXPECT_EQ(started_, 1);
  EXPECT_EQ(trial.answers[1].status, Status::kError);
  EXPECT_EQ(trial.answers[1].message, "lost");
  EXPECT_TRUE(trial.answers[1].times.empty());
  EXPECT_EQ(trial.answers[2].times.size(), 3u);
}

TEST_F(TurnsTest, MethodsAreBuiltAgainInWorkersOfTheirOwn) {
  builds_ = 3;
  std::vector<Script> scripts(2);
  int built = 0;
  for (Script& script : scripts) {
    script.build = [&built] {
      BuiltWorker worker;
      worker.reply.facts.ns = 0;
      worker.reply.usage.cpu_ns = ++built;
      worker.reply.parts = {{"walls", 10 - built, 5}};
      return worker;
    };
  }
  const std::vector<TrialRecord> trials = measure(scripts);
  EXPECT_EQ(scripts[0].started, 3);
  std::vector<std::int64_t> all;
  for (const TrialRecord& trial : trials) {
    ASSERT_EQ(trial.build.runs.size(), 3u);
    for (const BuildRun& run : trial.build.runs) all.push_back(run.usage.cpu_ns.value());
    ASSERT_EQ(trial.build.parts.size(), 1u);
    EXPECT_EQ(trial.build.parts[0].build_ns, 10 - trial.build.runs[2].usage.cpu_ns.value());
    EXPECT_EQ(trial.answers[0].times.size(), 3u);
  }
  EXPECT_EQ(trials[0].build.runs[0].usage.cpu_ns, 1);
  EXPECT_EQ(trials[1].build.runs[0].usage.cpu_ns, 2);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
}

// Regression: the cost of erosion was not counted for a worker that received a world that was
// already eroded.
TEST_F(TurnsTest, ErosionIsAPartThatEveryMethodPaysForOnce) {
  Script script;
  script.build = [] {
    BuiltWorker built;
    built.reply.parts = {{"triangulation", 30, 400}};
    return built;
  };
  TurnsMethod method{[&] { return std::make_unique<ScriptedWorker>(script); }, {}};
  method.erosion = PartRecord{"erosion", 70, 8};
  TurnsTask task;
  task.queries = queries_;
  task.builds = 3;
  const auto parts = measure_in_turns(task, std::span(&method, 1), judge_, ledger_, {})
                         .value()
                         .front()
                         .build.parts;
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].name, "triangulation");
  EXPECT_EQ(parts[1].name, "erosion");
  EXPECT_EQ(parts[1].build_ns, 70);
  EXPECT_EQ(parts[1].bytes, 8);
}

/// A world that was eroded after its only burst. The erosion took 500 ns.
class OnceErodedWorld final : public JudgedWorld {
 public:
  explicit OnceErodedWorld(Judge& judge) : judge_(judge) {}
  AnswerRecord judge(const QueryRecord& query, const Answer& answer) override {
    return judge_.judge(query, answer);
  }
  int bursts_left() const override { return left_; }
  const Burst& apply_next_burst() override {
    --left_;
    return burst_;
  }
  Burst applied_bursts() const override { return burst_; }
  std::int64_t erosion_ns() const override { return left_ == 0 ? 500 : 70; }

 private:
  Judge& judge_;
  Burst burst_;
  int left_ = 1;
};

class FollowingWorker final : public ScriptedWorker {
 public:
  using ScriptedWorker::ScriptedWorker;
  std::optional<FollowCosts> apply_burst(const Burst&, bool) override {
    FollowCosts reply;
    reply.ns = 40;
    reply.space_ns = 30;
    return reply;
  }
};

TEST_F(TurnsTest, ErosionIsInTheTimeToFollowABurst) {
  Script script;
  script.build = [] {
    BuiltWorker built;
    built.reply.facts.ns = 10;
    built.reply.parts = {{"triangulation", 30, 400}};
    return built;
  };
  queries_[0].bursts = 1;
  TurnsTask task;
  task.queries = queries_;
  const auto follow_of = [&](const TurnsMethod& method) {
    OnceErodedWorld world(judge_);
    return measure_in_turns(task, std::span(&method, 1), world, ledger_, {})
        .value()
        .front()
        .follows.at(0);
  };
  TurnsMethod method{[&] { return std::make_unique<FollowingWorker>(script); }, {}};
  const FollowRecord followed = follow_of(method);
  EXPECT_EQ(followed.erosion_ns, 500);
  EXPECT_EQ(followed.costs.space_ns, 530);
  EXPECT_EQ(followed.costs.ns, 540);
  EXPECT_EQ(followed.first_answer_ns, 541);
  // The worker is restarted, because it cannot follow changes. The new worker receives the current
  // world.
  method.start = method.start_now = [&] { return std::make_unique<ScriptedWorker>(script); };
  const FollowRecord started = follow_of(method);
  EXPECT_EQ(started.erosion_ns, 500);
  EXPECT_EQ(started.costs.space_ns, 530);
  EXPECT_EQ(started.costs.ns, 540);
}

TEST_F(TurnsTest, LongOrFailedBuildsAreNotRepeated) {
  builds_ = 5;
  Script slow;
  slow.build = [] {
    BuiltWorker worker;
    worker.reply.facts.ns = kLongestBuilds / 2;
    return worker;
  };
  EXPECT_EQ(measure_one(slow).build.runs.size(), 2u);
  Script fails;
  int built = 0;
  fails.build = [&built]() -> BuiltWorker {
    if (++built == 2) throw crash();
    return {};
  };
  const TrialRecord trial = measure_one(fails);
  EXPECT_EQ(trial.build.status, Status::kBuilt);
  EXPECT_EQ(trial.build.runs.size(), 1u);
  EXPECT_EQ(trial.build.failures, 1);
  EXPECT_THAT(trial.build.message,
              HasSubstr("built 1 times, then a build failed: ended by signal 11"));
  EXPECT_EQ(trial.answers[0].status, Status::kFound);
}

TEST_F(TurnsTest, InterruptedRepetitionIsAskedAgainAtMostAsOftenAsThereAreRepetitions) {
  ask(3);
  const auto measured = [&](auto interrupted) {
    std::vector<Script> scripts(1);
    Script& script = scripts[0];
    int in_request = 0;
    script.answer = [&, interrupted](int n, AnswerReply& reply) {
      in_request = n == 0 || script.requests.size() != requests_ ? 0 : in_request + 1;
      requests_ = script.requests.size();
      // A batch has 4 queries: one to warm up and three timed queries. A request that repeats a
      // single query has two: one to warm up and the repeated query.
      reply.usage.switches = interrupted(script.requests.back(), in_request) ? 1 : 0;
    };
    TrialRecord trial = std::move(measure(scripts, 3).front());
    again_ = std::count(script.requests.begin(), script.requests.end(), 2u);
    return trial;
  };
  const TrialRecord once =
      measured([](std::size_t asked, int place) { return asked == 4 && place == 2; });
  EXPECT_EQ(again_, 3);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(once.answers[i].times.size(), 3u);
    for (const TimingRecord& timing : once.answers[i].times) {
      EXPECT_EQ(timing.repeated, i == 1 ? 1 : 0);
      EXPECT_EQ(timing.usage.switches, 0);
    }
  }
  const TrialRecord always = measured([](std::size_t, int) { return true; });
  EXPECT_EQ(again_, 9);
  for (const AnswerRecord& answer : always.answers) {
    ASSERT_EQ(answer.times.size(), 3u);
    EXPECT_EQ(answer.times[0].repeated, 3);
    EXPECT_EQ(answer.times[2].repeated, 0);
    EXPECT_EQ(answer.times[2].usage.switches, 1);
  }
}

TEST_F(TurnsTest, PathThatChangesBetweenRepetitionsIsAnError) {
  const TrialRecord trial = measure_one({.answer = [](int n, AnswerReply& reply) {
    if (n == 4) reply.answer.path = {{1, 5}, {4, 4}, {6, 4}, {9, 5}};
  }});
  EXPECT_EQ(trial.answers[0].status, Status::kError);
  EXPECT_THAT(trial.answers[0].message, HasSubstr("changed"));
}

// Regression: the code assumed that a method returns the same path each time it answers a query.
// Methods with a time limit may return different paths.
TEST_F(TurnsTest, PathMayChangeWhereTheMethodSaysSo) {
  const auto build = [] {
    BuiltWorker built;
    built.reply.varies = true;
    return built;
  };
  const auto answer = [](int n, AnswerReply& reply) {
    if (n == 4) reply.answer.path = {{1, 5}, {4, 4}, {6, 4}, {9, 5}};
  };
  const TrialRecord trial = measure_one({.build = build, .answer = answer});
  EXPECT_EQ(trial.answers[0].status, Status::kFound);
  EXPECT_EQ(trial.answers[0].times.size(), 3U);
}

TEST_F(TurnsTest, MoreTimeThanPassedIsNotBelieved) {
  const TrialRecord trial = measure_one(
      {.answer = [](int, AnswerReply& reply) { reply.answer.times.search = 3'600'000'000'000; }});
  EXPECT_EQ(trial.answers[0].status, Status::kError);
  EXPECT_THAT(trial.answers[0].message, HasSubstr("ns of work in a batch that took"));
}

// Regression: the remaining time was estimated from finished trials, but all trials of a world end
// at the same time.
TEST_F(TurnsTest, TheTimeLeftIsToldOnceEveryMethodHasAnswered) {
  ask(60);
  Script script;
  const TurnsMethod method{[&] { return std::make_unique<ScriptedWorker>(script); }, {}};
  TurnsTask task;
  task.queries = queries_;
  task.repetitions = 2;
  std::vector<std::string> told;
  std::vector<double> left;
  TurnsWatch watch;
  watch.report = [&](const std::string& what, std::optional<double> seconds) {
    EXPECT_EQ(seconds.has_value(), what.starts_with("round"));
    if (!seconds) return;
    told.push_back(what);
    left.push_back(*seconds);
  };
  ASSERT_TRUE(measure_in_turns(task, std::span(&method, 1), judge_, ledger_, watch));
  EXPECT_THAT(told,
              testing::ElementsAre("round 1 of 2, query 1 of 60", "round 1 of 2, query 26 of 60",
                                   "round 1 of 2, query 51 of 60", "round 2 of 2, query 1 of 60",
                                   "round 2 of 2, query 26 of 60", "round 2 of 2, query 51 of 60"));
  EXPECT_NEAR(left[0], 2e-9 * double(ledger_.charged("first round")), 1e-9);
  for (const double seconds : left) EXPECT_GT(seconds, 0);
}

TEST_F(TurnsTest, AKeptWorkerAnswersFurtherRadiiWithoutABuild) {
  int builds = 0;
  Script script;
  script.build = [&] {
    BuiltWorker built;
    built.reply.facts.ns = 100 + builds++;
    return built;
  };
  KeptWorker kept;
  TurnsMethod method{[&] { return std::make_unique<ScriptedWorker>(script); }, {}};
  method.kept = &kept;
  TurnsTask task;
  task.queries = queries_;
  const auto build_at = [&](double radius, const std::string& counted_in) {
    method.radius = radius;
    method.counted_in = counted_in;
    return measure_in_turns(task, std::span(&method, 1), judge_, ledger_, {})->front().build;
  };
  EXPECT_THAT(build_at(0.5, "ring").message, HasSubstr("counted in the world ring"));
  EXPECT_EQ(script.radii, (std::vector<double>{0.5}));
  const BuildRecord counted = build_at(0, "");
  ASSERT_EQ(counted.runs.size(), 1u);
  EXPECT_EQ(counted.runs[0].ns, 100);
  EXPECT_TRUE(build_at(2, "ring").runs.empty());
  EXPECT_EQ(script.radii, (std::vector<double>{0.5, 0, 2}));
  EXPECT_EQ(script.started, 1);
  EXPECT_EQ(builds, 1);
}

TEST_F(TurnsTest, AFailedWorkerIsNotKept) {
  Script script;
  script.answer = [](int, AnswerReply&) { throw crash(); };
  KeptWorker kept;
  TurnsMethod method{[&] { return std::make_unique<ScriptedWorker>(script); }, {}};
  method.kept = &kept;
  TurnsTask task;
  task.queries = queries_;
  ASSERT_TRUE(measure_in_turns(task, std::span(&method, 1), judge_, ledger_, {}));
  EXPECT_EQ(kept.worker, nullptr);
}

TEST_F(TurnsTest, StopDropsEverything) {
  std::vector<Script> scripts(1);
  const TurnsMethod method{[&] { return std::make_unique<ScriptedWorker>(scripts[0]); }, {}};
  TurnsTask task;
  task.queries = queries_;
  TurnsWatch watch;
  watch.stop = [] { return true; };
  EXPECT_FALSE(measure_in_turns(task, std::span(&method, 1), judge_, ledger_, watch));
}

TEST(LedgerTest, TransfersNoMoreThanThereIs) {
  Ledger ledger;
  const std::int64_t ns = ledger.charge("messages");
  ledger.transfer("messages", "timed", ns + 5);
  EXPECT_THAT(ledger.entries(),
              testing::ElementsAre(testing::Pair("messages", 0), testing::Pair("timed", ns)));
}

}  // namespace
}  // namespace fairway
