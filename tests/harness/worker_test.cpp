#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "datasets/world_file.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "harness/machine/conditions.hpp"
#include "harness/records/path_hash.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/worker/fork_server.hpp"
#include "harness/worker/process_family.hpp"
#include "harness/worker/process_worker.hpp"
#include "tests/harness/program.hpp"
#include "tests/harness/ring_world.hpp"
#include "tests/support/project.hpp"
#include "tests/support/stored_rows.hpp"

namespace fairway::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using namespace std::chrono_literals;

const std::string kWorker = "/usr/bin/python3 " + project_file("tests/harness/workers/worker.py");

/// How a worker ended. If `status` is kFound, the worker did not fail. Otherwise, `message`
/// describes the failure.
struct Ending {
  Status status = Status::kFound;
  std::string message;
};

class WorkerTest : public testing::Test {
 protected:
  WorkerTest() {
    settings_.built_in = {built_program("fairway"), "worker"};
    settings_.memory_limit = std::int64_t{200} << 20;
  }

  /// Lets a worker build and answer one query. Returns the failure of the worker, or kFound if it
  /// did not fail.
  Ending ending(const std::string& mode) {
    Method method;
    method.name = "straight";
    method.command = kWorker + " " + mode;
    try {
      ProcessWorker worker(settings_, method, world_);
      const BuiltWorker built = worker.build();
      if (built.reply.status != Status::kBuilt) return {Status::kError, built.reply.message};
      const Query query{{1, 1}, {2, 3}};
      worker.answer(std::span(&query, 1), true, {}, [&](std::size_t, AnswerReply& reply) {
        EXPECT_EQ(reply.answer.path.size(), 2u);
      });
      return {};
    } catch (const WorkerFailure& failure) {
      return {failure.status(), failure.what()};
    }
  }

  WorkerSettings settings_;
  SharedText world_{format_world(ring_world())};
};

TEST_F(WorkerTest, ForeignWorkerAnswers) { EXPECT_EQ(ending("straight").message, ""); }

TEST_F(WorkerTest, CrashIsToldWithItsSignalAndLastWords) {
  const Ending crash = ending("crash");
  EXPECT_EQ(crash.status, Status::kCrashed);
  EXPECT_THAT(crash.message, AllOf(HasSubstr("signal 11"),
                                   HasSubstr("last output on standard error: about to fall over")));
  EXPECT_EQ(ending("crash build").status, Status::kCrashed);
}

TEST_F(WorkerTest, ExitIsACrashEvenWithNoSignal) {
  const Ending exit = ending("exit");
  EXPECT_EQ(exit.status, Status::kCrashed);
  EXPECT_THAT(exit.message, HasSubstr("exit code 3"));
  EXPECT_THAT(ending("exit build").message, HasSubstr("exit code 3"));
  EXPECT_THAT(ending("close").message, HasSubstr("closed its output"));
}

TEST_F(WorkerTest, SleepIsEndedInTime) {
  settings_.timeout = settings_.build_timeout = 700ms;
  const Ending sleep = ending("sleep");
  EXPECT_EQ(sleep.status, Status::kTimeout);
  EXPECT_THAT(sleep.message, HasSubstr("no reply in time"));
  EXPECT_EQ(ending("sleep build").status, Status::kTimeout);
}

TEST_F(WorkerTest, GreedIsEndedAtTheLimit) {
  for (const char* mode : {"eat", "eat build"}) {
    const Ending eat = ending(mode);
    EXPECT_EQ(eat.status, Status::kOutOfMemory) << eat.message;
    EXPECT_THAT(eat.message, HasSubstr("the limit is 200 MiB"));
  }
}

TEST_F(WorkerTest, NonsenseIsShown) {
  const Ending garbage = ending("garbage");
  EXPECT_EQ(garbage.status, Status::kError);
  EXPECT_THAT(garbage.message, AllOf(HasSubstr("expected JSON"), HasSubstr("core not dumped")));
  EXPECT_THAT(ending("flood").message, HasSubstr("wrote a line of more than 64 MiB"));
  EXPECT_THAT(ending("future").message, HasSubstr("protocol 5, expected 1 to 4"));
  EXPECT_THAT(ending("refuse").message, HasSubstr("not today"));
  EXPECT_THAT(ending("infinite").message, HasSubstr("expected JSON"));
}

