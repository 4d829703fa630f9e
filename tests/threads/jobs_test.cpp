#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "harness/machine/conditions.hpp"
#include "harness/store/sqlite.hpp"
#include "tests/harness/program.hpp"
#include "tests/support/project.hpp"
#include "tests/support/stored_rows.hpp"

namespace fairway::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A map with many pillars. It is measured first and takes longer than the other maps.
std::string pillars() {
  constexpr int kSide = 60;
  std::string text = "type octile\nheight 60\nwidth 60\nmap\n";
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) text += x % 4 == 1 && (y + x / 4) % 3 == 1 ? '@' : '.';
    text += '\n';
  }
  return text;
}

class JobsTest : public testing::Test {
 protected:
  JobsTest() {
    folder_.write("pillars.map", pillars());
    for (const char* name : {"rooms", "salon", "tower"}) {
      folder_.write(std::string(name) + ".map", small_map());
    }
  }
  void SetUp() override {
    if (usable_cores() < 2) GTEST_SKIP() << "two jobs take two cores";
  }

  std::vector<std::string> command(const std::string& out, const char* jobs,
                                   const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all{"run", sweep_, "--out", folder_.path() / out, "--jobs", jobs};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  std::filesystem::path store(const std::string& out) const {
    return folder_.path() / out / "results.sqlite";
  }
  std::int64_t count(const std::string& out, const std::string& table) const {
    return count_rows(store(out), table);
  }
  /// Lists the ids to which rows of other tables refer.
  std::string ids(const std::string& out) const {
    Database database(store(out), Database::Mode::kReadOnly);
    std::string text;
    for (const char* rows : {"SELECT id || ' ' || name FROM world ORDER BY id",
                             "SELECT id || ' ' || name FROM method ORDER BY id",
                             "SELECT id || ' ' || world || ' ' || number FROM query ORDER BY id"}) {
      for (const std::string& row : database.texts(rows)) text += row + '\n';
    }
    return text;
  }

  TemporaryFolder folder_;
  std::string sweep_ = folder_.write(
      "sweep.toml",
      "maps = ['pillars.map', 'rooms.map', 'salon.map', 'tower.map']\nqueries = 12\n"
      "repetitions = 2\nmethods = ['grid', 'quadtree', 'triangle-mesh', 'visibility-graph']\n");
};

TEST_F(JobsTest, WhatIsStoredDoesNotDependOnTheirNumber) {
  for (const char* jobs : {"1", "2"}) {
    const Outcome outcome = run(command(jobs, jobs));
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(count(jobs, std::string("run WHERE finished IS NOT NULL AND jobs = ") + jobs), 1);
    EXPECT_EQ(count(jobs, "measurement"), 4);
    EXPECT_EQ(count(jobs, "(SELECT DISTINCT core FROM measurement)"), std::stoi(jobs));
  }
  EXPECT_EQ(deterministic_rows(store("1")), deterministic_rows(store("2")));
  EXPECT_EQ(ids("1"), ids("2"));
  EXPECT_EQ(run({"diff", store("1"), store("2")}).code, 0);
}

TEST_F(JobsTest, MapsAreWorkedAtTheSameTime) {
  folder_.write("meet.sh",
                "touch here.$$\nfor i in $(seq 1000); do\n"
                "  [ $(ls here.* | wc -l) -ge 2 ] && exec /usr/bin/python3 " +
                    project_file("tests/harness/workers/worker.py") +
                    "\n  sleep 0.01\ndone\nexit 7\n");
  folder_.write(
      "sweep.toml",
      "maps = ['pillars.map', 'rooms.map']\nqueries = 3\nrepetitions = 1\nsandbox = false\n"
      "[[method]]\nname = 'meeting'\ncommand = '/bin/sh meet.sh'\n");
  ASSERT_EQ(run(command("out", "2")).code, 0);
  EXPECT_EQ(count("out", "build WHERE status = 'built' AND failures = 0"), 2);
}

TEST_F(JobsTest, InterruptEndsAllAndTheRestIsDoneLater) {
  const std::string error = folder_.path() / "error.txt";
  const std::vector<std::string> longer{"--repetitions", "100"};
  const pid_t child = start_program(command("out", "2", longer), folder_.path() / "out.txt", error);
  for (int i = 0; i < 1500 && content_of(error).find("grid:") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  kill(child, SIGINT);
  EXPECT_EQ(wait_for(child), 130);
  EXPECT_THAT(content_of(error), AllOf(HasSubstr("To continue"), HasSubstr("--jobs 2")));
  const std::int64_t trials = count("out", "build");
  EXPECT_GE(trials, 1);
  EXPECT_LT(trials, 16);
  ASSERT_EQ(run(command("out", "2", longer)).code, 0);
  EXPECT_EQ(count("out", "build"), 16);
  EXPECT_EQ(count("out", "build WHERE run = 1"), trials);
}

TEST_F(JobsTest, AFaultyMapStopsNobodyAndAFailureAll) {
  folder_.write("pillars.map", "type octile\nheight 9\nwidth 8\nmap\n........\n");
  Outcome outcome = run(command("out", "2"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("pillars.map:"));
  EXPECT_EQ(count("out", "build"), 12);

  folder_.write("pillars.map", pillars());
  std::string changed = small_map();
  changed[40] = '@';
  folder_.write("rooms.map", changed);
  folder_.write("sweep.toml",
                "maps = ['rooms.map', 'pillars.map']\nqueries = 12\nrepetitions = 2\n"
                "[[method]]\nname = 'sleeping'\ncommand = 'sleep 1000'\n");
  const auto begin = std::chrono::steady_clock::now();
  outcome = run(command("out", "2"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("map 'rooms' has changed"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(5));
  EXPECT_EQ(count("out", "build"), 12);
}

TEST_F(JobsTest, MoreThanThereAreCoresAreRefused) {
  const int cores = usable_cores();
  for (const int jobs : {-1, 0, cores + 1}) {
    const Outcome outcome = run(command("out", std::to_string(jobs).c_str()));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.error,
                HasSubstr("--jobs: expected a whole number from 1 to " + std::to_string(cores) +
                          ", found '" + std::to_string(jobs) + "':"));
  }
  EXPECT_EQ(run(command("out", "two")).code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out"));
}

}  // namespace
}  // namespace fairway::test
