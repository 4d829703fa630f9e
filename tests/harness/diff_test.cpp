#include <fmt/format.h>
#include <gmock/gmock.h>

#include "harness/store/path_digest.hpp"
#include "harness/store/sha256.hpp"
#include "harness/store/sqlite.hpp"
#include "tests/harness/five_maps.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class DiffTest : public FiveMaps {
 protected:
  DiffTest() : FiveMaps("queries = 6\nrepetitions = 3\nmethods = ['grid', 'triangle-mesh']\n") {}

  fs::path changed(const fs::path& store, const std::string& sql) const {
    const fs::path copy = folder_.path() / "changed.sqlite";
    fs::copy_file(store, copy, fs::copy_options::overwrite_existing);
    Database(copy, Database::Mode::kReadWrite).execute(sql);
    return copy;
  }

  /// Returns the output of the command. Expects that the command exits with `code`.
  static std::string diff(const fs::path& a, const fs::path& b, int code) {
    const Outcome outcome = run({"diff", a, b});
    EXPECT_EQ(outcome.code, code) << outcome.error;
    EXPECT_EQ(outcome.out.find("Nothing differs except times") != std::string::npos, code == 0);
    return outcome.out;
  }
};

TEST_F(DiffTest, TwoRunsOfASweepDifferInTimesOnly) {
  const fs::path first = store("first");
  const Outcome second = run({"run", sweep_, "--out", folder_.path() / "second"});
  const fs::path again = folder_.path() / "second" / "results.sqlite";
  EXPECT_THAT(diff(first, again, 0),
              AllOf(HasSubstr("10 trials 60 answers"), HasSubstr("paths " + path_digest(first))));
  EXPECT_EQ(path_digest(first), path_digest(again));
  EXPECT_THAT(second.out, HasSubstr("Paths: " + path_digest(again)));
}

TEST_F(DiffTest, EveryChangeIsCountedAndNamed) {
  const fs::path whole = store("whole");
  const fs::path other = changed(
      whole,
      "UPDATE answer SET status = 'missed', length = NULL, path_hash = NULL WHERE method = 1 AND"
      " query IN (SELECT query.id FROM query JOIN world ON world.id = world"
      "           WHERE name = 'c' AND number = 2);"
      "UPDATE answer SET expanded = expanded + 1 WHERE method = 2;"
      "UPDATE build SET edges = 7 WHERE method = 2 AND world = 1;"
      "DELETE FROM build_phase; DELETE FROM build WHERE method = 1 AND world = 5");
  EXPECT_THAT(
      diff(whole, other, 1),
      AllOf(HasSubstr("grid, answers: status differs: 1\n    c 2: found -> missed\n"),
            HasSubstr("grid, answers: length differs: 1\n"), HasSubstr(" -> nothing\n"),
            HasSubstr("grid, answers: path_hash differs: 1\n"),
            HasSubstr("grid, trials only in A: 1\n    e\n"), Not(HasSubstr("grid, trials: ")),
            HasSubstr("triangle-mesh, answers: expanded differs: 30\n    a 0: "),
            HasSubstr("\n    ...\n"), HasSubstr("triangle-mesh, trials: edges differs: 1\n"),
            HasSubstr(" -> 7\n"), Not(HasSubstr("triangle-mesh, answers: length"))));
  EXPECT_NE(path_digest(whole), path_digest(other));
}

TEST_F(DiffTest, WhatIsOnlyInOneIsNamedAndChangedMapsAreNotComparedFurther) {
  const fs::path whole = store("whole");
  const fs::path part = store("part", {"--methods", "grid,quadtree", "--maps", "[abc]"});
  EXPECT_THAT(diff(whole, part, 1),
              AllOf(HasSubstr("worlds only in A: 2\n    d\n    e\n"),
                    HasSubstr("methods only in A: 1\n    triangle-mesh\n"),
                    HasSubstr("methods only in B: 1\n    quadtree\n"),
                    Not(HasSubstr("worlds only in B")), HasSubstr("3 trials 18 answers")));

  const std::string moved =
      diff(whole,
           changed(whole,
                   "UPDATE world SET sha256 = 'f00' WHERE name = 'b';"
                   "UPDATE query SET goal_x = 0.125 WHERE world = 1 AND number = 3;"
                   "UPDATE method SET weight = 2 WHERE name = 'grid'"),
           1);
  EXPECT_THAT(moved, AllOf(HasSubstr("worlds: sha256 differs: 1\n    b: "),
                           HasSubstr("queries: goal_x differs: 1\n    a 3: "),
                           HasSubstr("methods: weight differs: 1\n    grid: "),
                           HasSubstr(fmt::format("{} answers", 2 * (30 - 6 - 1)))));
}

TEST_F(DiffTest, WhatDependsOnTheMachineIsNoDifference) {
  const fs::path whole = store("whole");
  const fs::path other =
      changed(whole,
              "UPDATE timing SET search_ns = 2 * search_ns; UPDATE build_run SET ns = 2 * ns;"
              "UPDATE build SET ns = 2 * ns, peak_resident = 1, clock_ns = 7, waited_ns = 9;"
              "UPDATE run SET cpu = 'another', calibration_ns = 1;"
              "UPDATE world SET free_space_ns = 1, exact_solver_ns = 1, file = 'elsewhere'");
  diff(whole, other, 0);
}

// Regression: two runs counted as equal although only one run repaired the index after a burst.
TEST_F(DiffTest, HowBurstsWereFollowedIsCompared) {
  const std::string bursts =
      "INSERT INTO burst VALUES (1, 1, 4, 1, ''); INSERT INTO follow (world, method, number,"
      " repaired, ns, space_ns) VALUES (1, 1, 1, ";
  const fs::path whole = store("whole");
  const fs::path base = folder_.path() / "base.sqlite";
  fs::rename(changed(whole, bursts + "1, 100, 50)"), base);
  diff(base, changed(whole, bursts + "1, 200, 70)"), 0);
  EXPECT_THAT(diff(base, changed(whole, bursts + "0, 100, 50)"), 1),
              HasSubstr("grid, bursts: repaired differs: 1\n    a, burst 1: 1 -> 0\n"));
}

TEST_F(DiffTest, BadStoresAreBadInput) {
  const fs::path whole = store("whole");
  EXPECT_EQ(run({"diff", whole, folder_.path() / "none.sqlite"}).code, 2);
  EXPECT_EQ(run({"diff", whole, folder_.write("text", std::string(5000, 'x'))}).code, 2);
  const Outcome other = run({"diff", whole, changed(whole, "PRAGMA user_version = 99")});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.error, HasSubstr("changed.sqlite: has schema version 99, expected 13"));
}

TEST(Sha256Test, PiecesAreTheWhole) {
  const std::string text(200, 'a');
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  for (std::size_t size = 0; size <= text.size(); ++size) {
    for (const std::size_t piece : {1u, 7u, 63u, 64u, 65u, 128u}) {
      Sha256 hash;
      for (std::size_t at = 0; at < size; at += piece) {
        hash.add(std::string_view(text).substr(at, std::min(piece, size - at)));
      }
      ASSERT_EQ(hash.finish(), sha256(std::string_view(text).substr(0, size)))
          << size << " " << piece;
    }
  }
}

}  // namespace
}  // namespace fairway::test