// Regression: the code accepted lines up to 128 MiB. It compared the limit with only a part of the
// line: the bytes that it had not yet searched for a line end.
TEST_F(WorkerTest, LineHas64MebibytesAtMost) {
  const int most = 1 << 26;
  EXPECT_EQ(ending("long=" + std::to_string(most)).message, "");
  EXPECT_THAT(ending("long=" + std::to_string(most + 1)).message,
              HasSubstr("wrote a line of more than 64 MiB"));
  EXPECT_THAT(ending("long=" + std::to_string(most + (most >> 2))).message,
              HasSubstr("wrote a line of more than 64 MiB"));
}

TEST_F(WorkerTest, MoreBuildingThanTimePassedIsNotBelieved) {
  EXPECT_THAT(ending("brag").message, HasSubstr("ns for a build that took"));
  EXPECT_THAT(ending("brag of").message, HasSubstr("ns for the part 'walls', but load"));
}

TEST_F(WorkerTest, WhatNobodyAskedForIsAnError) {
  Method method;
  method.command = kWorker + " chatter 1";
  ProcessWorker worker(settings_, method, world_);
  worker.build();
  const Query query{{1, 1}, {2, 3}};
  const auto ask = [&] {
    worker.answer(std::span(&query, 1), true, {}, [](std::size_t, AnswerReply&) {});
  };
  ask();
  std::this_thread::sleep_for(300ms);  // the extra line may arrive late
  EXPECT_THROW(ask(), WorkerFailure);
}

TEST_F(WorkerTest, WorkerThatRestsAndItsChildrenUseNoTime) {
  Method method;
  method.command = kWorker + " spin";
  ProcessWorker worker(settings_, method, world_);
  worker.build();
  worker.pause();
  std::this_thread::sleep_for(50ms);
  int stopped = 0;
  int members = 0;
  for (const pid_t member : family_of(getpid())) {
    if (member == getpid()) continue;
    ++members;
    const std::string status = content_of("/proc/" + std::to_string(member) + "/status");
    stopped += status.find("State:\tT") != std::string::npos;
  }
  EXPECT_EQ(members, 2);
  EXPECT_EQ(stopped, members);
  const Query query{{1, 1}, {2, 3}};
  int answers = 0;
  worker.answer(std::span(&query, 1), true, {}, [&](std::size_t, AnswerReply&) { ++answers; });
  EXPECT_EQ(answers, 1);
}

TEST_F(WorkerTest, OrphansAreAdoptedAndEnded) {
  adopt_orphans();
  EXPECT_EQ(ending("orphan").message, "");
  end_children();
  EXPECT_EQ(family_of(getpid()).size(), 1u);
}

TEST_F(WorkerTest, OrphansOfAnotherCoreAreLeftAlone) {
  const ReservedCores cores;
  if (!cores.core()) GTEST_SKIP() << "no core to be bound to";
  adopt_orphans();
  settings_.core = cores.core();
  EXPECT_EQ(ending("orphan").message, "");
  end_children(*cores.core() + 1);
  EXPECT_EQ(family_of(getpid()).size(), 2u);
  end_children(cores.core());
  EXPECT_EQ(family_of(getpid()).size(), 1u);
}

TEST_F(WorkerTest, WaitingEndsWhenToldTo) {
  settings_.stop = [asked = 0]() mutable { return ++asked > 20; };
  Method method;
  method.command = kWorker + " sleep";
  const auto sleep = [&] {
    ProcessWorker worker(settings_, method, world_);
    worker.build();
    const Query query{{1, 1}, {2, 3}};
    worker.answer(std::span(&query, 1), true, {}, [](std::size_t, AnswerReply&) {});
  };
  EXPECT_THROW(sleep(), WorkInterrupted);
}

TEST_F(WorkerTest, CommandThatDoesNotExistSaysSo) {
  Method method;
  method.command = "no-such-program --at-all";
  ProcessWorker worker(settings_, method, world_);
  try {
    worker.build();
    FAIL();
  } catch (const WorkerFailure& failure) {
    EXPECT_EQ(failure.status(), Status::kCrashed);
    EXPECT_THAT(failure.what(), HasSubstr("no-such-program"));
  }
}

