#include "harness/store/diff.hpp"

#include <memory>
#include <utility>

#include "harness/commands/command.hpp"

namespace fairway {

void add_diff_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "diff", "Compare two result stores; exit 1 if anything but timings differs");
  const auto files = std::make_shared<std::pair<std::filesystem::path, std::filesystem::path>>();
  add_option(*command, "a A.sqlite", files->first, "first result store", CLI::ExistingFile);
  add_option(*command, "b B.sqlite", files->second, "second result store", CLI::ExistingFile);
  command->callback([&action, files] {
    action = [files] {
      const StoreDifferences found = diff_stores(files->first, files->second);
      write_output(found.text);
      return found.differ ? kFailure : kSuccess;
    };
  });
}

}  // namespace fairway
