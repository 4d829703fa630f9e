#include <gmock/gmock.h>

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "datasets/world.hpp"
#include "generated/result_schema.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/sweep/sweep_file.hpp"
#include "tests/harness/program.hpp"
#include "tests/support/stored_rows.hpp"

namespace fairway::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

class SweepFileTest : public testing::Test {
 protected:
  std::string fault(const std::string& text) {
    const std::string file = folder_.write("sweep.toml", text);
    try {
      read_sweep_file(file, Registry::built_in());
    } catch (const InputError& e) {
      const std::string what = e.what();
      EXPECT_TRUE(what.starts_with(file + ":")) << what;
      return what.substr(file.size() + 1);
    }
    return "none";
  }

  TemporaryFolder folder_;
};

TEST_F(SweepFileTest, FaultsAreNamedByLineWithWhatIsKnown) {
  const std::string good = "maps = ['*.map']\nmethods = ['grid']\n";
  EXPECT_EQ(fault(good), "none");
  EXPECT_THAT(fault(good + "sed = 3\n"),
              AllOf(HasSubstr("3: unknown key 'sed'"), HasSubstr("seed")));
  EXPECT_THAT(fault("maps = ['*.map']\nmethods = ['grid',\n 'gird']\n"),
              ContainsRegex("3: unknown method 'gird', expected one of [0-9]+, such as grid,"));
  EXPECT_THAT(fault(good + "paths = 'some'\n"),
              HasSubstr("3: 'paths': expected one of all, drawn, none, found 'some'"));
  EXPECT_THAT(fault(good + "paths = 1\n"), HasSubstr("3: 'paths': expected a string, found"));
  EXPECT_THAT(fault(good + "queries = 0\n"), HasSubstr("3: 'queries': expected 1 to"));
  EXPECT_THAT(fault(good + "queries = 'many'\n"), HasSubstr("3: 'queries': expected an integer"));
  EXPECT_THAT(fault(good + "unreachable = nan\n"), HasSubstr("3: 'unreachable'"));
  EXPECT_THAT(fault(good + "seed = \n"), HasSubstr("3: invalid TOML"));
  EXPECT_THAT(fault("methods = ['grid']\n"), HasSubstr("1: expected 'maps'"));
  EXPECT_THAT(fault("maps = ['*.map']\n"),
              HasSubstr("1: expected at least one method in 'methods'"));
  EXPECT_THAT(fault("maps = 3\nmethods = ['grid']\n"), HasSubstr("1: 'maps': expected an array"));
  EXPECT_THAT(fault("maps = [3]\nmethods = ['grid']\n"), HasSubstr("1: 'maps': expected a string"));
  EXPECT_THAT(fault("maps = ['a']\nmethods = ['grid', 'grid']\n"),
              HasSubstr("2: method 'grid' appears twice"));
}

TEST_F(SweepFileTest, AMapMayBeATableWithOptionsOfItsReader) {
  const std::string end = "]\nmethods = ['grid']\n";
  const std::string text =
      "maps = ['a.map',\n {file = 'b.dxf', name = 'b', layers = ['x y', 'z'], gap = 1e-3, fill = "
      "true}" +
      end;
  const SweepFile sweep = read_sweep_file(folder_.write("tables.toml", text), Registry::built_in());
  ASSERT_EQ(sweep.maps.size(), 2U);
  EXPECT_EQ(sweep.maps[1].pattern, "b.dxf");
  EXPECT_EQ(sweep.maps[1].name, "b");
  EXPECT_EQ(sweep.maps[1].read.text(), "fill=true\ngap=0.001\nlayers=x y,z");
  EXPECT_THAT(fault("maps = [\n{name = 'a'}" + end), HasSubstr("2: expected 'file' in the table"));
  EXPECT_THAT(fault("maps = [\n{file = 'a', box = [[1]]}" + end),
              HasSubstr("2: 'box': expected a"));
  EXPECT_THAT(fault("maps = [\n{file = 'a', name = ''}" + end), HasSubstr("2: 'name': expected a"));
  EXPECT_THAT(fault("maps = [\n{file = 'a', x = 'b,c'}" + end),
              HasSubstr("2: option 'x' of a map"));
}

// Regression: a check whether a file exists threw an exception for a name that is too long.
TEST_F(SweepFileTest, TerrainWithANameTooLongForAFileIsNamed) {
  const std::string text = "maps = ['a']\nmethods = ['grid']\nterrain = '";
  EXPECT_THAT(fault(text + std::string(300, 'x') + "'\n"), HasSubstr("3: 'terrain': no file"));
}

