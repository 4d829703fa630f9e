// `fairway conform` must find the faults of faulty methods, and of worker programs that misbehave.

#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/program.hpp"
#include "tests/support/project.hpp"

namespace fairway::test {
namespace {

using nlohmann::json;

/// Runs the program that contains the faulty methods.
Outcome run_faulty(std::vector<std::string> arguments) {
  return run(std::move(arguments), {.program = "tests/faulty"});
}

/// Runs `fairway conform` and returns the report on its first method.
json report_on(std::vector<std::string> arguments, int expected_code) {
  arguments.insert(arguments.begin(), "conform");
  arguments.emplace_back("--json");
  const Outcome outcome = run_faulty(arguments);
  EXPECT_EQ(outcome.code, expected_code) << outcome.out << outcome.error;
  const json all = json::parse(outcome.out, nullptr, false);
  return all.is_object() ? all.at("methods").at(0) : json::object();
}

std::vector<std::string> broken(const json& report) {
  std::vector<std::string> names;
  for (const json& breach : report.at("breaches")) names.push_back(breach.at("promise"));
  return names;
}

struct Fault {
  std::string method;
  std::vector<std::string> promises;  ///< all promises that the method breaks
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.method; }

class FaultyMethod : public testing::TestWithParam<Fault> {};

TEST_P(FaultyMethod, IsCaughtAndShown) {
  const auto& [method, promises] = GetParam();
  const TemporaryFolder folder;
  const json report = report_on({"--method", method, "--maps", "0", "--random", "1", "--queries",
                                 "40", "--timeout-ms", "1000", "--out", folder.path().string()},
                                1);
  EXPECT_THAT(broken(report), testing::UnorderedElementsAreArray(promises)) << report;
  for (const json& breach : report.at("breaches")) {
    EXPECT_TRUE(std::filesystem::is_regular_file(breach.at("world").get<std::string>()));
    if (breach.at("promise") == "changes") {
      EXPECT_THAT(breach.at("command").get<std::string>(), testing::HasSubstr(".changes"));
      continue;
    }
    EXPECT_THAT(content_of(breach.at("picture").get<std::string>()), testing::HasSubstr("<svg"));
  }
}
INSTANTIATE_TEST_SUITE_P(
    Each, FaultyMethod,
    testing::Values(Fault{"cheap-edges", {"realised-cost"}},
                    Fault{"cheap-links", {"realised-cost"}}, Fault{"through-walls", {"legal"}},
                    Fault{"beside-goal", {"legal"}}, Fault{"incomplete", {"complete"}},
                    Fault{"detours", {"optimal", "complete", "least-cost"}},
                    Fault{"wearing", {"immutable"}}, Fault{"moody", {"repeatable", "least-cost"}},
                    Fault{"overestimating", {"least-cost"}},
                    Fault{"scattered", {"components", "least-cost"}},
                    Fault{"endless-edges", {"graph"}}, Fault{"open-corridors", {"corridors"}},
                    Fault{"covers-all", {"covers"}}, Fault{"crashing", {"answers"}},
                    Fault{"hanging", {"answers"}}, Fault{"throwing", {"answers"}},
                    Fault{"unbuilt", {"answers"}}, Fault{"throwing-corridors", {"answers"}},
                    Fault{"endless-links", {"graph"}}, Fault{"roundabout", {"realised-cost"}},
                    Fault{"miscounting", {"report"}}, Fault{"immense", {"report"}},
                    Fault{"fickle-build", {"repeatable"}}, Fault{"undeclared", {"answers"}},
                    Fault{"stale", {"changes"}}),
    [](const auto& fault) {
      std::string name = fault.param.method;
      std::ranges::replace(name, '-', '_');
      return name;
    });

TEST(FaultlessMethod, Conforms) {
  const json report =
      report_on({"--method", "faulty", "--maps", "0", "--random", "1", "--queries", "40"}, 0);
  EXPECT_TRUE(report.at("conforms").get<bool>());
  for (const json& promise : report.at("promises")) {
    const bool promised = promise.at("promised");
    if (promise.at("promise") == "corridors") continue;  // other methods test this promise
    EXPECT_TRUE(!promised || promise.at("checks") > 0) << promise;
  }
}

TEST(Reproduction, IsOneCommandThatBreaksTheSamePromise) {
  const TemporaryFolder folder;
  const json report = report_on(
      {"--method", "cheap-edges", "--maps", "0", "--random", "0", "--out", folder.path().string()},
      1);
  const json& breach = report.at("breaches").at(0);
  const std::string again = folder.path() / "again";
  const std::string command = breach.at("command").get<std::string>() + " --json --out '" + again +
                              "' > '" + again + ".json'";
  ASSERT_EQ(WEXITSTATUS(std::system(command.c_str())), 1) << command;
  const json shown = json::parse(content_of(again + ".json"));
  EXPECT_EQ(shown.at("methods").at(0).at("breaches").at(0).at("promise"), breach.at("promise"));
  const json world = json::parse(content_of(breach.at("world").get<std::string>()));
  std::size_t vertices = 0;
  for (const json& ring : world.at("rings")) vertices += ring.at("points").size();
  EXPECT_LE(vertices, 12U) << "an edge between two reflex corners needs no more";
}

/// The failing sequence of steps must be shortened. One added obstacle and one query are enough to
/// show that an index was not repaired, so at most two steps may be left.
TEST(Reproduction, OfAChangingWorldHasTheStepsThatItNeeds) {
  const TemporaryFolder folder;
  const json report = report_on(
      {"--method", "stale", "--maps", "0", "--random", "0", "--out", folder.path().string()}, 1);
  const json& breach = report.at("breaches").at(0);
  const std::string file = breach.at("world").get<std::string>();
  EXPECT_LE(json::parse(content_of(file)).at("steps").size(), 2U) << content_of(file);
  const std::string command = breach.at("command").get<std::string>() + " --json > '" +
                              (folder.path() / "again.json").string() + "'";
  ASSERT_EQ(WEXITSTATUS(std::system(command.c_str())), 1) << command;
  EXPECT_EQ(
      run_faulty({"conform", "--method", "stale", "--world", file, "--query", "0,0,1,1"}).code, 2);
}

TEST(Reproduction, ReplayCountsThePathsOfAnOlderWorld) {
  const TemporaryFolder folder;
  folder.write("room.geojson",
               R"({"type":"Polygon","coordinates":[[[0,0],[12,0],[12,4],[10,4],
[10,1],[9,1],[9,4],[3,4],[3,1],[2,1],[2,4],[0,4],[0,0]]]})");
  const std::string changes = folder.write("room.changes",
                                           R"({"fairway_changes":1,
"world":"room.geojson",
"steps":[
{"query":[1,3,11,3]},
{"add":[{"id":1,"ring":[[5,0.5],[7,0.5],[7,1.5],[5,1.5]]}]},
{"query":[1,3,11,3]},
{"query":[1,3,1,2]}]})");
  const Outcome outcome = run_faulty({"replay", changes, "--method", "stale", "--json"});
  EXPECT_EQ(outcome.code, 1) << outcome.error;
  // Regression: --json printed an array. It must print one object and nothing else.
  const json report = json::parse(outcome.out);
  ASSERT_TRUE(report.is_object());
  EXPECT_EQ(report.at("world"), changes);
  const json record = report.at("methods").at(0);
  EXPECT_EQ(record.at("queries"), 3);
  EXPECT_EQ(record.at("illegal"), 1);
  EXPECT_EQ(record.at("outdated"), 1);
}

