#include <memory>

#include "harness/commands/command.hpp"
#include "harness/store/export_csv.hpp"

namespace fairway {

void add_export_command(CLI::App& program, Action& action) {
  struct ExportOptions {
    std::string results;
    std::string folder;
  };
  CLI::App* command = program.add_subcommand("export", "Write a result store's tables as CSV");
  const auto options = std::make_shared<ExportOptions>();
  command->add_option("results", options->results, "result store")
      ->required()
      ->check(CLI::ExistingFile)
      ->option_text("RESULTS.sqlite");
  command->add_option("--csv", options->folder, "folder for TABLE.csv")
      ->required()
      ->option_text("DIR");
  command->callback([&action, options] {
    action = [options] {
      export_csv(options->results, options->folder);
      return kSuccess;
    };
  });
}

}  // namespace fairway