TEST_F(SweepFileTest, FaultsOfMethodsAreNamedByLine) {
  const std::string begin = "maps = ['*.map']\n[[method]]\nname = 'mine'\n";
  const std::string grid = begin + "representation = 'grid'\n";
  EXPECT_EQ(fault(grid + "options = { neighbours = 4 }\n"), "none");
  EXPECT_THAT(fault(begin), HasSubstr("2: expected 'representation'"));
  EXPECT_THAT(fault(begin + "representation = 'gird'\n"), HasSubstr("4: unknown representation"));
  EXPECT_THAT(
      fault(grid + "options = { neighbors = 4 }\n"),
      AllOf(HasSubstr("5: "), HasSubstr("unknown option 'neighbors'"), HasSubstr("neighbours")));
  EXPECT_THAT(fault(grid + "[method.options]\nneighbours = 'four'\n"),
              AllOf(HasSubstr("6: "), HasSubstr("expected an integer")));
  EXPECT_THAT(fault(grid + "heuristic = 'crow'\n"),
              AllOf(HasSubstr("5: option 'heuristic'"), HasSubstr("octile")));
  EXPECT_THAT(fault(grid + "smoother = 'sand'\n"),
              AllOf(HasSubstr("5: option 'smoother'"), HasSubstr("funnel")));
  EXPECT_THAT(fault(grid + "search = 'depth_first'\n"), HasSubstr("expected one of astar, all"));
  EXPECT_THAT(fault(grid + "reject = true\n"), HasSubstr("expected one of search, labels"));
  EXPECT_THAT(fault(grid + "pruning = 'some'\n"), HasSubstr("expected one of all, none"));
  EXPECT_THAT(fault(grid + "weight = -1\n"),
              HasSubstr("5: option 'weight': expected 0 to 1000000, found -1"));
  EXPECT_THAT(fault(grid + "table_mb = 0\n"),
              HasSubstr("5: option 'table_mb': expected more than 0, at most"));
  EXPECT_THAT(fault(grid + "search = 'own'\n"),
              HasSubstr("5: option 'search': grid has no search of its own"));
  const std::string solver = begin + "representation = 'polyanya'\n";
  EXPECT_EQ(fault(solver + "smoother = 'shortcut'\nsearch = 'own'\n"), "none");
  EXPECT_THAT(fault(solver + "search = 'astar'\n"),
              HasSubstr("5: option 'search': polyanya can only use its own search"));
  EXPECT_THAT(fault(solver + "weight = 2\n"), HasSubstr("5: 'weight' has no effect on 'polyanya'"));
  const std::string northstar = begin + "representation = 'northstar-sound'\n";
  EXPECT_EQ(fault(northstar + "search = 'astar'\nheuristic = 'manhattan'\n"), "none");
  // Regression: the code accepted the octile heuristic for these methods as a lower bound, but it
  // can exceed the true cost.
  EXPECT_THAT(fault(northstar + "search = 'astar'\nheuristic = 'octile'\n"),
              HasSubstr("6: option 'heuristic': octile can exceed the costs of"));
  EXPECT_THAT(fault(grid + "options = { neighbours = 16 }\nheuristic = 'octile'\n"),
              HasSubstr("6: option 'heuristic': octile can exceed the costs of grid"));
  EXPECT_THAT(fault(grid + "options = { neighbours = 16 }\n"),
              HasSubstr("4: option 'heuristic': octile can exceed the costs of grid"));
  EXPECT_EQ(fault(grid + "options = { neighbours = 16 }\nheuristic = 'euclidean'\n"), "none");
  const std::string lattice = begin + "representation = 'lattice'\n";
  EXPECT_THAT(fault(lattice + "options = { metric = 'chebyshev' }\n"),
              HasSubstr("4: option 'heuristic': octile can exceed the costs of lattice"));
  EXPECT_THAT(
      fault(northstar + "heuristic = 'octile'\n"),
      HasSubstr("5: 'heuristic' has no effect on 'northstar-sound', which has its own search"));
  EXPECT_THAT(
      fault(northstar + "pruning = 'none'\n"),
      HasSubstr("5: 'pruning' has no effect on 'northstar-sound', which has its own search"));
  EXPECT_THAT(
      fault(grid + "colour = 'red'\n"),
      AllOf(HasSubstr("5: unknown key 'colour'"), HasSubstr("smoother, search, reject, pruning")));
}

