#include "harness/traces/traces.hpp"

#include <fmt/format.h>

#include <memory>

#include "datasets/output.hpp"
#include "harness/commands/command.hpp"

namespace fairway {

void add_traces_command(CLI::App& program, Action& action) {
  struct TracesOptions {
    std::filesystem::path store;
    std::filesystem::path out;
    std::vector<std::string> queries{"drawn"};
    double size = 25;
    std::filesystem::path terrain;
  };
  CLI::App* command = program.add_subcommand(
      "traces", "Record searches, to replay them in the page of `fairway report`");
  const auto options = std::make_shared<TracesOptions>();
  add_option(*command, "store STORE.sqlite", options->store, "result store", CLI::ExistingFile)
      ->required();
  add_option(*command, "--out FILE.json", options->out, "output file")->required();
  add_option(*command, "--queries WHICH,...", options->queries,
             "queries to record: WORLD:NUMBER for one query, or 'drawn' for the longest query of "
             "each map with pictures (default: drawn)");
  add_option(
      *command, "--size MB", options->size,
      "size limit of the file in MB; queries given as WORLD:NUMBER may exceed it (default: 25)",
      number(0, 2000));
  add_option(*command, "--terrain TABLE", options->terrain,
             "cost table for the tiles of Moving AI maps (default: no costs)", CLI::ExistingFile);
  command->callback([&action, options] {
    action = [options] {
      TraceChoice choice = parse_trace_choice(options->queries);
      choice.terrain = options->terrain;
      choice.room = static_cast<std::size_t>(options->size * 1e6);
      const std::string traces = recorded_traces(options->store, choice);
      expect_known(choice);
      write_file(options->out, traces);
      write_output(fmt::format("{:.1f} MB: {}\n", static_cast<double>(traces.size()) / 1e6,
                               options->out.string()));
      return kSuccess;
    };
  });
}

}  // namespace fairway
