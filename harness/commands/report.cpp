#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "harness/commands/command.hpp"

namespace fairway {

namespace {

/// The path of scripts/report.py in the installation or in the source tree of this program. Throws
/// std::runtime_error if there is none.
std::filesystem::path report_script() {
  const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::array places{folder / "../share/fairway/scripts/report.py",
                          folder / "../../scripts/report.py"};
  const auto* const found = std::ranges::find_if(
      places, [](const std::filesystem::path& place) { return std::filesystem::exists(place); });
  if (found == places.end()) {
    throw std::runtime_error(fmt::format(
        "scripts/report.py, which writes the report, is missing; expected the file {} or {}",
        places[0].lexically_normal().string(), places[1].lexically_normal().string()));
  }
  return found->lexically_normal();
}

}  // namespace

void add_report_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "report",
      "Write an HTML report about result stores (runs scripts/report.py STORE... --out FILE.html)");
  command->prefix_command()->fallthrough(false);
  command->set_help_flag();  // the script has its own help
  command->callback([&action, command] {
    action = [command]() -> int {
      std::vector<std::string> words{report_script().string()};
      for (const std::string& word : command->remaining()) words.push_back(word);
      std::vector<char*> arguments;
      for (std::string& word : words) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      execv(arguments[0], arguments.data());
      throw std::runtime_error(fmt::format("{}: {}", words[0], std::strerror(errno)));
    };
  });
}

}  // namespace fairway