// Regression: an option out of its range was accepted. The method then failed on each map and got a
// row in the results.
TEST_F(SweepFileTest, OptionsOutOfRangeAreRefused) {
  const auto options = [&](const std::string& representation, const std::string& values) {
    return fault("maps = ['*.map']\n[[method]]\nname = 'mine'\nrepresentation = '" +
                 representation + "'\n[method.options]\n" + values + "\n");
  };
  EXPECT_EQ(options("grid", "cell_size = 0.5"), "none");
  for (const char* gridded : {"grid", "hexgrid", "lattice", "theta-star", "grid-jps"}) {
    EXPECT_THAT(options(gridded, "cell_size = -1"),
                HasSubstr("option 'cell_size': expected 0 to 1e+70, found -1"));
    EXPECT_THAT(options(gridded, "cell_size = 1e308"), HasSubstr("found 1e+308"));
  }
  EXPECT_THAT(options("grid", "cell_size = inf"),
              HasSubstr("6: representation 'grid': option 'cell_size': expected a finite number, "
                        "found inf"));
  EXPECT_THAT(options("grid", "cell_size = nan"), HasSubstr("a finite number, found nan"));
  EXPECT_THAT(options("grid", "\nneighbours = 5"),
              HasSubstr("7: representation 'grid': option 'neighbours': expected 4, 8, 16 or 32"));
  EXPECT_THAT(options("quadtree", "min_size = -1"), HasSubstr("'min_size': expected 0 to"));
  EXPECT_THAT(options("quadtree", "aspect_limit = 0.5"), HasSubstr("expected 1 or more"));
  EXPECT_THAT(options("pyweek-quadtree-sound", "aspect_limit = 0"), HasSubstr("1 or more"));
  EXPECT_THAT(options("lattice", "step = 1025"), HasSubstr("'step': expected 1 to 1024"));
  EXPECT_THAT(options("lattice", "neighbours = 16"), HasSubstr("expected 4 or 8, found 16"));
  EXPECT_THAT(options("lattice", "tolerance = -1"), HasSubstr("expected 0 or more, found -1"));
  EXPECT_THAT(options("lattice", "leave_world = true"),
              HasSubstr("6: representation 'lattice': option 'leave_world': expected false, or "
                        "terrain = none"));
  EXPECT_EQ(options("lattice", "leave_world = true\nterrain = 'none'"), "none");
  const std::string grid = "maps = ['a']\n[[method]]\nname = 'm'\nrepresentation = 'grid'\n";
  EXPECT_THAT(fault(grid + "weight = 1e308"), HasSubstr("5: option 'weight': expected 0 to"));
  EXPECT_THAT(fault(grid + "weight = inf"), HasSubstr("expected a finite number, found inf"));
  EXPECT_THAT(fault(grid + "table_mb = 1e300"), HasSubstr("at most 1073741824, found 1e+300"));
}

TEST_F(SweepFileTest, NamesAndCommandsAreShownAsTheyAreNot) {
  const std::string begin = "maps = ['a']\n[[method]]\n";
  EXPECT_THAT(
      fault(begin + "name = \"a\\u001b[2J\"\nrepresentation = 'grid'\n"),
      HasSubstr("3: 'name': expected a name in UTF-8 without control characters, found 'a\\x1b"));
  EXPECT_THAT(
      fault(begin + "name = 'a'\nrepresentation = \"b\\n\"\ncommand = 'x'\n"),
      HasSubstr("4: 'representation': expected a name in UTF-8 without control characters"));
  EXPECT_THAT(fault(begin + "name = ''\nrepresentation = 'grid'\n"),
              HasSubstr("3: 'name' in [[method]]: expected a name, found an empty string"));
  EXPECT_THAT(fault(begin + "name = 'a'\ncommand = ''\n"),
              HasSubstr("4: 'command': expected a program and its arguments, found an empty"));
  EXPECT_THAT(fault(begin + "name = 'a'\ncommand = \" \\n\"\n"), HasSubstr("only blanks"));
}

TEST_F(SweepFileTest, OwnMethodsStartFromTheStandardOne) {
  const std::string file = folder_.write("sweep.toml",
                                         "maps = ['*.map']\nmethods = ['grid']\n[[method]]\n"
                                         "name = 'four'\nrepresentation = 'grid'\nweight = 2\n"
                                         "search = 'all_pairs'\ntable_mb = 0.5\n"
                                         "options = { neighbours = 4 }\nsmoother = 'shortcut'\n");
  const SweepFile sweep = read_sweep_file(file, Registry::built_in());
  ASSERT_EQ(sweep.methods.size(), 2u);
  OptionValues expected = sweep.methods[0].options;
  expected["neighbours"] = 4;
  EXPECT_EQ(sweep.methods[1].options, expected);
  EXPECT_EQ(sweep.methods[1].search.weight, 2);
  EXPECT_EQ(sweep.methods[1].search.search, SearchKind::kAllPairs);
  EXPECT_EQ(sweep.methods[1].search.table_mb, 0.5);
  EXPECT_EQ(sweep.methods[1].search.smoother, Smoother::kShortcut);
  EXPECT_EQ(sweep.methods[1].search.heuristic, sweep.methods[0].search.heuristic);
}

