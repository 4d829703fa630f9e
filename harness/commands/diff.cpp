#include <memory>

#include "harness/commands/command.hpp"
#include "harness/store/diff_report.hpp"

namespace fairway {

void add_diff_command(CLI::App& program, Action& action) {
  struct DiffOptions {
    std::filesystem::path a;
    std::filesystem::path b;
    bool json = false;
  };
  CLI::App* command = program.add_subcommand(
      "diff", "Tell what differs between two result stores: exit 1 where more than times does");
  const auto options = std::make_shared<DiffOptions>();
  command->add_option("a", options->a, "result store")
      ->required()
      ->check(CLI::ExistingFile)
      ->option_text("A.sqlite");
  command->add_option("b", options->b, "result store to compare with it")
      ->required()
      ->check(CLI::ExistingFile)
      ->option_text("B.sqlite");
  command->add_flag("--json", options->json, "one JSON object");
  command->callback([&action, options] {
    action = [options] {
      const StoreDiff diff = diff_stores(options->a, options->b);
      write_output(options->json ? diff_json(diff) : diff_text(diff));
      return diff.differs() ? kFailure : kSuccess;
    };
  });
}

}  // namespace fairway
