#include <memory>
#include <nlohmann/json.hpp>

#include "harness/commands/command.hpp"
#include "harness/store/diff.hpp"

namespace fairway {

void add_diff_command(CLI::App& program, Action& action) {
  struct DiffOptions {
    std::filesystem::path a;
    std::filesystem::path b;
    bool json = false;
  };
  CLI::App* command = program.add_subcommand(
      "diff", "Compare two result stores; exit 1 if anything but timings differs");
  const auto options = std::make_shared<DiffOptions>();
  add_option(*command, "a A.sqlite", options->a, "first result store", CLI::ExistingFile);
  add_option(*command, "b B.sqlite", options->b, "second result store", CLI::ExistingFile);
  command->add_flag("--json", options->json, "print one JSON object");
  command->callback([&action, options] {
    action = [options] {
      const nlohmann::ordered_json report = diff_stores(options->a, options->b);
      write_output(options->json ? report.dump(2) + "\n" : diff_text(report));
      return report["differs"].get<bool>() ? kFailure : kSuccess;
    };
  });
}

}  // namespace fairway