class SweepTest : public testing::Test {
 protected:
  SweepTest() {
    folder_.write("rooms.map", small_map());
    folder_.write("open.txt",
                  "[BORDER]\n0 0\n20 0\n20 20\n0 20\n[OBSTACLE]\n5 5\n5 15\n15 15\n15 5\n");
  }

  std::vector<std::string> command(const std::string& out) const {
    return {"run", sweep_, "--out", folder_.path() / out};
  }

  std::filesystem::path store(const std::string& out) const {
    return folder_.path() / out / "results.sqlite";
  }
  std::string deterministic(const std::string& out) const { return deterministic_rows(store(out)); }
  std::int64_t count(const std::string& out, const std::string& table) const {
    return count_rows(store(out), table);
  }

  TemporaryFolder folder_;
  std::string sweep_ = folder_.write(
      "sweep.toml",
      "maps = ['rooms.map', 'open.txt', 'absent/*.map']\nqueries = 20\nrepetitions = 2\n"
      "methods = ['grid', 'quadtree', 'triangle-mesh', 'visibility-graph']\n");
};

TEST_F(SweepTest, StoresEveryTrialAndSaysWhatIsAbsent) {
  const Outcome outcome = run(command("out"));
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.error, HasSubstr("sweep.toml:1: skipped 'absent/*.map'"));
  EXPECT_THAT(outcome.out, HasSubstr("visibility-graph"));
  EXPECT_EQ(count("out", "build"), 8);
  EXPECT_EQ(count("out", "answer"), 4 * count("out", "query"));
  EXPECT_GT(count("out", "query"), 20);
  EXPECT_EQ(count("out", "drawing"), 8);
  EXPECT_EQ(count("out", "query WHERE drawn IS NOT NULL"), 2);
  EXPECT_EQ(count("out", "answer WHERE status IN ('error', 'invalid_path', 'crashed')"), 0);
  EXPECT_EQ(count("out", "run WHERE finished IS NOT NULL AND calibration_ns > 100000"), 1);
  EXPECT_THAT(outcome.out, HasSubstr("\nCalibration: "));
  EXPECT_EQ(count("out", "world WHERE witnessed > 0"), 2);
}

TEST_F(SweepTest, KeepsThePathsThatAreWanted) {
  const auto kept = [&](const std::string& out, const std::string& paths) {
    const std::string sweep = folder_.write(
        out + ".toml",
        "maps = ['rooms.map']\nmethods = ['grid-shortcut', 'visibility-graph']\n" + paths);
    const Outcome outcome =
        run({"run", sweep, "--queries", "8", "--repetitions", "1", "--out", folder_.path() / out});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
  };
  const std::string with_raw =
      "path p JOIN answer a USING (query, method) WHERE p.kind = 'raw' AND a.status = 'found'";
  kept("all", "");
  EXPECT_EQ(count("all", "query WHERE drawn IS NOT NULL"), 1);
  EXPECT_EQ(count("all", "path WHERE kind = 'optimum'"),
            count("all", "query WHERE truth = 'reachable'"));
  EXPECT_EQ(count("all", "path WHERE kind = 'smoothed'"),
            count("all", "answer WHERE status = 'found'"));
  // The raw path of the visibility graph equals its returned path, so the raw path is not stored
  // again.
  EXPECT_GT(count("all", with_raw + " AND a.method = 1"), 0);
  EXPECT_EQ(count("all", with_raw + " AND a.method = 2"), 0);
  Database database(store("all"), Database::Mode::kReadOnly);
  Statement rows(database,
                 "SELECT p.points, a.length, a.points AS count FROM path p"
                 " JOIN answer a USING (query, method) WHERE p.kind = 'smoothed'");
  while (rows.step()) {
    const Path path = unpacked_points(rows["points"].blob());
    EXPECT_EQ(path.size(), static_cast<std::size_t>(rows["count"].integer()));
    EXPECT_EQ(length(path), rows["length"].real());
  }

  kept("drawn", "paths = 'drawn'\ndraw = 2\n");
  EXPECT_EQ(count("drawn", "query WHERE drawn IS NOT NULL"), 2);
  EXPECT_EQ(count("drawn", "path WHERE kind = 'optimum'"), 2);
  EXPECT_EQ(count("drawn", "path WHERE query NOT IN (SELECT id FROM query WHERE drawn >= 0)"), 0);
  EXPECT_EQ(count("drawn", "path WHERE kind = 'smoothed'"), 4);
  kept("none", "paths = 'none'\n");
  EXPECT_EQ(count("none", "path"), 0);
  EXPECT_EQ(count("none", "drawing"), 2);
}

