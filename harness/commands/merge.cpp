#include <fmt/format.h>

#include <memory>

#include "harness/commands/command.hpp"
#include "harness/store/merge.hpp"

namespace fairway {

void add_merge_command(CLI::App& program, Action& action) {
  struct MergeOptions {
    std::filesystem::path output;
    std::vector<std::filesystem::path> inputs;
  };
  CLI::App* command =
      program.add_subcommand("merge", "Join the result stores of a sweep's parts into a new one");
  const auto options = std::make_shared<MergeOptions>();
  add_option(*command, "output OUT.sqlite", options->output, "result store to make");
  add_option(*command, "inputs IN.sqlite...", options->inputs, "result stores of one sweep",
             CLI::ExistingFile);
  command->callback([&action, options] {
    action = [options] {
      const MergeOutcome outcome = merge_stores(options->output, options->inputs);
      write_output(fmt::format("{} trials on {} worlds, of {} runs on {}: {}\n", outcome.trials,
                               outcome.worlds, outcome.runs, fmt::join(outcome.hosts, ", "),
                               options->output.string()));
      return kSuccess;
    };
  });
}

}  // namespace fairway
