#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "datasets/output.hpp"
#include "harness/commands/command.hpp"
#include "harness/store/summary.hpp"
#include "harness/sweep/judged_paths.hpp"

namespace fairway {

void add_judge_command(CLI::App& program, Action& action) {
  struct JudgeOptions {
    JudgedPaths judged;
    std::size_t count = 0;
    MapSettings changes;
    std::filesystem::path junit;
  };
  CLI::App* command = program.add_subcommand("judge",
                                             "Check the paths of another program, and add them to "
                                             "a result store as the answers of a method");
  const auto options = std::make_shared<JudgeOptions>();
  JudgedPaths& judged = options->judged;
  add_option(*command, "map MAP", judged.map, "map in any known format", CLI::ExistingFile);
  add_option(*command, "scenario SCEN", judged.scenario, "scenario of the map (.scen)",
             CLI::ExistingFile);
  add_option(*command, "paths PATHS", judged.paths,
             "paths as CSV or JSON lines, with row and points, and optionally ns and nodes "
             "(docs/programs.md)",
             CLI::ExistingFile);
  add_option(*command, "--name NAME", judged.name, "name of the method in the result store")
      ->required();
  add_option(*command, "--out DIR", judged.folder,
             "folder of results.sqlite. This file may already contain results of a sweep or of "
             "other judged paths")
      ->required();
  add_option(*command, "--count N", options->count,
             "judge only N evenly spaced rows of SCEN, as in a sweep with N queries (default: all "
             "queries in PATHS)",
             whole_number(1));
  const CLI::Option* max_gap =
      add_option(*command, "--max-gap G", judged.max_gap,
                 "exit 1 if a path in PATHS is illegal, lacks points although there is a path, or "
                 "is longer than (1 + G) times the optimum",
                 number(0));
  add_option(*command, "--junit FILE", options->junit,
             "write a JUnit file with a test case for each path; a case fails if its path exceeds "
             "--max-gap");
  add_map_options(*command, options->changes);
  command->callback([&action, options, max_gap] {
    action = [options, is_test = max_gap->count() > 0] {
      JudgedPaths& judged = options->judged;
      if (judged.name.empty() || escaped_controls(judged.name) != judged.name) {
        throw UsageError("--name: expected a name in UTF-8 without control characters");
      }
      if (options->count > 0) judged.count = options->count;
      judged.radius = options->changes.radius;
      judged.terrain = options->changes.terrain;
      judged.read = MapOptions::of_command_line(options->changes.read);
      make_folder(judged.folder);
      const PathsJudgement outcome = judge_paths(judged);
      const std::filesystem::path results = judged.folder / "results.sqlite";
      std::string text = summary_text(results);
      if (outcome.left_out > 0) {
        text += fmt::format(
            "Ignored rows of PATHS, which are not among the queries of the store or of --count: "
            "{}\n",
            outcome.left_out);
      }
      if (!options->junit.empty()) {
        write_file(options->junit, junit_text(judged.name, outcome.world, outcome.verdicts));
      }
      const auto failed = std::ranges::find_if(
          outcome.verdicts, [](const PathVerdict& verdict) { return !verdict.failure.empty(); });
      const bool fails = is_test && failed != outcome.verdicts.end();
      if (fails) text += fmt::format("Row {} failed: {}\n", failed->row, failed->failure);
      write_output(text + "Results: " + results.string() + "\n");
      return fails ? kFailure : kSuccess;
    };
  });
}

}  // namespace fairway