// The stored path of a map is relative if the map is below the working folder, otherwise absolute.
TEST_F(SweepTest, MapsAreNamedAsTheirUserWould) {
  ASSERT_EQ(run(command("out")).code, 0);
  const std::string rooms = (folder_.path() / "rooms.map").lexically_normal();
  EXPECT_EQ(count("out", "world WHERE file = '" + rooms + "'"), 1);
  ASSERT_EQ(run({"run", "sweep.toml", "--out", "here"}, {.folder = folder_.path()}).code, 0);
  EXPECT_EQ(count("here", "world WHERE file = 'rooms.map'"), 1);
}

TEST_F(SweepTest, ViewsHaveARowForEachBuildAndAnswer) {
  ASSERT_EQ(run(command("out")).code, 0);
  EXPECT_EQ(count("out",
                  "build_cost WHERE own_build_ns > 0 AND scratch_bytes > 0 AND total_bytes ="
                  " own_bytes + parts_bytes + scratch_bytes"),
            8);
  EXPECT_EQ(count("out", "answer_time"), count("out", "answer"));
  EXPECT_EQ(count("out", "tidy"), count("out", "answer"));
  EXPECT_EQ(count("out",
                  "answer_time WHERE status = 'found' AND (ns IS NULL OR least_ns > ns OR"
                  " repetitions <> 2 OR censored)"),
            0);
}

// The docs define medians, limits, and the costs of shared parts. Checks the SQL views against
// values that follow from these definitions.
TEST_F(SweepTest, ViewsTakeMediansAndAddTheParts) {
  Database database(store("x.sqlite"), Database::Mode::kInMemory);
  database.execute(std::string(kResultSchema));
  database.execute(
      "PRAGMA ignore_check_constraints = ON;"
      "INSERT INTO run VALUES "
      "(1,'','',0,'','','','h','',1,'','',NULL,'',1,1,3,4,500,1,1,1,NULL,'','',"
      "''); INSERT INTO world VALUES "
      "(1,'w','w',0,0,'exact','f','','','','','',1,1,1,1,0,0,1,1,0,1,1,1,0,NULL,"
      "NULL);"
      "INSERT INTO query VALUES (1,1,'scen',0,0,0,1,1,'reachable',1,NULL,NULL,0),"
      "   (2,1,'scen',1,0,0,1,1,'reachable',1,NULL,NULL,0);"
      "INSERT INTO method VALUES (1,'m','r','{}','',1,'none',NULL,'{}',NULL,0),"
      "   (2,'n','r','{}','',1,'none',NULL,'{}',NULL,0);"
      "INSERT INTO build (world, method, run, status, ns, bytes, parts, scratch_bytes, failures)"
      "   VALUES (1,1,1,'built',50,1000,'mesh walls',7000,0), (1,2,1,'built',70,500,NULL,NULL,0);"
      "INSERT INTO build_run (world, method, number, ns) VALUES (1,1,0,50),(1,1,1,20),(1,1,2,30),"
      "   (1,1,3,36);"
      "INSERT INTO part VALUES (1,'mesh',7,100),(1,'walls',5,10),(1,'wall',900,900);"
      "INSERT INTO answer (query, method, status) VALUES (1,1,'found'),(2,1,'timeout'),"
      "   (1,2,'missed'),(2,2,'crashed');"
      "INSERT INTO timing (query, method, repetition, locate_ns, attach_ns, search_ns,"
      " realise_ns, smooth_ns, cpu_ns, switches, faults, repeated) VALUES "
      "(1,1,0,1,2,3,4,5,9,0,0,0),(1,1,1,0,0,9,0,0,9,0,0,1),"
      "   (1,1,2,0,0,90,0,0,9,2,0,1)");
  const auto row = [&](const std::string& sql) {
    Statement rows(database, sql);
    rows.step();
    std::string text;
    for (std::size_t c = 0; c < rows.columns().size(); ++c) text += rows[c].exact_text() + " ";
    return text;
  };
  EXPECT_EQ(row("SELECT own_build_ns, own_build_min_ns, own_build_max_ns, builds, total_build_ns,"
                " own_bytes, parts_bytes, scratch_bytes, total_bytes FROM build_cost"
                " WHERE method = 1"),
            "33 20 50 4 45 1000 110 7000 8110 ");
  EXPECT_EQ(row("SELECT own_build_ns, builds, total_build_ns, parts_bytes, scratch_bytes,"
                " total_bytes FROM build_cost WHERE method = 2"),
            "70 1 70 0  500 ");
  const std::string time = "SELECT ns, least_ns, repetitions, censored FROM answer_time WHERE ";
  EXPECT_EQ(row(time + "query = 1 AND method = 'm'"), "15 9 3 0 ");
  EXPECT_EQ(row(time + "query = 2 AND method = 'm'"), "500000000  0 1 ");
  EXPECT_EQ(row(time + "query = 1 AND method = 'n'"), "  0 0 ");
  // Regression: phases were means and did not add up to the total time. All phases must come from
  // the repetition with the median total.
  EXPECT_EQ(row("SELECT ns, search_ns, switches, repeated, total_bytes, build_status FROM tidy"
                " WHERE query = 1 AND method = 'm'"),
            "15 3 2 2 8110 built ");
}

