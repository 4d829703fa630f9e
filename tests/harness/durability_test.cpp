#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "harness/machine/conditions.hpp"
#include "harness/store/sqlite.hpp"
#include "tests/harness/program.hpp"
#include "tests/support/stored_rows.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

/// Number of runs to kill: few by default, more by an environment variable.
int kills() {
  const char* text = std::getenv("FAIRWAY_KILLS");
  return text == nullptr ? 8 : std::stoi(text);
}

class DurabilityTest : public testing::Test {
 protected:
  DurabilityTest() {
    folder_.write("rooms.map", small_map());
    folder_.write("open.txt",
                  "[BORDER]\n0 0\n20 0\n20 20\n0 20\n[OBSTACLE]\n5 5\n5 15\n15 15\n15 5\n");
    fs::permissions(folder_.path(), fs::perms(0755));
  }
  ~DurabilityTest() override {
    std::error_code error;
    fs::permissions(folder_.path() / "out", fs::perms(0755), error);
  }

  std::vector<std::string> command(const std::string& out, const char* jobs = "1") {
    return {"run", sweep_, "--out", folder_.path() / out, "--jobs", jobs};
  }
  void expect_killed_runs_are_continued(const char* jobs);
  /// The command of a long run. Its worlds are small, so the first worlds are stored soon after
  /// the start.
  std::vector<std::string> long_command(const std::string& out) {
    std::string radii = "0";
    for (int i = 1; i < 80; ++i) radii += ",0." + std::to_string(1000 + i);
    std::vector<std::string> arguments = command(out);
    arguments.insert(arguments.end(), {"--radius", radii});
    return arguments;
  }
  fs::path store(const std::string& out) const { return folder_.path() / out / "results.sqlite"; }

  pid_t start(const std::vector<std::string>& arguments) {
    return start_program(arguments, folder_.path() / "stdout", folder_.path() / "stderr");
  }

