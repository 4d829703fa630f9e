#include <fmt/format.h>

#include <memory>

#include "harness/commands/command.hpp"
#include "harness/store/summary.hpp"
#include "harness/sweep/judged_paths.hpp"

namespace fairway {

void add_judge_command(CLI::App& program, Action& action) {
  struct JudgeOptions {
    JudgedPaths judged;
    std::size_t count = 0;
    MapSettings changes;
  };
  CLI::App* command = program.add_subcommand(
      "judge", "Check the paths of another program, and add them to a result store as a method");
  const auto options = std::make_shared<JudgeOptions>();
  JudgedPaths& judged = options->judged;
  add_option(*command, "map MAP", judged.map, "map", CLI::ExistingFile);
  add_option(*command, "scenario SCEN", judged.scenario, "scenario", CLI::ExistingFile);
  add_option(*command, "paths PATHS", judged.paths,
             "paths as CSV or JSON lines: row, points, optionally ns and nodes (docs/programs.md)",
             CLI::ExistingFile);
  add_option(*command, "--name NAME", judged.name, "name of the method in the results")->required();
  add_option(
      *command, "--out DIR", judged.folder,
      "folder of results.sqlite: a new folder, or the folder of a sweep or of earlier judged paths")
      ->required();
  add_option(
      *command, "--count N", options->count,
      "judge only the N evenly spaced rows that a sweep would ask (default: all rows of PATHS)",
      whole_number(1));
  add_map_options(*command, options->changes);
  command->callback([&action, options] {
    action = [options] {
      JudgedPaths& judged = options->judged;
      if (judged.name.empty() || escaped_controls(judged.name) != judged.name) {
        throw UsageError("--name: expected a name without control characters");
      }
      if (options->count > 0) judged.count = options->count;
      judged.radius = options->changes.radius;
      judged.terrain = options->changes.terrain;
      judged.read = MapOptions::of_command_line(options->changes.read);
      make_folder(judged.folder);
      const std::size_t left_out = judge_paths(judged);
      const std::filesystem::path results = judged.folder / "results.sqlite";
      std::string text = summary_text(results);
      if (left_out > 0) text += fmt::format("Rows outside the chosen ones: {}\n", left_out);
      write_output(text + "Results: " + results.string() + "\n");
      return kSuccess;
    };
  });
}

}  // namespace fairway
