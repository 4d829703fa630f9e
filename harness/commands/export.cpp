#include <memory>

#include "harness/commands/command.hpp"
#include "harness/store/export_csv.hpp"

namespace fairway {

void add_export_command(CLI::App& program, Action& action) {
  struct ExportOptions {
    std::string results;
    std::string folder;
    std::string tidy;
  };
  CLI::App* command = program.add_subcommand("export", "Write a result store as CSV");
  const auto options = std::make_shared<ExportOptions>();
  command->add_option("results", options->results, "result store")
      ->required()
      ->check(CLI::ExistingFile)
      ->option_text("RESULTS.sqlite");
  command->add_option("--csv", options->folder, "folder for TABLE.csv, one for each table")
      ->option_text("DIR");
  command->add_option("--tidy", options->tidy, "file for one table with a wide row an answer")
      ->option_text("FILE.csv");
  command->callback([&action, options] {
    action = [options] {
      if (options->folder.empty() && options->tidy.empty()) {
        throw UsageError("export: expected --csv DIR, --tidy FILE.csv or both");
      }
      if (!options->folder.empty()) export_csv(options->results, options->folder);
      if (!options->tidy.empty()) export_tidy(options->results, options->tidy);
      return kSuccess;
    };
  });
}

}  // namespace fairway
