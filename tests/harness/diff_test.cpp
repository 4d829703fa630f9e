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
  /// The only stratum's times.
  static json times(const json& method, const char* what) {
    EXPECT_EQ(method.at(what).size(), 1u);
    return method.at(what).at(0);
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
  EXPECT_THAT(run({"diff", first, again}).out, HasSubstr("Nothing differs but times."));
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

TEST_F(DiffTest, TimesAreComparedOverMapsAndHostsAreTold) {
  const fs::path whole = changed(store("whole"),
                                 "UPDATE timing SET locate_ns = 0, attach_ns = 0, realise_ns = 0,"
                                 " smooth_ns = 0, search_ns = 1000 * (1 + query % 7)"
                                 " + CASE repetition WHEN 0 THEN 5000000 ELSE 0 END;"
                                 "UPDATE build_run SET ns = 1000000");
  const fs::path base = folder_.path() / "base.sqlite";
  fs::rename(whole, base);
  // A tenth slower, a little more or less from map to map; the mesh now slower and now faster.
  const fs::path slower = changed(
      base,
      "UPDATE timing SET search_ns = search_ns * (1.1 + 0.001 * (SELECT world FROM query WHERE id ="
      " query)) WHERE method = 1;"
      "UPDATE timing SET search_ns = search_ns * (CASE (SELECT world FROM query WHERE id = query) "
      "% 2"
      " WHEN 0 THEN 1.2 ELSE 0.85 END) WHERE method = 2;"
      "UPDATE build_run SET ns = ns / 2 WHERE method = 2");
  const json report = diff(base, slower, 0);
  const json grid = times(method(report, "grid"), "query_times");
  EXPECT_EQ(grid.at("maps"), 5);
  EXPECT_TRUE(grid.at("significant"));
  EXPECT_NEAR(grid.at("ratio").get<double>(), 1.103, 0.001);
  EXPECT_LT(grid.at("low"), grid.at("ratio"));
  EXPECT_LT(grid.at("high"), 1.11);
  EXPECT_FALSE(times(method(report, "triangle-mesh"), "query_times").at("significant"));
  EXPECT_FALSE(times(method(report, "grid"), "build_times").at("significant"));
  EXPECT_NEAR(times(method(report, "triangle-mesh"), "build_times").at("ratio").get<double>(), 0.5,
              1e-9);
  EXPECT_EQ(report.at("trials_across_hosts"), 0);
  EXPECT_THAT(run({"diff", base, slower}).out,
              AllOf(HasSubstr("Times of queries, B over A, where significant:\n  grid: x1.1 (95 %"),
                    HasSubstr("Times of queries: no significant difference: triangle-mesh"),
                    Not(HasSubstr("another host"))));

  const fs::path elsewhere = changed(base, "UPDATE run SET cpu = 'another'");
  EXPECT_EQ(diff(base, elsewhere, 0).at("trials_across_hosts"), 10);
  EXPECT_THAT(run({"diff", base, elsewhere}).out,
              HasSubstr("10 of the 10 trials of both were measured on another host or processor"));
}

// The first build alone stood for all of them, and one that was disturbed for a change.
TEST_F(DiffTest, BuildsAreComparedByTheMedianOfAllRepetitions) {
  const fs::path whole = store("whole", {"--builds", "3"});
  const fs::path base = folder_.path() / "base.sqlite";
  fs::rename(changed(whole, "UPDATE build_run SET ns = 1000000 + number + 10 * world"), base);
  const fs::path disturbed =
      changed(base,
              "UPDATE build SET ns = 9 * ns;"
              "UPDATE build_run SET ns = 9 * ns WHERE number = (SELECT MIN(number) FROM build_run);"
              "UPDATE build_run SET ns = 1.5 * ns WHERE method = 2");
  const json report = diff(base, disturbed, 0);
  const json grid = times(method(report, "grid"), "build_times");
  EXPECT_NEAR(grid.at("ratio").get<double>(), 1, 1e-5);
  EXPECT_NEAR(times(method(report, "triangle-mesh"), "build_times").at("ratio").get<double>(), 1.5,
              1e-5);
}

// Twice the time at one radius and half of it at another averaged to no difference.
TEST_F(DiffTest, RadiiAreNotAveraged) {
  const std::string sweep = folder_.write(
      "radii.toml",
      "maps = ['?.map']\nqueries = 6\nrepetitions = 1\nmethods = ['grid']\nradii = [0, 0.25]\n");
  const Outcome outcome = run({"run", sweep, "--out", folder_.path() / "radii"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const fs::path base = folder_.path() / "base.sqlite";
  fs::rename(changed(folder_.path() / "radii" / "results.sqlite",
                     "UPDATE timing SET search_ns = 1000000 + query; UPDATE build_run SET ns = "
                     "1000000 + world"),
             base);
  const fs::path other = changed(
      base,
      "UPDATE timing SET search_ns = search_ns * (SELECT CASE radius WHEN 0 THEN 2 ELSE 0.5 END"
      " FROM query JOIN world ON world.id = query.world WHERE query.id = timing.query);"
      "UPDATE build_run SET ns = ns * (SELECT CASE radius WHEN 0 THEN 4 ELSE 0.25 END FROM world"
      " WHERE id = world)");
  const json report = diff(base, other, 0);
  const json grid = method(report, "grid");
  for (const auto& [what, factor] : {std::pair("query_times", 2.0), {"build_times", 4.0}}) {
    ASSERT_EQ(grid.at(what).size(), 2u) << grid;
    EXPECT_EQ(grid.at(what).at(0).at("radius"), 0);
    EXPECT_EQ(grid.at(what).at(1).at("radius"), 0.25);
    EXPECT_NEAR(grid.at(what).at(0).at("ratio").get<double>(), factor, 0.1);
    EXPECT_NEAR(grid.at(what).at(1).at("ratio").get<double>(), 1 / factor, 0.1);
    EXPECT_TRUE(grid.at(what).at(1).at("significant"));
  }
  EXPECT_THAT(run({"diff", base, other}).out,
              AllOf(HasSubstr("  grid at radius 0: x"), HasSubstr("  grid at radius 0.25: x")));
}

TEST_F(DiffTest, TimesOfFewMapsAreNotCompared) {
  const fs::path few = store("few", {"--maps", "[abcd]"});
  const json report = diff(few, few, 0);
  EXPECT_EQ(times(method(report, "grid"), "query_times").at("maps"), 4);
  EXPECT_FALSE(times(method(report, "grid"), "query_times").contains("ratio"));
  EXPECT_THAT(run({"diff", few, few}).out, HasSubstr("not compared, as that takes 5 maps"));
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
