#include <fmt/format.h>

#include <memory>

#include "datasets/output.hpp"
#include "datasets/text.hpp"
#include "harness/commands/command.hpp"
#include "harness/sweep/problem_set.hpp"

namespace fairway {

void add_problems_command(CLI::App& program, Action& action) {
  struct CommandOptions {
    ProblemOptions problems;
    std::vector<std::string> read;
    Endpoints endpoints = Endpoints::kCentre;
    std::filesystem::path out;
  };
  CLI::App* command = program.add_subcommand(
      "problems",
      "Write a set of problems on a map, with certified optimal lengths, for `fairway run`");
  const auto options = std::make_shared<CommandOptions>();
  ProblemOptions& o = options->problems;
  add_option(*command, "map MAP", o.map, "map in any known format");
  add_option(*command, "--out DIR", options->out,
             "output folder; the file is DIR/IDENTIFIER.problems (docs/problem-sets.md)")
      ->required();
  add_option(*command, "--count N", o.count,
             "number of problems (default: 200). The problems are evenly spaced rows of the "
             "scenario beside the map, or sampled queries if there is no scenario",
             whole_number(1, 10'000'000));
  add_option(*command, "--seed S", o.seed, "seed of sampled queries (default: 1)", whole_number(0));
  add_option(*command, "--radius R", o.radius, "agent radius in map units (default: 0)", number(0));
  add_endpoints_option(*command, options->endpoints);
  add_read_option(*command, options->read);
  command->callback([&action, options] {
    action = [options] {
      ProblemOptions& problems = options->problems;
      problems.read = MapOptions::of_command_line(options->read);
      problems.corners = options->endpoints == Endpoints::kCorner;
      const ProblemSet set = make_problem_set(problems, Registry::built_in());
      const std::filesystem::path file =
          options->out / (set.identifier + std::string(kProblemsEnding));
      make_folder(file.parent_path());
      const std::string text = format_problem_set(set);
      if (std::filesystem::exists(file) && TextFile::read(file).text() != text) {
        throw UsageError(fmt::format(
            "--out: {} has other problems under this identifier; expected another folder",
            file.string()));
      }
      write_file(file, text);
      write_output(fmt::format("{}: {} problems, hash {}\n{}\n", set.identifier,
                               set.problems.size(), set.hash(), file.string()));
      return kSuccess;
    };
  });
}

}  // namespace fairway
