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
  add_option(*command, "results RESULTS.sqlite", options->results, "result store",
             CLI::ExistingFile);
  add_option(*command, "--csv DIR", options->folder, "folder for TABLE.csv, one for each table");
  add_option(*command, "--tidy FILE.csv", options->tidy,
             "file for one table with a wide row an answer");
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