/// Runs a sweep in one world with a hole and returns the outcome.
Outcome run_sweep_of(const std::string& methods) {
  const TemporaryFolder folder;
  folder.write("ring.txt",
               "[BORDER]\n0 0\n20 0\n20 20\n0 20\n[OBSTACLE]\n5 5\n5 15\n15 15\n15 5\n");
  const std::string sweep = folder.write(
      "sweep.toml",
      "maps = ['ring.txt']\nqueries = 4\nrepetitions = 1\nsandbox = false\n" + methods);
  return run_faulty({"run", sweep, "--out", folder.path() / "out"});
}

// Regression: the exit code of a sweep was 0 although all trials failed because of a bug of this
// program. The code only checked that all trials were stored.
TEST(ASweep, FailsIfAMethodOfItsOwnEndsInError) {
  const Outcome outcome = run_sweep_of("methods = ['faulty', 'unbuilt']\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.error, testing::EndsWith("unbuilt: 1 of its builds and 4 of its answers have "
                                               "the status error, which is a bug of this "
                                               "program\n"));
  EXPECT_EQ(run_sweep_of("methods = ['faulty']\n").code, 0);
}

TEST(ASweep, DoesNotFailIfAnotherProgramEndsInError) {
  const Outcome outcome =
      run_sweep_of("[[method]]\nname = 'other'\ncommand = '/usr/bin/python3 " +
                   project_file("tests/harness/workers/worker.py") + " refuse'\n");
  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, testing::HasSubstr("other"));
}

