#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "datasets/changing/changing_world.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class CommandLineTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string map_ = folder_.write("rooms.map", small_map());

  std::string scenario(int rows) {
    std::string text = "version 1\n";
    for (int i = 0; i < rows; ++i) {
      text += "0\trooms.map\t8\t6\t" + std::to_string(i % 8) + "\t0\t0\t2\t" +
              std::to_string(i % 8 + 2) + "\n";
    }
    return folder_.write("rooms.map.scen", text);
  }
};

TEST_F(CommandLineTest, WrongUsageExitsWithTwo) {
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"fly"},
      {"path"},
      {"path", map_, "--method", "grid", "--from", "1;1", "--to", "2,2"},
      {"path", map_, "--method", "gird", "--from", "0.5,0.5", "--to", "2,2"},
      {"path", map_, "--method", "grid", "--from", "nan,0.5", "--to", "2,2"},
      {"path", map_, "--method", "grid", "--from", "99,99", "--to", "2,2"},
      {"path", map_, "--method", "grid", "--from", "1e-200,1", "--to", "2,2"},
      {"path", folder_.path() / "none.map", "--method", "grid", "--from", "0,0", "--to", "1,1"},
      {"run", "none.toml"},
      {"run", "none.toml", "--jobs", "2"},
      {"verify", map_, folder_.path() / "none.scen"},
      {"answer", map_, map_, "--method", "grid"},
      {"generate", "castles", "--seed", "1", "--out", folder_.path() / "x"},
      {"convert", map_, "--out", folder_.path() / "x.bmp"},
  };
  for (const auto& arguments : wrong) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << testing::PrintToString(arguments) << outcome.error;
    EXPECT_FALSE(outcome.error.empty()) << testing::PrintToString(arguments);
  }
}

TEST_F(CommandLineTest, OptionsOutOfRangeSayWhatWasExpected) {
  const auto fault = [](std::vector<std::string> arguments) {
    const Outcome outcome = run(std::move(arguments));
    EXPECT_EQ(outcome.code, 2) << outcome.error;
    return outcome.error;
  };
  for (const char* radius : {"-1", "nan", "1e999", "wide"}) {
    const std::string expected =
        "--radius: expected a finite number of 0 or more, found '" + std::string(radius) + "'";
    EXPECT_THAT(fault({"path", map_, "--method", "grid", "--from", "0,0", "--to", "1,1", "--radius",
                       radius}),
                HasSubstr(expected));
    EXPECT_THAT(fault({"run", "none.toml", "--radius", std::string("0.5,") + radius}),
                HasSubstr(expected));
  }
  for (const char* shard : {"0/4", "5/4", "-1/4", "2", "2/", "1/0", "2/4x", "1.5/4", ""}) {
    EXPECT_THAT(fault({"run", "none.toml", "--shard", shard}),
                HasSubstr("--shard: expected I/N, the I-th of N parts with 1 <= I <= N, found '" +
                          std::string(shard) + "'"));
  }
  for (const char* limit : {"0", "-1", "1.5", "many", "010", "0x10"}) {
    EXPECT_THAT(fault({"verify", map_, "--limit", limit}),
                HasSubstr("--limit: expected a whole number of 1 or more, found '" +
                          std::string(limit) + "'"));
  }
  for (const char* jobs : {"0", "two", "100000"}) {
    EXPECT_THAT(fault({"run", "none.toml", "--jobs", jobs}),
                AllOf(HasSubstr("--jobs: expected a whole number from 1 to "),
                      HasSubstr("found '" + std::string(jobs) + "': each job needs its own core")));
  }
  EXPECT_THAT(fault({"selftest", "--seconds", "0.5"}),
              HasSubstr("--seconds: expected a finite number from 1 to 3600, found '0.5'"));
}