TEST_F(SweepTest, InterruptKeepsFinishedTrialsAndSaysHowToContinue) {
  const std::string error = folder_.path() / "error.txt";
  std::vector<std::string> many = command("out");
  many.insert(many.end(), {"--repetitions", "500"});
  const pid_t child = start_program(many, folder_.path() / "out.txt", error);
  for (int i = 0; i < 1000 && content_of(error).find("rooms  grid:") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  kill(child, SIGINT);
  EXPECT_EQ(wait_for(child), 130);
  EXPECT_THAT(content_of(error), AllOf(HasSubstr("To continue"), HasSubstr("--repetitions 500")));
  EXPECT_GE(count("out", "build"), 1);
  EXPECT_LT(count("out", "build"), 8);
}

TEST_F(SweepTest, DryRunTellsAndStoresNothing) {
  std::vector<std::string> arguments = command("out");
  arguments.push_back("--dry-run");
  const Outcome outcome = run(arguments);
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(
      outcome.out,
      AllOf(HasSubstr("Maps: 2\n  rooms  "), HasSubstr("Methods: 4\n  grid\n"),
            HasSubstr("at most 20 per map and method, 160 in total; 2 repetitions, 1 builds"),
            HasSubstr("Expected: about "), HasSubstr(" MiB, estimated from 5 queries on ")));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out"));
}

TEST_F(SweepTest, OtherSettingsAreRefused) {
  ASSERT_EQ(run(command("out")).code, 0);
  const std::string before = deterministic("out");
  for (const std::vector<std::string>& other : std::vector<std::vector<std::string>>{
           {"--seed", "2"}, {"--queries", "7"}, {"--repetitions", "1"}}) {
    std::vector<std::string> arguments = command("out");
    arguments.insert(arguments.end(), other.begin(), other.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.error, HasSubstr("or another --out"));
  }
  std::string changed = small_map();
  changed[40] = '@';
  folder_.write("rooms.map", changed);
  EXPECT_EQ(run(command("out")).code, 2);
  folder_.write("out/results.sqlite", "this is no database, and it is long enough to be seen");
  EXPECT_NE(run(command("out")).code, 0);
  EXPECT_FALSE(before.empty());
}

TEST_F(SweepTest, EachMapIsAskedWithEachRadius) {
  ASSERT_EQ(run(command("points")).code, 0);
  const std::string rooms_and_open = deterministic("points");
  folder_.write("sweep.toml",
                "maps = ['rooms.map', 'open.txt']\nqueries = 20\nrepetitions = 2\n"
                "radii = [0, 0.25]\nmethods = ['grid', 'quadtree', 'triangle-mesh', "
                "'visibility-graph']\n");
  const Outcome outcome = run(command("discs"));
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(count("discs", "world WHERE radius = 0.25 AND name LIKE '%-r0.25'"), 2);
  EXPECT_EQ(count("discs", "build"), 16);
  const std::string of_discs =
      "answer JOIN query ON query.id = query JOIN world ON world.id = world WHERE radius = 0.25";
  EXPECT_GT(count("discs", of_discs + " AND status = 'found'"), 40);
  EXPECT_EQ(count("discs", of_discs + " AND clearance < 0.25 - 1e-9"), 0);
  EXPECT_EQ(count("discs", of_discs + " AND status IN ('error', 'invalid_path')"), 0);
  // A method on an eroded world pays for the erosion. A method on a world with radius 0 does not.
  EXPECT_EQ(count("discs", "part WHERE name = 'erosion' AND build_ns > 0"), 2);
  EXPECT_EQ(count("discs",
                  "part p JOIN world w ON w.id = p.world WHERE p.name = 'erosion'"
                  " AND w.radius = 0"),
            0);
  EXPECT_EQ(count("discs",
                  "build_cost c JOIN part p ON p.world = c.world AND p.name = 'erosion'"
                  " WHERE c.total_build_ns >= c.own_build_ns + p.build_ns"),
            8);

  folder_.write("sweep.toml",
                "maps = ['rooms.map', 'open.txt']\nqueries = 20\nrepetitions = 2\n"
                "radii = [0.25]\nmethods = ['grid', 'quadtree', 'triangle-mesh', "
                "'visibility-graph']\n");
  std::vector<std::string> no_radius = command("overridden");
  no_radius.insert(no_radius.end(), {"--radius", "0"});
  ASSERT_EQ(run(no_radius).code, 0);
  EXPECT_EQ(deterministic("overridden"), rooms_and_open);
}

// Regression: each radius of a map got its own queries, so results of different radii were not
// comparable.
TEST_F(SweepTest, AllRadiiOfAMapHaveTheSameReachableQueries) {
  folder_.write("sweep.toml",
                "maps = ['rooms.map', 'open.txt']\nqueries = 20\nrepetitions = 1\nunreachable = 0\n"
                "radii = [0.4, 0, 0.25]\nmethods = ['visibility-graph']\n");
  const Outcome outcome = run(command("out"));
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(count("out", "query WHERE truth = 'reachable'"), count("out", "query"));
  EXPECT_EQ(count("out", "query JOIN world ON world.id = world WHERE map = 'open'"), 60);
  EXPECT_EQ(count("out",
                  "(SELECT 1 FROM query JOIN world ON world.id = world WHERE map = 'open'"
                  " GROUP BY number, start_x, start_y, goal_x, goal_y HAVING COUNT(*) = 3)"),
            20);
  EXPECT_EQ(count("out", "world WHERE map = 'open' AND sampled > 20 AND rejected > 0"), 3);
  EXPECT_THAT(outcome.out, HasSubstr("Radius 0.25: 2 worlds"));
}

TEST_F(SweepTest, MapWithoutRoomForTheAgentIsNamed) {
  std::vector<std::string> arguments = command("out");
  arguments.insert(arguments.end(), {"--radius", "9"});
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, AllOf(HasSubstr("open.txt:1: "), HasSubstr("radius")));
}