struct Misbehaviour {
  std::string arguments;  ///< command line arguments of worker.py
  std::string claim;      ///< promise that the worker claims; may be empty
  std::string promise;    ///< promise that the worker breaks
};

TEST(OtherPrograms, AreCaughtAndTheBrokenPromiseIsNamed) {
  const TemporaryFolder folder;
  const std::string map = folder.write("square.map",
                                       "type octile\nheight 4\nwidth 4\nmap\n"
                                       "....\n....\n....\n....\n");
  const std::string worker = project_file("tests/harness/workers/worker.py") + " ";
  for (const Misbehaviour& m :
       {Misbehaviour{"crash 2", "", "answers"}, Misbehaviour{"garbage 2", "", "answers"},
        Misbehaviour{"sleep 2", "", "answers"}, Misbehaviour{"straight build", "", ""},
        Misbehaviour{"exit build", "", "answers"}, Misbehaviour{"elsewhere", "", "legal"},
        Misbehaviour{"blind", "", "blocked-ends"}, Misbehaviour{"padded", "", "smoothed"},
        Misbehaviour{"fickle 3", "", "repeatable"}, Misbehaviour{"boast", "", "times"},
        Misbehaviour{"picky", "", ""}, Misbehaviour{"picky", "complete", "complete"},
        Misbehaviour{"lost", "", ""}, Misbehaviour{"full", "", ""},
        Misbehaviour{"sulking " + (folder.path() / "sulks").string() + " unsupported", "",
                     "repeatable"},
        Misbehaviour{"sulking " + (folder.path() / "late").string() + " timeout", "", ""},
        Misbehaviour{"lost", "complete", "complete"}, Misbehaviour{"crooked", "", ""},
        Misbehaviour{"crooked", "optimal", "optimal"}}) {
    SCOPED_TRACE(m.arguments + " " + m.claim);
    std::vector<std::string> arguments{"--command",    "/usr/bin/python3 " + worker + m.arguments,
                                       "--world",      map,
                                       "--query",      "0.5,0.5,2.5,3.5",
                                       "--query",      "1,1,3,0",
                                       "--timeout-ms", "2000",
                                       "--out",        folder.path().string()};
    if (!m.claim.empty()) arguments.insert(arguments.end(), {"--promise", m.claim});
    if (m.arguments.starts_with("sulking")) arguments.push_back("--no-sandbox");
    const json report = report_on(arguments, m.promise.empty() ? 0 : 1);
    EXPECT_THAT(broken(report),
                testing::ElementsAreArray(m.promise.empty() ? std::vector<std::string>{}
                                                            : std::vector{m.promise}))
        << report;
  }
}