// Every option with a number has a check with its own message. Without a check, CLI11 says "Could
// not convert".
TEST_F(CommandLineTest, EveryNumberSaysWhatWasExpected) {
  const std::map<std::string, std::vector<std::string>> numbers{
      {"run",
       {"--queries", "--repetitions", "--seed", "--timeout-ms", "--memory-mb", "--jobs",
        "--radius"}},
      {"path", {"--radius"}},
      {"verify", {"--limit"}},
      {"answer", {"--count", "--radius"}},
      {"conform",
       {"--queries", "--random", "--maps", "--seed", "--timeout-ms", "--build-timeout-ms",
        "--memory-mb"}},
      {"generate", {"--seed", "--size"}},
      {"selftest", {"--slow", "--seconds", "--seed"}},
      {"worker", {"--slow"}}};
  for (const auto& [command, options] : numbers) {
    for (const std::string& option : options) {
      const Outcome outcome = run({command, option, "many"});
      EXPECT_EQ(outcome.code, 2);
      EXPECT_THAT(outcome.error, AllOf(HasSubstr(option + ": expected a "), HasSubstr("number"),
                                       HasSubstr("found 'many'")));
    }
  }
}

TEST_F(CommandLineTest, FaultyMapIsNamedByFileAndLine) {
  const std::string bad = folder_.write("bad.map", "type octile\nheight 2\nwidth 2\nmap\n..\n.x\n");
  const Outcome outcome =
      run({"path", bad, "--method", "grid", "--from", "0.5,0.5", "--to", "1.5,0.5"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr(bad + ":6: "));
}

// Regression: conform could not pass options to the map reader. This map needs such options,
// because its floors overlap.
TEST_F(CommandLineTest, ConformTellsTheReaderItsOptions) {
  const std::string floors =
      folder_.write("floors.obj",
                    "v 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nv 0 5 0\nv 0 5 8\nv 8 5 8\nv 8 5 0\n"
                    "f 1 2 3 4\nf 5 6 7 8\n");
  const std::vector<std::string> conform{"conform", "--method", "polyanya", "--world", floors};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), conform.begin(), conform.end());
    return run(more);
  };
  EXPECT_THAT(with({}).error, HasSubstr(floors + ":"));
  EXPECT_EQ(with({}).code, 2);
  EXPECT_EQ(with({"--read", "heights=-1,1"}).code, 0) << with({"--read", "heights=-1,1"}).error;
  EXPECT_THAT(with({"--read", "height=1"}).error, HasSubstr("height"));
  EXPECT_EQ(run({"conform", "--method", "polyanya", "--read", "heights=-1,1"}).code, 2);
}

