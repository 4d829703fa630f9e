#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/store/path_digest.hpp"
#include "harness/store/sha256.hpp"
#include "harness/store/sqlite.hpp"
#include "tests/harness/five_maps.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class DiffTest : public FiveMaps {
 protected:
  DiffTest() : FiveMaps("queries = 6\nrepetitions = 3\nmethods = ['grid', 'triangle-mesh']\n") {}

  fs::path changed(const fs::path& store, const std::string& sql) const {
    const fs::path copy = folder_.path() / "changed.sqlite";
    fs::copy_file(store, copy, fs::copy_options::overwrite_existing);
    Database(copy, Database::Mode::kReadWrite).execute(sql);
    return copy;
  }

  static json diff(const fs::path& a, const fs::path& b, int code) {
    const Outcome outcome = run({"diff", a, b, "--json"});
    EXPECT_EQ(outcome.code, code) << outcome.error;
    const json report = json::parse(outcome.out);
    EXPECT_EQ(report.at("differs"), code == 1);
    return report;
  }
  static json method(const json& report, const std::string& name) {
    for (const json& method : report.at("methods")) {
      if (method.at("method") == name) return method;
    }
    ADD_FAILURE() << "no method " << name;
    return {};
  }
};

TEST_F(DiffTest, TwoRunsOfASweepDifferInTimesOnly) {
  const fs::path first = store("first");
  const Outcome second = run({"run", sweep_, "--out", folder_.path() / "second"});
  const fs::path again = folder_.path() / "second" / "results.sqlite";
  const json report = diff(first, again, 0);
  EXPECT_EQ(report.at("trials"), 10);
  EXPECT_EQ(method(report, "grid").at("answers"), 30);
  EXPECT_EQ(report.at("a").at("paths"), report.at("b").at("paths"));
  EXPECT_THAT(second.out, HasSubstr("Paths: " + report.at("b").at("paths").get<std::string>()));
  EXPECT_THAT(run({"diff", first, again}).out,
              HasSubstr("Nothing differs except times. scripts/compare.py"));
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
  const json report = diff(whole, other, 1);
  const json grid = method(report, "grid");
  EXPECT_EQ(grid.at("answer").size(), 3u) << grid;
  EXPECT_EQ(grid.at("answer").at("status"),
            (json{{"count", 1}, {"first", {{{"where", "c 2"}, {"a", "found"}, {"b", "missed"}}}}}));
  EXPECT_EQ(grid.at("answer").at("length").at("first").at(0).at("b"), "nothing");
  EXPECT_EQ(grid.at("answer").at("path_hash").at("count"), 1);
  EXPECT_THAT(grid.at("build"), IsEmpty());
  EXPECT_EQ(grid.at("trials_only_in_a").at("first"), json({"e"}));
  const json mesh = method(report, "triangle-mesh");
  EXPECT_EQ(mesh.at("answer").size(), 1u) << mesh;
  EXPECT_EQ(mesh.at("answer").at("expanded").at("count"), 30);
  EXPECT_EQ(mesh.at("answer").at("expanded").at("first").size(), 5u);
  EXPECT_EQ(mesh.at("build").at("edges").at("first").at(0).at("b"), "7");
  EXPECT_NE(report.at("a").at("paths"), report.at("b").at("paths"));
  EXPECT_THAT(run({"diff", whole, other}).out,
              AllOf(HasSubstr("grid, 30 answers: status differs in 1:\n    c 2: found -> missed"),
                    HasSubstr("triangle-mesh, build: edges differs in 1:"),
                    HasSubstr("grid: trials only in A: 1: e")));
}

TEST_F(DiffTest, WhatIsOnlyInOneIsNamedAndChangedMapsAreNotComparedFurther) {
  const fs::path whole = store("whole");
  const fs::path part = store("part", {"--methods", "grid,quadtree", "--maps", "[abc]"});
  const json report = diff(whole, part, 1);
  EXPECT_EQ(report.at("worlds_only_in_a").at("first"), json({"d", "e"}));
  EXPECT_EQ(report.at("worlds_only_in_b").at("count"), 0);
  EXPECT_EQ(report.at("methods_only_in_a").at("first"), json({"triangle-mesh"}));
  EXPECT_EQ(report.at("methods_only_in_b").at("first"), json({"quadtree"}));
  EXPECT_EQ(method(report, "grid").at("answers"), 18);

  const json moved = diff(whole,
                          changed(whole,
                                  "UPDATE world SET sha256 = 'f00' WHERE name = 'b';"
                                  "UPDATE query SET goal_x = 0.125 WHERE world = 1 AND number = 3;"
                                  "UPDATE method SET weight = 2 WHERE name = 'grid'"),
                          1);
  EXPECT_EQ(moved.at("world").at("sha256").at("first").at(0).at("where"), "b");
  EXPECT_EQ(moved.at("query").at("goal_x").at("first").at(0).at("where"), "a 3");
  EXPECT_EQ(moved.at("method").at("weight").at("first").at(0).at("where"), "grid");
  EXPECT_EQ(method(moved, "grid").at("answers"), 30 - 6 - 1);
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

// That what a method did after a burst need not be compared: two runs that differed in it alone
// counted as equal.
TEST_F(DiffTest, HowBurstsWereFollowedIsCompared) {
  const std::string bursts =
      "INSERT INTO burst VALUES (1, 1, 4, 1, ''); INSERT INTO follow (world, method, number,"
      " repaired, ns, space_ns) VALUES (1, 1, 1, ";
  const fs::path whole = store("whole");
  const fs::path base = folder_.path() / "base.sqlite";
  fs::rename(changed(whole, bursts + "1, 100, 50)"), base);
  diff(base, changed(whole, bursts + "1, 200, 70)"), 0);
  const json report = diff(base, changed(whole, bursts + "0, 100, 50)"), 1);
  EXPECT_EQ(method(report, "grid").at("follow").at("repaired").at("first").at(0).at("where"),
            "a, burst 1");
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