TEST_F(SweepFileTest, FaultyRadiiAndTerrainAreRefused) {
  const std::string head = "maps = ['*.map']\nmethods = ['grid']\n";
  EXPECT_THAT(fault(head + "radii = [0, -1]\n"), HasSubstr("3: 'radii': expected 0 or more"));
  EXPECT_THAT(fault(head + "radii = [1, 1.0]\n"), HasSubstr("3: 'radii': 1 appears twice"));
  EXPECT_THAT(fault(head + "radii = ['big']\n"), HasSubstr("3: 'radii': expected numbers"));
  EXPECT_THAT(fault(head + "radii = []\n"), HasSubstr("3: 'radii'"));
  EXPECT_THAT(fault(head + "terrain = 'none.terrain'\n"), HasSubstr("3: 'terrain': no file"));
  // A name that the system refuses to look up is reported as a missing file.
  EXPECT_THAT(fault(head + "terrain = '" + std::string(5000, 'x') + "'\n"),
              HasSubstr("3: 'terrain': no file"));
}

TEST_F(SweepTest, OneFileMayBeReadTwice) {
  const std::string square = folder_.write("s.geojson", "[[[0,0],[9,0],[9,9],[0,9]]]");
  const auto swept = [&](const std::string& second) {
    const std::string file = folder_.write(
        "twice.toml", "queries = 2\nmaps = ['s.geojson',\n" + second + "]\nmethods = ['grid']\n");
    return run({"run", file, "--out", folder_.path() / "twice"});
  };
  EXPECT_THAT(
      swept("{file = 's.geojson', layers = 'A'}").error,
      HasSubstr("twice.toml:3: two maps have the name '" + square + "'; expected different names"));
  EXPECT_THAT(swept("{file = 's.geojson', name = 't', layers = 'A'}").error,
              HasSubstr("twice.toml:3: option 'layers' of a map: geojson has no options"));
}

