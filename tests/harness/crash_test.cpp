#include <fmt/format.h>
#include <gmock/gmock.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "harness/machine/conditions.hpp"
#include "harness/machine/interrupt.hpp"
#include "harness/machine/supervisor.hpp"
#include "harness/store/sqlite.hpp"
#include "tests/harness/program.hpp"
#include "tests/support/stored_rows.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(SupervisorTest, ReturnsTheCodeOfWorkThatEnds) {
  const ProcessEnd end = run_supervised([] { return 7; });
  EXPECT_EQ(end.code, 7);
  EXPECT_EQ(end.crash, "");
}

TEST(SupervisorTest, NamesTheTaskOfTheThreadThatCrashes) {
  const ProcessEnd end = run_supervised([]() -> int {
    const std::string outer = "of the main thread";
    const CrashTask task(outer);
    std::atomic<bool> waits = false;
    std::jthread other([&] {
      const std::string mine = "of another";
      const CrashTask task_of_other(mine);
      while (!waits) std::this_thread::yield();
      std::raise(SIGSEGV);
    });
    waits = true;
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  });
  EXPECT_EQ(end.code, 1);
  EXPECT_TRUE(end.by_program);
  EXPECT_EQ(end.crash, "signal 11 (Segmentation fault)");
  EXPECT_EQ(end.task, "of another");
}

TEST(SupervisorTest, TasksNest) {
  const ProcessEnd end = run_supervised([]() -> int {
    const std::string outer = "outer";
    const CrashTask task(outer);
    { const CrashTask inner("inner"); }
    std::abort();
  });
  EXPECT_EQ(end.crash, "signal 6 (Aborted)");
  EXPECT_EQ(end.task, "outer");
}

/// Recurses. Each level needs one page of the stack.
int recurse(int levels) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(levels);
  return levels == 0 ? 0 : recurse(levels - 1) + frame[0];
}

// Regression: after a stack overflow, the signal handler ran on the same full stack.
TEST(SupervisorTest, NamesTheTaskOfAThreadWithoutStack) {
  const ProcessEnd end = run_supervised([] {
    const std::string name = "deep";
    const CrashTask task(name);
    return recurse(1 << 24);
  });
  EXPECT_TRUE(end.by_program);
  EXPECT_EQ(end.task, "deep");
}

TEST(SupervisorTest, AProcessThatIsKilledIsNoFaultOfTheProgram) {
  const ProcessEnd end = run_supervised([] { return std::raise(SIGKILL); });
  EXPECT_EQ(end.crash, "signal 9 (Killed)");
  EXPECT_FALSE(end.by_program);
}

TEST(SupervisorTest, AnExitThatTheWorkDidNotReturnIsACrash) {
  const ProcessEnd end = run_supervised([]() -> int { _exit(0); });
  EXPECT_EQ(end.code, 1);
  EXPECT_EQ(end.crash, "exit code 0");
}

/// Runs work that waits for an interrupt, and sends `count` interrupts to its process. Returns the
/// exit code.
int code_after_interrupts(int count) {
  const pid_t process = fork();
  if (process == 0) {
    const ProcessEnd end = run_supervised([&] {
      const InterruptGuard guard;
      kill(getppid(), SIGTERM);
      while (!InterruptGuard::interrupted()) usleep(1000);
      if (count > 1) kill(getppid(), SIGTERM);
      while (count > 1) usleep(1000);
      return 42;
    });
    _exit(end.code);
  }
  return wait_for(process);
}

TEST(SupervisorTest, PassesAnInterruptOn) { EXPECT_EQ(code_after_interrupts(1), 42); }

TEST(SupervisorTest, ASecondInterruptEndsBoth) {
  EXPECT_EQ(code_after_interrupts(2), 128 + SIGTERM);
}

class CrashedSweepTest : public testing::Test {
 protected:
  CrashedSweepTest() {
    for (const char* name : {"a", "b", "c"}) {
      const char* const width = *name == 'b' ? "17" : "20";
      folder_.write(std::string(name) + ".txt",
                    fmt::format("[BORDER]\n0 0\n{0} 0\n{0} 20\n0 20\n", width));
    }
  }

  Outcome run_sweep(const char* jobs, const std::vector<std::string>& more = {}) const {
    const std::string sweep = folder_.write(
        "sweep.toml", fmt::format("maps = ['?.txt']\nqueries = 2\nrepetitions = 1\nsandbox = "
                                  "false\nmethods = ['grid']\n[[method]]\nname = 'fatal'\n"
                                  "command = '/usr/bin/python3 {} strike 17'\n",
                                  project_file("tests/harness/workers/worker.py")));
    std::vector<std::string> arguments{"run",    sweep, "--out", folder_.path() / "out",
                                       "--jobs", jobs};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  void expect_all_but_one(const Outcome& outcome) const {
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.error,
                HasSubstr("b: while the harness prepared or judged this map, it crashed: signal 11 "
                          "(Segmentation fault)"));
    Database store(folder_.path() / "out" / "results.sqlite", Database::Mode::kReadOnly);
    EXPECT_THAT(store.texts("SELECT name FROM refusal"), ElementsAre("b"));
    EXPECT_THAT(store.texts("SELECT world.name || ' ' || method.name FROM build JOIN world ON "
                            "world.id = world JOIN method ON method.id = method ORDER BY 1"),
                ElementsAre("a fatal", "a grid", "c fatal", "c grid"));
    EXPECT_EQ(store.integer("SELECT COUNT(*) FROM answer"), 8);
  }

  TemporaryFolder folder_;
};

// Regression: a crash of the harness while it read, solved or judged one map ended the whole sweep
// with exit code 139.
TEST_F(CrashedSweepTest, ACrashOfTheHarnessCostsOneMap) { expect_all_but_one(run_sweep("1")); }

TEST_F(CrashedSweepTest, ACrashOfTheHarnessCostsOneMapOfTwoJobs) {
  if (usable_cores() < 2) GTEST_SKIP() << "two jobs take two cores";
  expect_all_but_one(run_sweep("2"));
}

TEST_F(CrashedSweepTest, ACrashLeavesNothingInTheScratchFolder) {
  const fs::path scratch = folder_.path() / "scratch";
  fs::create_directory(scratch);
  expect_all_but_one(run_sweep("1", {"--scratch", scratch}));
  EXPECT_TRUE(fs::is_empty(scratch));
}

TEST_F(CrashedSweepTest, AMapIsRefusedNoLongerOnceItIsMeasured) {
  ASSERT_EQ(run_sweep("1").code, 1);
  EXPECT_EQ(run_sweep("1", {"--methods", "grid"}).code, 0);
  EXPECT_EQ(count_rows(folder_.path() / "out" / "results.sqlite", "refusal"), 0);
}

}  // namespace
}  // namespace fairway::test