TEST_F(CommandLineTest, ListsAreJson) {
  for (const char* what : {"methods", "maps", "representations", "smoothers"}) {
    const Outcome outcome = run({"list", what, "--json"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_FALSE(json::parse(outcome.out).at(what).empty()) << what;
    EXPECT_EQ(run({"list", what}).code, 0);
  }
}

TEST_F(CommandLineTest, MethodsAreATableWithTheirUnusualSettings) {
  const std::string table = run({"list", "methods"}).out;
  EXPECT_THAT(table, HasSubstr("\ngrid  "));
  EXPECT_THAT(table, ContainsRegex("\ngrid-fine +grid +octile A\\* +none +refine 4\n"));
  EXPECT_THAT(table, Not(HasSubstr(" \n")));
}

TEST_F(CommandLineTest, EveryMethodAnswersOnASmallMap) {
  const json methods = json::parse(run({"list", "methods", "--json"}).out).at("methods");
  for (const json& method : methods) {
    const std::string name = method.at("name");
    if (method.contains("program")) continue;  // another program answers
    const Outcome outcome =
        run({"path", map_, "--method", name, "--from", "2.5,2.5", "--to", "7.5,5.5", "--json"});
    ASSERT_EQ(outcome.code, 0) << name << outcome.error;
    const json answer = json::parse(outcome.out);
    if (!method.at("promises").at("legal") && answer.at("status") != "found") continue;
    EXPECT_EQ(answer.at("status"), "found") << name;
    EXPECT_EQ(answer.at("points").front(), json({2.5, 2.5}));
    EXPECT_EQ(answer.at("points").back(), json({7.5, 5.5}));
    EXPECT_GE(answer.at("gap").get<double>(), -1e-9) << name;
    EXPECT_GE(answer.at("raw_length").get<double>(), answer.at("length").get<double>() - 1e-9);
    // The path leaves the inner room by its door, passes right of the block, and goes down the last
    // column.
    const double optimum =
        std::sqrt(2.5 * 2.5 + 0.5 * 0.5) + std::sqrt(2.0) + 1 + std::sqrt(0.5 * 0.5 + 4.5 * 4.5);
    EXPECT_NEAR(answer.at("optimum").get<double>(), optimum, 1e-9);
    EXPECT_EQ(answer.at("ns").size(), 5u);
    EXPECT_GT(answer.at("first_answer_ns").get<double>(), 0) << name;
    EXPECT_GE(answer.at("cold_build_ns").get<double>(), 0) << name;
  }
}

// Regression: the output showed the time of one answer, but not how it was measured.
TEST_F(CommandLineTest, PathFindsTheMethodsOfASweepFile) {
  const std::string sweep =
      folder_.write("sweep.toml",
                    "maps = [\"rooms.map\"]\nmethods = [\"grid\"]\n[[method]]\nname = \"coarse\"\n"
                    "representation = \"quadtree\"\noptions = { min_size = 2.0 }\n[[method]]\n"
                    "name = \"outside\"\ncommand = \"/bin/true\"\n");
  const auto path = [&](const std::string& method, bool with_sweep) {
    std::vector<std::string> arguments{"path",   map_,      "--method", method,
                                       "--from", "0.5,0.5", "--to",     "0.6,0.5"};
    if (with_sweep) arguments.insert(arguments.end(), {"--sweep", sweep});
    return run(std::move(arguments));
  };
  EXPECT_EQ(path("coarse", true).code, 0);
  EXPECT_EQ(path("quadtree", true).code, 0);
  EXPECT_EQ(path("coarse", false).code, 2);
  const Outcome outside = path("outside", true);
  EXPECT_EQ(outside.code, 2);
  EXPECT_THAT(outside.error, HasSubstr("--method outside: found an external program"));
}

TEST_F(CommandLineTest, TimesOfAPathSayThatTheyAreOfSingleRuns) {
  const Outcome outcome =
      run({"path", map_, "--method", "polyanya", "--from", "2.5,2.5", "--to", "7.5,5.5"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out,
              AllOf(ContainsRegex("one cold build [0-9.]+ [num]?s, including [0-9.]+ [num]?s "),
                    ContainsRegex("first .cold. answer [0-9.]+ [num]?s; the same query again "
                                  ".warm. [0-9.]+ [num]?s\n"),
                    HasSubstr("steps of the warm answer in ns: locate ")));
  const json answer = json::parse(
      run({"path", map_, "--method", "polyanya", "--from", "2.5,2.5", "--to", "7.5,5.5", "--json"})
          .out);
  // polyanya's build needs the triangulation.
  EXPECT_GT(answer.at("cold_build_ns").get<double>(), 0);
}

TEST_F(CommandLineTest, BlockedEndsAreStatusesAndBadInput) {
  const Outcome outcome =
      run({"path", map_, "--method", "grid", "--from", "1.5,1.5", "--to", "0.5,0.5", "--json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(json::parse(outcome.out).at("status"), "start_blocked");
  EXPECT_THAT(outcome.error, HasSubstr("--from 1.5,1.5"));
}

TEST_F(CommandLineTest, EnclosedPocketsAreUnreachable) {
  const Outcome outcome =
      run({"path", map_, "--method", "grid", "--from", "3.5,5.5", "--to", "0.5,0.5", "--json"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(json::parse(outcome.out).at("status"), "unreachable");
  EXPECT_TRUE(json::parse(outcome.out).at("optimum").is_null());
}

TEST_F(CommandLineTest, AnswerTakesEvenRows) {
  const std::string scen = scenario(10);
  const std::string csv = folder_.path() / "rows.csv";
  const auto rows = [&](const char* count) {
    EXPECT_EQ(run({"answer", map_, scen, "--method", "grid", "--count", count, "--csv", csv}).code,
              0);
    std::vector<int> numbers;
    std::ifstream in(csv);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) numbers.push_back(std::stoi(line));
    return numbers;
  };
  EXPECT_THAT(rows("3"), testing::ElementsAre(1, 4, 7));
  EXPECT_THAT(rows("4"), testing::ElementsAre(1, 3, 5, 7));
  EXPECT_THAT(rows("1"), testing::ElementsAre(5));
  EXPECT_THAT(rows("99"), testing::SizeIs(10));
  EXPECT_THAT(rows("0"), testing::IsEmpty());
}

TEST_F(CommandLineTest, VerifyTellsRightLengthsFromWrongOnes) {
  const std::string scen = folder_.write("rooms.map.scen",
                                         "version 1\n"
                                         "0\trooms.map\t8\t6\t0\t0\t7\t0\t7\n"
                                         "0\trooms.map\t8\t6\t0\t0\t0\t4\t5\n"
                                         "0\trooms.map\t8\t6\t3\t5\t0\t0\t0\n");
  const Outcome outcome = run({"verify", map_, scen, "--json"});
  EXPECT_EQ(outcome.code, 1);
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report.at("problems"), 3);
  EXPECT_EQ(report.at("octile_checked"), 3);
  EXPECT_EQ(report.at("octile_agree"), 2);
  EXPECT_EQ(report.at("solvers_checked"), 3);
  EXPECT_EQ(report.at("solvers_agree"), 3);
  EXPECT_EQ(report.at("disagreements").at(0).at("line"), 3);
  EXPECT_EQ(report.at("disagreements").at(0).at("computed"), 4.0);

  const std::string lengths = folder_.write("lengths.csv", "row,length\n0,7\n2,\n");
  const json euclidean =
      json::parse(run({"verify", map_, scen, "--lengths", lengths, "--json"}).out);
  EXPECT_EQ(euclidean.at("euclidean_checked"), 2);
  EXPECT_EQ(euclidean.at("euclidean_agree"), 2);
  EXPECT_EQ(euclidean.at("solvers_checked"), 3);
  EXPECT_EQ(euclidean.at("solvers_agree"), 3);
}

TEST_F(CommandLineTest, VerifyWithoutScenarioAsksTheExactSolversDrawnQueries) {
  const json report = json::parse(run({"verify", map_, "--limit", "50", "--json"}).out);
  EXPECT_EQ(report.at("problems"), 0);
  EXPECT_EQ(report.at("solvers_checked"), 50);
  EXPECT_EQ(report.at("solvers_agree"), 50);
  EXPECT_LE(report.at("max_solver_difference"), 1e-9);
  EXPECT_EQ(run({"verify", map_, "--lengths", "lengths.csv"}).code, 2);
}

TEST_F(CommandLineTest, VerifyAsksAWitness) {
  const json report = json::parse(
      run({"verify", map_, "--limit", "50", "--witness", "cgal", "--witness-limit", "20", "--json"})
          .out);
  EXPECT_EQ(report.at("solvers_checked"), 50);
  EXPECT_EQ(report.at("witness_checked"), 20);
  EXPECT_EQ(report.at("witness_agree"), 20);
  EXPECT_LE(report.at("max_witness_difference"), 1e-9);
  EXPECT_EQ(json::parse(run({"verify", map_, "--limit", "5", "--json"}).out).at("witness_checked"),
            0);
  const Outcome told = run({"verify", map_, "--limit", "5", "--witness", "cgal"});
  EXPECT_THAT(told.out, HasSubstr("witness    5 of 5 agree"));
  EXPECT_EQ(run({"verify", map_, "--witness", "oracle"}).code, 2);
  EXPECT_EQ(run({"verify", map_, "--witness-limit", "5"}).code, 2);
}

TEST_F(CommandLineTest, VerifyLeavesOutEndsOnPinches) {
  const std::string map =
      folder_.write("pinch.map", "type octile\nheight 2\nwidth 2\nmap\n.@\n@.\n");
  const std::string scen = folder_.write(
      "pinch.scen",
      "version 1\n0\tpinch.map\t2\t2\t0\t0\t1\t1\t1\n0\tpinch.map\t2\t2\t0\t0\t0\t1\t1\n");
  const std::string lengths = folder_.write("pinch.csv", "row,length\n0,1.4142135623\n1,1\n");
  const json report = json::parse(
      run({"verify", map, scen, "--endpoints", "corner", "--lengths", lengths, "--json"}).out);
  EXPECT_EQ(report.at("pinch_endpoints"), 1);
  EXPECT_EQ(report.at("euclidean_checked"), 1);
  EXPECT_EQ(report.at("euclidean_agree"), 1);
}

TEST_F(CommandLineTest, InspectTellsWhatWasRead) {
  const std::string map =
      folder_.write("plan.wkt", "POLYGON((0 0,9 0,9 6,0 6,0 0),(3 2,3 4,6 4,6 2,3 2))\nPOINT(1 1)");
  const std::string svg = folder_.path() / "plan.svg";
  const Outcome told = run({"inspect", map, "--json", "--svg", svg});
  ASSERT_EQ(told.code, 0) << told.error;
  const auto json = nlohmann::json::parse(told.out);
  EXPECT_EQ(json["format"], "wkt");
  EXPECT_EQ(json["vertices"], 8);
  EXPECT_EQ(json["rings"], 2);
  EXPECT_EQ(json["components"], 1);
  EXPECT_EQ(json["area"], 48);
  EXPECT_EQ(json["box"], nlohmann::json({0, 0, 9, 6}));
  EXPECT_TRUE(json["units"].is_null());
  EXPECT_EQ(json["warnings"], nlohmann::json({"1 points were left out."}));
  EXPECT_EQ(json["narrowest_passage"]["width"], 2);
  EXPECT_EQ(json["smallest_angle"]["degrees"], 90);
  EXPECT_THAT(json["methods"].get<std::vector<std::string>>(), testing::Contains("polyanya"));
  // Anya supports only worlds of cells.
  EXPECT_THAT(json["methods_refused"].get<std::vector<std::string>>(), testing::Contains("anya"));
  EXPECT_THAT(content_of(svg), testing::StartsWith("<svg"));
  const Outcome text = run({"inspect", map});
  EXPECT_THAT(text.out, HasSubstr("2 rings, 8 vertices"));
  const Outcome cells = run({"inspect", map_, "--json"});
  const auto of_cells = nlohmann::json::parse(cells.out);
  EXPECT_EQ(of_cells["units"], "cells");
  EXPECT_THAT(of_cells["methods"].get<std::vector<std::string>>(), testing::Contains("anya"));
}

TEST_F(CommandLineTest, ConvertAndGenerateWriteWorldsThatLoad) {
  const std::string converted = folder_.path() / "rooms.geojson";
  ASSERT_EQ(run({"convert", map_, "--out", converted}).code, 0);
  const std::string svg = folder_.path() / "path.svg";
  const Outcome path = run({"path", converted, "--method", "triangle-mesh", "--from", "2.5,2.5",
                            "--to", "7.5,5.5", "--svg", svg});
  EXPECT_EQ(path.code, 0) << path.error;
  EXPECT_THAT(content_of(svg), testing::StartsWith("<svg"));
  const std::string made = folder_.path() / "made.map";
  EXPECT_EQ(run({"generate", "rooms", "--seed", "3", "--size", "32", "--out", made}).code, 0);
  const std::string again = folder_.path() / "again.map";
  EXPECT_EQ(run({"generate", "rooms", "--seed", "3", "--size", "32", "--out", again}).code, 0);
  EXPECT_EQ(content_of(made), content_of(again));
}

// Regression: generate accepted any extension. It wrote polygons to a file with an extension of
// cells, and cells to a file with an extension of polygons.
TEST_F(CommandLineTest, GeneratedWorldsAreNamedAsWhatTheyAre) {
  for (const auto& [kind, wrong, right] :
       {std::array{"clutter", ".map", ".geojson"}, std::array{"clutter", ".world", ".json"},
        std::array{"rooms", ".geojson", ".map"}, std::array{"rooms", ".tiles", ""}}) {
    const auto generate = [&, kind = kind](const std::string& extension) {
      return run({"generate", kind, "--seed", "3", "--size", "40", "--out",
                  folder_.path() / ("x" + extension)});
    };
    const Outcome outcome = generate(wrong);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.error, HasSubstr("expected a file that ends in ."));
    EXPECT_EQ(generate(right).code, 0);
  }
}

TEST_F(CommandLineTest, UnknownKindsOfWorldsAreToldTheKnownOnes) {
  const Outcome outcome = run({"generate", "castles", "--seed", "1", "--out", "x"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("unknown kind 'castles'; expected one of "
                                       "random-blocks, rooms, "));
  EXPECT_THAT(outcome.error, HasSubstr("ladder, doors, crates, demolition, growth"));
}

TEST_F(CommandLineTest, ASettingOfAGeneratorIsStatedOnce) {
  const Outcome outcome =
      run({"generate", "rooms", "--seed", "1", "--set", "room=5", "--set", "room=6", "--out", "x"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("--set: 'room' is set twice, expected one value"));
}

TEST_F(CommandLineTest, JsonReplacesBytesOfAFileNameThatAreNotUtf8) {
  const std::string map = folder_.write("a\xff.map", content_of(map_));
  const Outcome outcome = run({"inspect", map, "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("a\xef\xbf\xbd.map"));
}

TEST_F(CommandLineTest, GeneratedChangesHaveTheirWorldBesideThem) {
  for (const auto& [cells, world] : {std::pair("cells=1", "x.map"), {"cells=0", "x.geojson"}}) {
    const auto generate = [&, cells = cells](const std::string& name) {
      return run({"generate", "crates", "--seed", "3", "--size", "12", "--set", cells, "--out",
                  folder_.path() / name});
    };
    const Outcome outcome = generate("x.map");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.error, HasSubstr("expected a file that ends in .changes"));
    EXPECT_EQ(generate("x.changes").code, 0);
    const ChangingWorld changing = read_changing_world(folder_.path() / "x.changes");
    EXPECT_EQ(changing.start.file.filename(), world);
    EXPECT_EQ(format_changes(changing, world), content_of(folder_.path() / "x.changes"));
    EXPECT_GT(changing.steps.size(), 100U);
  }
}

TEST_F(CommandLineTest, ScenarioOfAnotherMapIsRefused) {
  const std::string scen =
      folder_.write("other.scen", "version 1\n0\tother.map\t8\t6\t0\t0\t0\t0\t2\n");
  for (const Outcome& outcome :
       {run({"verify", map_, scen}), run({"answer", map_, scen, "--method", "grid"})}) {
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.error, HasSubstr("other.scen:2: a problem for the map 'other.map'; "
                                         "expected one for 'rooms.map'"));
  }
}

TEST_F(CommandLineTest, ConvertKeepsCostsInATileWorldAndSaysWhereItCannot) {
  const std::string tiles =
      "type tiles\nheight 2\nwidth 3\ncost . 1\ncost a 2.5\ncost b 1 2\ncost @ 0\nmap\n.a@\nbb.\n";
  const std::string in = folder_.write("in.tiles", tiles);
  const std::string out = folder_.path() / "out.tiles";
  const Outcome kept = run({"convert", in, "--out", out});
  EXPECT_EQ(kept.code, 0) << kept.error;
  EXPECT_EQ(content_of(out), tiles);
  EXPECT_EQ(kept.error, "");
  const std::string world = folder_.path() / "out.world";
  EXPECT_EQ(run({"convert", in, "--out", world}).code, 0);
  const std::string back = folder_.path() / "back.tiles";
  EXPECT_EQ(run({"convert", world, "--out", back}).code, 0);
  EXPECT_EQ(content_of(back), tiles);
  const Outcome lost = run({"convert", in, "--out", folder_.path() / "out.map"});
  EXPECT_EQ(lost.code, 0);
  EXPECT_THAT(lost.error, HasSubstr("terrain costs are left out"));
  EXPECT_EQ(run({"convert", map_, "--out", out}).code, 0);
  EXPECT_THAT(content_of(out), HasSubstr("cost . 1\n"));
}

TEST_F(CommandLineTest, CrossingRingIsRepairedOnlyWhenAsked) {
  const std::string bad = folder_.write("bow.txt", "[BORDER]\n0 0\n2 2\n2 0\n0 2\n");
  const std::string out = folder_.path() / "bow.geojson";
  const Outcome refused = run({"convert", bad, "--out", out});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.error, HasSubstr(bad + ":"));
  EXPECT_FALSE(std::filesystem::exists(out));
  const Outcome repaired = run({"convert", bad, "--out", out, "--repair"});
  EXPECT_EQ(repaired.code, 0) << repaired.error;
  EXPECT_TRUE(std::filesystem::exists(out));
}

// Regression: the message for a faulty ring named no line, because it came from a check of the
// output. Only the check of the input knows the line of the ring.
TEST_F(CommandLineTest, ConvertNamesTheFileAndLineOfAFault) {
  const std::string bad =
      folder_.write("short.json", "[[[0,0],[4,0],[4,4],[0,4]],\n [[1,1],[2,2]]]\n");
  const Outcome refused = run({"convert", bad, "--out", folder_.path() / "short.geojson"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.error, HasSubstr(bad + ":2:"));
}

TEST_F(CommandLineTest, OutputThatCannotBeWrittenIsAFailure) {
  const std::string error = folder_.path() / "error";
  EXPECT_EQ(wait_for(start_program({"list", "methods"}, "/dev/full", error)), 1);
  EXPECT_THAT(content_of(error), HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace fairway::test