TEST_F(SweepTest, OtherSchemaIsRefused) {
  ASSERT_EQ(run(command("out")).code, 0);
  Database(folder_.path() / "out/results.sqlite", Database::Mode::kReadWrite)
      .execute("PRAGMA user_version = 99");
  const Outcome outcome = run(command("out"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("schema version 99, expected 13"));
}

// Regression: the code recognised a result store by its version number alone. If a database of
// another program had the same number, the messages listed missing tables.
TEST_F(SweepTest, ForeignDatabaseAndPipesAreNoStores) {
  const std::string own = folder_.path() / "foreign.sqlite";
  Database(own, Database::Mode::kCreate)
      .execute("CREATE TABLE run (id INTEGER); PRAGMA user_version = " +
               std::to_string(result_schema_version()));
  const std::string pipe = folder_.path() / "pipe.sqlite";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& what) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr(what));
  };
  refused({"diff", own, own}, "foreign.sqlite: has no column answer.clearance; expected");
  refused({"merge", folder_.path() / "all.sqlite", own}, "foreign.sqlite: has no column");
  refused({"diff", pipe, own}, "pipe.sqlite: is not a regular file; expected a database");
  std::filesystem::create_directory(folder_.path() / "out");
  std::filesystem::rename(own, store("out"));
  refused(command("out"), "results.sqlite: has no column");
}

TEST_F(SweepTest, FaultyMapIsNamedAndTheOthersRun) {
  folder_.write("rooms.map", "type octile\nheight 9\nwidth 8\nmap\n........\n");
  const Outcome outcome = run(command("out"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("rooms.map:"));
  EXPECT_EQ(count("out", "build"), 4);
}

// Regression: if a file that matched a pattern was no regular file, it was skipped without a
// message. If a scenario was no regular file, sampled queries replaced it without a message.
TEST_F(SweepTest, LinksThatLeadNowhereAndPipesAreNamedAndTheOthersRun) {
  const auto& folder = folder_.path();
  std::filesystem::create_symlink("gone", folder / "dangling.map");
  std::filesystem::create_symlink("loop.map", folder / "loop.map");
  std::filesystem::create_directory(folder / "folder.map");
  ASSERT_EQ(mkfifo((folder / "pipe.map").c_str(), 0600), 0);
  folder_.write("told.map", small_map());
  ASSERT_EQ(mkfifo((folder / "told.map.scen").c_str(), 0600), 0);
  sweep_ = folder_.write("all.toml", "maps = ['*.map']\nqueries = 3\nmethods = ['grid']\n");
  const Outcome outcome = run(command("out"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error,
              AllOf(HasSubstr("dangling.map: is a link to a file that does not exist; expected"),
                    HasSubstr("loop.map: cannot be read (Too many levels of symbolic links)"),
                    HasSubstr("/pipe.map: is not a regular file; expected a regular file"),
                    HasSubstr("told.map.scen: is not a regular file; expected a regular file")));
  EXPECT_EQ(outcome.error.find("folder.map"), std::string::npos);
  EXPECT_EQ(count("out", "build"), 1);
  std::filesystem::create_symlink("maze", folder / "maze");
  sweep_ = folder_.write("maze.toml", "maps = ['maze/*.map']\nmethods = ['grid']\n");
  EXPECT_THAT(run(command("out")).error, HasSubstr("maze: cannot be read (Too many levels"));
}

TEST_F(SweepTest, MapWhoseNameHasControlCharactersIsRefused) {
  folder_.write("a\x1b[2J.map", small_map());
  sweep_ = folder_.write("all.toml", "maps = ['a*.map']\nmethods = ['grid']\n");
  const Outcome outcome = run(command("out"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("all.toml:1: the map name '"));
  EXPECT_THAT(outcome.error, HasSubstr("a\\x1b[2J.map' is not UTF-8 or has control characters"));
}

// Regression: a length greater than all doubles was stored as infinity, and an absent size was
// stored as 0. Both must be NULL.
TEST_F(SweepTest, WhatDoesNotExistIsNull) {
  const std::string worker = project_file("tests/scripts/odd_worker.py");
  sweep_ = folder_.write("stray.toml",
                         "maps = ['open.txt']\nqueries = 3\nrepetitions = 1\n[[method]]\n"
                         "name = 'odd'\ncommand = '" +
                             worker + "'\noptions = { does = 'stray' }\n");
  ASSERT_EQ(run(command("out")).code, 0);
  EXPECT_EQ(count("out", "answer WHERE status = 'invalid_path'"), count("out", "query"));
  EXPECT_EQ(count("out", "answer WHERE length IS NULL AND raw_length IS NULL"),
            count("out", "query"));
  EXPECT_EQ(count("out",
                  "build WHERE ns > 0 AND bytes IS NULL AND vertices IS NULL AND edges IS NULL"
                  " AND coverage IS NULL AND components IS NULL"),
            1);
}

TEST_F(SweepTest, FolderThatCannotBeMadeIsBadInput) {
  folder_.write("file", "");
  const Outcome outcome = run(command("file/out"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("--out"));
  EXPECT_EQ(run({"run", sweep_, "--out", "/proc/nothing"}).code, 2);
}

}  // namespace
}  // namespace fairway::test