TEST_F(WorkerTest, BuiltInWorkerAnswersAsThePlannerDoes) {
  const FreeSpace space = ring_world();
  const std::vector<Query> queries{{{1, 5}, {9, 5}}, {{5, 5}, {1, 1}}, {{1, 1}, {2, 2}}};
  const Registry& registry = Registry::built_in();
  for (Method method : registry.methods()) {
    method.options.update(
        conformance::coarse_values(registry.adapter(method.adapter).options, space));
    const auto planner = registry.build(space, method);
    ProcessWorker worker(settings_, method, world_);
    const BuiltWorker built = worker.build();
    ASSERT_EQ(built.reply.status == Status::kBuilt, planner->facts().supported) << method.name;
    if (!planner->facts().supported) continue;
    EXPECT_EQ(static_cast<std::size_t>(built.reply.facts.bytes.value()),
              planner->facts().memory_bytes)
        << method.name;
    EXPECT_EQ(static_cast<std::size_t>(built.reply.facts.vertices.value()),
              planner->facts().vertices);
    EXPECT_EQ(built.reply.facts.phases.size(), planner->facts().build_phases.size());
    EXPECT_GT(built.clock_ns.value_or(0), 0);
    EXPECT_GE(built.peak_resident.value_or(0), built.resident_before.value_or(0));
    Answer expected;
    worker.answer(queries, true, {}, [&](std::size_t i, AnswerReply& reply) {
      planner->plan(queries[i], expected);
      EXPECT_EQ(reply.answer.status, expected.status) << method.name;
      EXPECT_EQ(reply.answer.path, expected.path) << method.name;
      EXPECT_EQ(reply.answer.raw, expected.raw) << method.name;
      EXPECT_EQ(reply.answer.expanded, expected.expanded) << method.name;
    });
    EXPECT_TRUE(worker.draw({space.box(), {5, 5}, 1000}));
  }
}

TEST_F(WorkerTest, ForkedWorkersAreProcessesOfTheirOwnAndAnswerAsThePlannerDoes) {
  const FreeSpace space = ring_world();
  const std::vector<Query> queries{{{1, 5}, {9, 5}}, {{5, 5}, {1, 1}}, {{1, 1}, {2, 2}}};
  ForkServer fork_server(settings_, {world_, false, std::nullopt});
  for (const char* name : {"grid", "visibility-graph", "polyanya", "hub-labels"}) {
    SCOPED_TRACE(name);
    const Method method = Registry::built_in().method(name);
    const auto planner = Registry::built_in().build(space, method);
    EXPECT_FALSE(fork_server.has_forked(name));
    ProcessWorker worker(settings_, method, fork_server);
    EXPECT_TRUE(fork_server.has_forked(name));
    EXPECT_EQ(family_of(getpid()).size(), 3u);  // includes the fork server
    const BuiltWorker built = worker.build();
    EXPECT_EQ(static_cast<std::size_t>(built.reply.facts.bytes.value()),
              planner->facts().memory_bytes);
    EXPECT_FALSE(built.program.empty());
    EXPECT_GT(built.clock_ns.value_or(0), 0);
    EXPECT_GE(built.resident_after.value_or(0), built.resident_before.value_or(1));
    for (const PartRecord& part : built.reply.parts) {
      EXPECT_EQ(part.build_ns > 0, part.name != "cells") << part.name;
    }
    Answer expected;
    worker.answer_each(queries, [&](std::size_t i, AnswerReply& reply) {
      planner->plan(queries[i], expected);
      EXPECT_EQ(reply.answer.path, expected.path);
      EXPECT_EQ(reply.answer.raw, expected.raw);
    });
    worker.answer_again(queries, {}, [&](std::size_t i, AnswerReply& reply) {
      planner->plan(queries[i], expected);
      const bool found = expected.status == PlanStatus::kFound;
      EXPECT_EQ(reply.path_hash, found ? std::optional(path_hash(expected.path)) : std::nullopt);
    });
  }
  EXPECT_EQ(family_of(getpid()).size(), 2u);
}