  /// Starts the long run and waits until it has stored its first trials.
  pid_t start_long_run(const std::string& out) {
    const pid_t child = start(long_command(out));
    for (int i = 0; i < 3000; ++i) {
      if (content_of(folder_.path() / "stderr").find("grid:") != std::string::npos) return child;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ADD_FAILURE() << "no trial was finished in a minute";
    return child;
  }

  /// Whether the program can run as a user without root's rights. False if only root may read the
  /// program's folder.
  static bool has_nobody() { return run({"list", "methods"}, kNobody).code == 0; }

  inline static const Surroundings kNobody{RLIM_INFINITY, true};

  TemporaryFolder folder_;
  std::string sweep_ =
      folder_.write("sweep.toml",
                    "maps = ['rooms.map', 'open.txt']\nqueries = 20\nrepetitions = 2\n"
                    "methods = ['grid', 'quadtree', 'triangle-mesh', 'visibility-graph']\n");
};

/// Checks that a store is not damaged and contains only complete trials. The run that wrote the
/// store may have ended in any way, for example by a kill.
void expect_whole_trials(const fs::path& store) {
  if (!fs::exists(store) || fs::file_size(store) == 0) return;
  Database database(store, Database::Mode::kReadOnly);
  ASSERT_THAT(database.texts("PRAGMA integrity_check"), testing::ElementsAre("ok"));
  if (count_rows(store, "sqlite_schema") == 0) return;
  EXPECT_EQ(count_rows(store, "answer"),
            count_rows(store, "build JOIN query ON query.world = build.world"));
  EXPECT_EQ(count_rows(store, "timing"), 2 * count_rows(store, "answer"));
}

void DurabilityTest::expect_killed_runs_are_continued(const char* jobs) {
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(run(command("whole")).code, 0);
  const double whole_run =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::string whole = deterministic_rows(store("whole"));

  std::mt19937 random(20);
  std::uniform_real_distribution<double> moment(0, whole_run);
  std::int64_t trials = 0;
  int stores = 1;
  for (int killed = 0; killed < kills();) {
    const pid_t child = start(command("killed", jobs));
    std::this_thread::sleep_for(std::chrono::duration<double>(moment(random)));
    kill(child, SIGKILL);
    const int code = wait_for(child);
    expect_whole_trials(store("killed"));
    if (code == 0) {
      EXPECT_EQ(deterministic_rows(store("killed")), whole);
      fs::remove_all(folder_.path() / "killed");
      trials = 0;
      ++stores;
      continue;
    }
    ASSERT_EQ(code, 128 + SIGKILL) << content_of(folder_.path() / "stderr");
    ++killed;
    if (!fs::exists(store("killed"))) continue;
    Database database(store("killed"), Database::Mode::kReadWrite);
    const bool empty = database.integer("SELECT COUNT(*) FROM sqlite_schema") == 0;
    const std::int64_t now = empty ? 0 : count_rows(store("killed"), "build");
    EXPECT_GE(now, trials);
    trials = now;
  }
  const Outcome last = run(command("killed", jobs));
  ASSERT_EQ(last.code, 0) << last.error;
  EXPECT_EQ(deterministic_rows(store("killed")), whole);
  RecordProperty("stores", stores);
}

TEST_F(DurabilityTest, KilledRunsKeepWholeTrialsAndAreContinued) {
  expect_killed_runs_are_continued("1");
}

TEST_F(DurabilityTest, KilledRunsOfTwoJobsKeepWholeTrialsAndAreContinued) {
  if (usable_cores() < 2) GTEST_SKIP() << "two jobs take two cores";
  expect_killed_runs_are_continued("2");
}

/// Regression: the code assumed that an unfinished transaction is undone by any reader. A
/// connection for reading only does not undo it.
TEST_F(DurabilityTest, FileLeftInATransactionIsReadWhereItCanBeWritten) {
  const fs::path file = folder_.path() / "half.sqlite";
  {
    Database database(file, Database::Mode::kCreate);
    database.execute("PRAGMA journal_mode = DELETE; CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  }
  const pid_t child = fork();
  if (child == 0) {
    Database database(file, Database::Mode::kReadWrite);
    database.execute(
        "PRAGMA cache_size = 1; BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
        "FROM "
        "n WHERE i < 100000) INSERT INTO t SELECT i FROM n");
    _exit(0);
  }
  ASSERT_EQ(wait_for(child), 0);
  ASSERT_TRUE(fs::exists(file.native() + "-journal"));
  EXPECT_EQ(count_rows(file, "t"), 1);
}

TEST_F(DurabilityTest, DiskThatFillsAtAnyPointKeepsWhatIsStored) {
  ASSERT_EQ(run(command("whole")).code, 0);
  const auto size = fs::file_size(store("whole"));
  std::int64_t trials = 0;
  int refused = 0;
  for (rlim_t limit = size / 16; limit < size; limit += size / 8) {
    const Outcome full = run(command("out"), {limit, false});
    if (full.code == 0) continue;
    ++refused;
    EXPECT_EQ(full.code, 1) << full.error;
    EXPECT_THAT(full.error, HasSubstr("results.sqlite: "));
    EXPECT_THAT(full.error, testing::AnyOf(HasSubstr("full"), HasSubstr("File too large")));
    expect_whole_trials(store("out"));
    if (count_rows(store("out"), "sqlite_schema") == 0) continue;
    EXPECT_GE(count_rows(store("out"), "build"), trials);
    trials = count_rows(store("out"), "build");
  }
  EXPECT_GT(refused, 2);
  ASSERT_EQ(run(command("out")).code, 0);
  EXPECT_EQ(deterministic_rows(store("out")), deterministic_rows(store("whole")));
}

TEST_F(DurabilityTest, FinishedStoreIsOneFileThatNeedsNoRightToWrite) {
  ASSERT_EQ(run(command("out")).code, 0);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder_.path() / "out")) {
    files.push_back(entry.path().filename());
  }
  EXPECT_THAT(files, testing::ElementsAre("results.sqlite"));
  if (!has_nobody()) GTEST_SKIP() << "the program cannot be run without root's rights here";
  const std::string before = content_of(store("out"));
  fs::permissions(folder_.path() / "out", fs::perms(0555));
  fs::permissions(store("out"), fs::perms(0444));
  const fs::path joined = folder_.path() / "joined";
  fs::create_directory(joined);
  fs::permissions(joined, fs::perms(0777));
  EXPECT_EQ(run({"diff", store("out"), store("out")}, kNobody).code, 0);
  EXPECT_EQ(run({"merge", joined / "merged.sqlite", store("out")}, kNobody).code, 0);

  const Outcome refused = run(command("out"), kNobody);
  EXPECT_EQ(refused.code, 2) << refused.error;
  EXPECT_THAT(refused.error, AllOf(HasSubstr("--out"), HasSubstr("Permission denied")));
  fs::permissions(folder_.path() / "out", fs::perms(0777));
  const Outcome read_only = run(command("out"), kNobody);
  EXPECT_EQ(read_only.code, 2) << read_only.error;
  EXPECT_THAT(read_only.error, HasSubstr("results.sqlite: cannot be written: Permission denied"));
  EXPECT_EQ(content_of(store("out")), before);
}

// Regression: the code assumed that a file in WAL mode can be read in any folder. SQLite must write
// beside the file.
TEST_F(DurabilityTest, KilledStoreIsReadWithItsLogWithoutTheRightToWrite) {
  const pid_t child = start_long_run("out");
  kill(child, SIGKILL);
  ASSERT_EQ(wait_for(child), 128 + SIGKILL);
  ASSERT_TRUE(fs::exists(store("out").string() + "-wal"));
  if (!has_nobody()) GTEST_SKIP() << "the program cannot be run without root's rights here";
  for (const bool shared_memory : {true, false}) {
    if (!shared_memory) fs::remove(store("out").string() + "-shm");
    fs::permissions(folder_.path() / "out", fs::perms(0555));
    const fs::path joined = folder_.path() / (shared_memory ? "three" : "two");
    fs::create_directory(joined);
    fs::permissions(joined, fs::perms(0777));
    EXPECT_EQ(run({"diff", store("out"), store("out")}, kNobody).code, 0);
    EXPECT_EQ(run({"merge", joined / "merged.sqlite", store("out")}, kNobody).code, 0);
    EXPECT_EQ(run({"diff", store("out"), joined / "merged.sqlite"}, kNobody).code, 0);
    EXPECT_EQ(fs::exists(store("out").string() + "-shm"), shared_memory);
    fs::permissions(folder_.path() / "out", fs::perms(0755));
  }
}

TEST_F(DurabilityTest, OnlyOneRunWritesAStore) {
  const pid_t first = start_long_run("out");
  const Outcome second = run(long_command("out"));
  EXPECT_EQ(second.code, 2);
  EXPECT_THAT(second.error, HasSubstr("results.sqlite: another process is writing it"));
  EXPECT_EQ(kill(first, SIGINT), 0);
  EXPECT_EQ(wait_for(first), 130);
  EXPECT_EQ(count_rows(store("out"), "run"), 1);
  EXPECT_FALSE(fs::exists(store("out").string() + "-wal"));
}

}  // namespace
}  // namespace fairway::test