/// Regression: a batch of seven queries had the time limit of one query.
TEST(OtherPrograms, MayTakeTheirTimeForEachQueryOfABatch) {
  const TemporaryFolder folder;
  const std::string map = folder.write("square.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
  std::vector<std::string> arguments{
      "--world",
      map,
      "--timeout-ms",
      "1500",
      "--command",
      "/usr/bin/python3 " + project_file("tests/harness/workers/worker.py") + " slow"};
  for (const char* query : {"0,0,1,1", "1,0,1,1", "0,1,2,1", "0,1,0,0", "0.5,1,0,0"}) {
    arguments.insert(arguments.end(), {"--query", query});
  }
  EXPECT_THAT(broken(report_on(arguments, 0)), testing::IsEmpty());
}

/// Regression: child processes of a worker survived the worker.
TEST(OtherPrograms, LeaveNoProcessBehind) {
  const TemporaryFolder folder;
  const std::string map = folder.write("square.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
  const std::string mark = "orphan build " + folder.path().string();
  for (const auto& [query, code] : {std::pair("0,0,1,1", 0), std::pair("0,0,3,3", 1)}) {
    report_on({"--world", map, "--query", query, "--out", folder.path().string(), "--command",
               "/usr/bin/python3 " + project_file("tests/harness/workers/worker.py") + " " + mark},
              code);
    EXPECT_NE(std::system(("pgrep -f '" + mark + "$'").c_str()), 0);
  }
}

/// Regression: names of files contained names of methods without escapes. Some of these file names
/// were invalid, and some methods got the same file name. The reproduction command omitted limits
/// such as --timeout-ms.
TEST(Reproduction, KeepsOddNamesAndLimits) {
  const TemporaryFolder folder;
  const std::string map = folder.write("square.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
  const json report =
      report_on({"--world", map, "--command",
                 "/usr/bin/python3 " + project_file("tests/harness/workers/worker.py") + " sleep 1",
                 "--method", "it's a/b;c", "--timeout-ms", "1500", "--query", "0,0,1,1", "--out",
                 folder.path().string()},
                1);
  const json& breach = report.at("breaches").at(0);
  EXPECT_EQ(breach.at("world"), (folder.path() / "it=27s=20a=2fb=3bc-answers.world").string());
  const std::string again = folder.path() / "again";
  const std::string command = breach.at("command").get<std::string>() + " --out '" + again +
                              "' --json > '" + again + ".json'";
  ASSERT_EQ(WEXITSTATUS(std::system(command.c_str())), 1) << command;
  const json shown = json::parse(content_of(again + ".json")).at("methods").at(0);
  EXPECT_EQ(shown.at("method"), "it's a/b;c");
  EXPECT_EQ(shown.at("breaches").at(0).at("message"), breach.at("message"));
}

/// Regression: the report was lost if a picture could not be written.
TEST(Reproduction, IsNotThePriceOfTheReport) {
  const TemporaryFolder folder;
  const std::string map = folder.write("square.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
  const json report = report_on({"--world", map, "--command", "true", "--out", map}, 1);
  EXPECT_THAT(broken(report), testing::ElementsAre("answers"));
  EXPECT_FALSE(report.at("breaches").at(0).contains("world"));
}

TEST(ConformCommand, RefusesWhatCannotBe) {
  for (const auto& [arguments, message] :
       std::vector<std::pair<std::vector<std::string>, const char*>>{
           {{}, "expected --method"},
           {{"--method", "none"}, "unknown method 'none'"},
           {{"--representation", "none"}, "unknown representation or solver 'none'"},
           {{"--method", "faulty", "--query", "1,1,2,2"}, "--world"},
           {{"--method", "faulty", "--world", "none.map"}, "none.map"},
           {{"--method", "faulty", "--world", project_file("datasets/maps/castle.geojson"),
             "--query", "1,1,2"},
            "X,Y"},
           {{"--command", "true", "--promise", "speed"}, "--promise"},
           {{"--method", "faulty", "--promise", "complete"}, "--promise"},
           {{"--command", "true", "--method", "a,b"}, "--method"},
           {{"--command", "true", "--sweep", "x.toml"}, "--sweep"},
           {{"--method", "faulty", "--world", "none.map", "--maps", "3"}, "--maps"}}) {
    std::vector<std::string> all{"conform"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Outcome outcome = run_faulty(all);
    EXPECT_EQ(outcome.code, 2) << outcome.error;
    EXPECT_THAT(outcome.error, testing::HasSubstr(message));
  }
}

}  // namespace
}  // namespace fairway::test