TEST_F(WorkerTest, EndOfAForkedWorkerIsToldWithItsSignal) {
  ForkServer fork_server(settings_, {world_, false, std::nullopt});
  const Method method = Registry::built_in().method("grid");
  const pid_t nursery_id = family_of(getpid()).back();
  ProcessWorker worker(settings_, method, fork_server);
  worker.build();
  for (const pid_t member : family_of(getpid())) {
    if (member != getpid() && member != nursery_id) kill(member, SIGSEGV);
  }
  const Query query{{1, 1}, {2, 3}};
  try {
    worker.answer(std::span(&query, 1), true, {}, [](std::size_t, AnswerReply&) {});
    FAIL();
  } catch (const WorkerFailure& failure) {
    EXPECT_EQ(failure.status(), Status::kCrashed);
    EXPECT_THAT(failure.what(), HasSubstr("signal 11"));
  }
}

class SandboxTest : public WorkerTest {
 protected:
  void SetUp() override {
    settings_.sandbox = find_sandbox();
    if (!settings_.sandbox) GTEST_SKIP() << "there is no sandbox: bubblewrap is missing or refused";
    settings_.timeout = 5s;
  }
};

TEST_F(SandboxTest, AnswersAndEndingsAreAsWithout) {
  EXPECT_EQ(ending("straight").message, "");
  const Ending crash = ending("crash");
  EXPECT_EQ(crash.status, Status::kCrashed);
  EXPECT_THAT(crash.message, AllOf(HasSubstr("signal 11"),
                                   HasSubstr("last output on standard error: about to fall over")));
  EXPECT_THAT(ending("exit").message, HasSubstr("exit code 3"));
  const Ending eat = ending("eat");
  EXPECT_EQ(eat.status, Status::kOutOfMemory) << eat.message;
  settings_.timeout = 700ms;
  EXPECT_EQ(ending("sleep").status, Status::kTimeout);
}

// Regression: a worker could end or stop the harness with a signal to its parent.
TEST_F(SandboxTest, SignalsDoNotReachTheHarness) {
  EXPECT_EQ(ending("murder").message, "");
  EXPECT_EQ(ending("freeze").message, "");
}

TEST_F(SandboxTest, FilesCanBeReadAndTheScratchFolderWritten) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "scribbled";
  const Ending scribble = ending("scribble 1 " + file);
  EXPECT_EQ(scribble.status, Status::kCrashed);
  EXPECT_THAT(scribble.message, HasSubstr("Read-only file system"));
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(ending("scratch 1 1").message, "");
  EXPECT_THAT(ending("scratch 1 300").message, HasSubstr("No space left"));
}

