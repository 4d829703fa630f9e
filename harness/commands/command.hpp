#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/point.hpp"
#include "datasets/scenario.hpp"

namespace fairway {

/// The action of the parsed command line. Returns the exit code of the program.
using Action = std::function<int()>;

inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;   ///< the run failed
inline constexpr int kBadInput = 2;  ///< wrong usage or bad input
inline constexpr int kInterruptedExit = 130;

inline constexpr std::uint64_t kAnyWholeNumber = std::numeric_limits<std::uint64_t>::max();
inline constexpr double kAnyNumber = std::numeric_limits<double>::max();

/// Thrown for options that contradict each other or have an impossible value.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Each function adds its command to the program. Parsing the command line sets `action`. Actions
// report errors by exceptions.

void add_run_command(CLI::App& program, Action& action);
void add_list_command(CLI::App& program, Action& action);
void add_path_command(CLI::App& program, Action& action);
void add_verify_command(CLI::App& program, Action& action);
void add_inspect_command(CLI::App& program, Action& action);
void add_answer_command(CLI::App& program, Action& action);
void add_convert_command(CLI::App& program, Action& action);
void add_generate_command(CLI::App& program, Action& action);
void add_conform_command(CLI::App& program, Action& action);
void add_diff_command(CLI::App& program, Action& action);
void add_selftest_command(CLI::App& program, Action& action);
void add_worker_command(CLI::App& program, Action& action);
void add_merge_command(CLI::App& program, Action& action);
void add_judge_command(CLI::App& program, Action& action);
void add_report_command(CLI::App& program, Action& action);
void add_replay_command(CLI::App& program, Action& action);
void add_shards_command(CLI::App& program, Action& action);
void add_problems_command(CLI::App& program, Action& action);
void add_advise_command(CLI::App& program, Action& action);

/// Runs an action. Prints the message of an exception on standard error. Returns the exit code.
int run_action(const Action& action);
/// Like run_action(), but in a supervised process. If this process crashes, prints a message on
/// standard error and returns kFailure. The message names `work` and the CrashTask of the thread
/// that crashed.
int run_action_supervised(const Action& action, std::string_view work);

/// Adds the option --endpoints centre|corner.
void add_endpoints_option(CLI::App& command, Endpoints& endpoints);

/// Adds the option --read NAME=VALUE for options of the map reader. The option may be repeated.
void add_read_option(CLI::App& command, std::vector<std::string>& read);

/// Values of the options --read NAME=VALUE, --radius R and --terrain TABLE.
struct MapSettings {
  std::vector<std::string> read;
  double radius = 0;
  std::string terrain;
};
/// Adds the options --read, --radius and --terrain.
void add_map_options(CLI::App& command, MapSettings& changes);

/// A map as free space.
struct LoadedMap {
  FreeSpace map;                    ///< read from the map file and the terrain table
  std::optional<FreeSpace> eroded;  ///< eroded by the agent radius, unless the radius is 0
  std::int64_t erosion_ns = 0;      ///< time to erode; 0 if not eroded

  /// Free space for the centre of the agent.
  const FreeSpace& space() const { return eroded ? *eroded : map; }
};
/// Loads a map and erodes it by the radius. Throws InputError for a faulty file, UsageError if the
/// agent fits nowhere.
LoadedMap load_map(const std::string& file, const MapSettings& changes);

/// Creates the folder of --out if it does not exist. Throws UsageError if it cannot be written.
void make_folder(const std::filesystem::path& folder);

/// Parses "X,Y". Throws UsageError.
Point parse_point(const std::string& text, const std::string& option);

/// A validator for CLI11. Returns an error message, or an empty string if the text is valid.
using OptionCheck = std::function<std::string(const std::string&)>;
/// Accepts decimal whole numbers from `least` to `most`.
OptionCheck whole_number(std::uint64_t least, std::uint64_t most = kAnyWholeNumber);
/// Accepts finite numbers from `least` to `most`.
OptionCheck number(double least, double most = kAnyNumber);

/// Adds an option. `usage` is its name and the word for its value in the help, as in "--limit N".
/// If `usage` has no "--", as in "map MAP", adds a required positional argument. If `usage` ends in
/// ",...", the value may be a list with commas.
template <class Value>
CLI::Option* add_option(CLI::App& command, const std::string& usage, Value& value,
                        const std::string& help, const OptionCheck& check = nullptr) {
  const std::size_t blank = usage.find(' ');
  CLI::Option* option = command.add_option(usage.substr(0, blank), value, help)
                            ->option_text(usage.substr(blank + 1))
                            ->required(!usage.starts_with("--"));
  // With extra arguments, CLI11 would read a pattern such as "[ab]" as a list in brackets.
  if (usage.ends_with(",...")) option->delimiter(',')->allow_extra_args(false);
  return check ? option->check(check) : option;
}

/// Quotes a text as one shell word.
std::string shell_word(std::string text);

/// Writes text to standard output. Throws std::runtime_error on failure.
void write_output(const std::string& text);

}  // namespace fairway