TEST_F(SandboxTest, ThereIsNoNetwork) {
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(listen(server, 8), 0);
  socklen_t size = sizeof address;
  ASSERT_EQ(getsockname(server, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const std::string call = "call 1 " + std::to_string(ntohs(address.sin_port));
  EXPECT_THAT(ending(call).message, HasSubstr("refused"));
  settings_.sandbox.reset();
  EXPECT_EQ(ending(call).message, "");
  close(server);
}

TEST_F(SandboxTest, WorkerThatRestsAndItsChildrenUseNoTime) {
  Method method;
  method.command = kWorker + " spin";
  ProcessWorker worker(settings_, method, world_);
  EXPECT_EQ(worker.build().sandbox, settings_.sandbox->name);
  worker.pause();
  std::this_thread::sleep_for(50ms);
  for (const pid_t member : family_of(getpid())) {
    if (member == getpid()) continue;
    const std::string status = content_of("/proc/" + std::to_string(member) + "/status");
    EXPECT_THAT(status, testing::AnyOf(HasSubstr("State:\tT"), HasSubstr("State:\tZ")));
  }
  const Query query{{1, 1}, {2, 3}};
  int answers = 0;
  worker.answer(std::span(&query, 1), true, {}, [&](std::size_t, AnswerReply&) { ++answers; });
  EXPECT_EQ(answers, 1);
}

/// Runs a sweep on a map with a wall in the middle. Some methods of the sweep work, and some
/// misbehave.
class BadCompanyTest : public testing::Test {
 protected:
  BadCompanyTest() {
    folder_.write("rooms.map", small_map());
    std::string sweep =
        "maps = ['rooms.map']\nmethods = ['grid', 'visibility-graph']\nqueries = 12\n"
        "repetitions = 2\nunreachable = 0\ntimeout_ms = 2500\nmemory_mb = 200\n";
    for (const char* mode : {"straight", "crash 7", "sleep", "eat", "garbage", "elsewhere"}) {
      sweep += "[[method]]\nname = '" + std::string(mode) + "'\ncommand = '" + kWorker + " " +
               mode + "'\n";
    }
    sweep_ = folder_.write("sweep.toml", sweep);
  }

  std::int64_t count(const std::string& method, const std::string& status) {
    Database database(folder_.path() / "out" / "results.sqlite", Database::Mode::kReadOnly);
    return database.integer(
        "SELECT COUNT(*) FROM answer JOIN method ON method.id = answer.method"
        " WHERE method.name = :method AND status = :status",
        {{"method", method}, {"status", status}});
  }

  TemporaryFolder folder_;
  std::string sweep_;
};

TEST_F(BadCompanyTest, EachGetsItsStatusAndTheOthersAreWhole) {
  const Outcome outcome = run({"run", sweep_, "--out", folder_.path() / "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  Database database(folder_.path() / "out" / "results.sqlite", Database::Mode::kReadOnly);
  EXPECT_EQ(database.integer("SELECT COUNT(*) FROM timing JOIN method ON method.id = timing.method"
                             " WHERE method.name IN ('grid', 'visibility-graph')"),
            2 * 2 * 12);
  EXPECT_EQ(count("grid", "found"), 12);
  EXPECT_EQ(count("visibility-graph", "found"), 12);
  EXPECT_GT(count("straight", "invalid_path"), 0);
  EXPECT_EQ(count("straight", "found") + count("straight", "invalid_path"), 12);
  EXPECT_GT(count("crash 7", "crashed"), 0);
  EXPECT_EQ(
      count("crash 7", "found") + count("crash 7", "invalid_path") + count("crash 7", "crashed"),
      12);
  EXPECT_EQ(count("sleep", "timeout"), 12);
  EXPECT_EQ(count("eat", "out_of_memory"), 12);
  EXPECT_EQ(count("garbage", "error"), 12);
  EXPECT_EQ(count("elsewhere", "invalid_path"), 12);
}

/// A worker may report improvements: shorter and shorter paths with their times. The harness must
/// check them, and must store them for each path that it judges.
TEST(ImprovingWorkerTest, ImprovementsAreStoredAndFaultsAreErrors) {
  const TemporaryFolder folder;
  folder.write("rooms.map", small_map());
  std::string sweep =
      "maps = ['rooms.map']\nqueries = 12\nrepetitions = 2\nunreachable = 0\nmethods = ['grid']\n";
  for (const char* mode : {"improving", "worsening"}) {
    sweep += "[[method]]\nname = '" + std::string(mode) + "'\ncommand = '" + kWorker + " " + mode +
             "'\n";
  }
  const Outcome outcome =
      run({"run", folder.write("sweep.toml", sweep), "--out", folder.path() / "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const auto count = [&](const std::string& what) {
    return count_rows(folder.path() / "out" / "results.sqlite", what);
  };
  const std::int64_t found = count("tidy WHERE method = 'improving' AND status = 'found'");
  EXPECT_GT(found, 0);
  EXPECT_GT(count("tidy WHERE method = 'improving' AND status = 'invalid_path'"), 0);
  EXPECT_EQ(count("progress"), 3 * found);
  EXPECT_EQ(count("progress WHERE method = 'improving' AND ns = 1 AND ABS(gap - 1) < 1e-9"), found);
  EXPECT_EQ(count("progress p JOIN tidy t ON t.query = p.query AND t.method = p.method"
                  " WHERE p.ns NOT IN (1, 2) AND ABS(p.gap - t.gap) < 1e-9"),
            found);
  EXPECT_EQ(count("tidy WHERE method = 'worsening' AND status = 'error'"
                  " AND message LIKE '%''improved'', expected ascending nanoseconds%'"),
            12);
}

}  // namespace
}  // namespace fairway::test
