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

/// The action of the parsed command line. Returns the program's exit code.
using Action = std::function<int()>;

inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;   ///< a run that failed
inline constexpr int kBadInput = 2;  ///< wrong usage or bad input
inline constexpr int kInterruptedExit = 130;

inline constexpr std::uint64_t kAnyWholeNumber = std::numeric_limits<std::uint64_t>::max();
inline constexpr double kAnyNumber = std::numeric_limits<double>::max();

/// Options that contradict each other or have an impossible value.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Each function adds its command to the program. Parsing the command sets the action. Actions
// throw.

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
void add_traces_command(CLI::App& program, Action& action);
void add_replay_command(CLI::App& program, Action& action);
void add_shards_command(CLI::App& program, Action& action);

/// Runs an action. Exceptions become a message on standard error and an exit code.
int act(const Action& action);
/// Like act(), in a process of its own, so that a crash becomes a message on standard error and
/// kFailure. The message names `work` and the CrashTask of the thread.
int act_apart(const Action& action, std::string_view work);

/// The option --endpoints centre|corner.
void add_endpoints_option(CLI::App& command, Endpoints& endpoints);

/// The option --read NAME=VALUE, which a map's reader is told, perhaps several times.
void add_read_option(CLI::App& command, std::vector<std::string>& read);

/// The options --read NAME=VALUE, --radius R and --terrain TABLE, by which a map is read and
/// changed before it is used.
struct MapChanges {
  std::vector<std::string> read;
  double radius = 0;
  std::string terrain;
};
void add_map_options(CLI::App& command, MapChanges& changes);

/// A map as free space.
struct LoadedMap {
  FreeSpace map;                    ///< as the file and the terrain table state it
  std::optional<FreeSpace> eroded;  ///< eroded by the agent's radius, if that is not zero
  std::int64_t erosion_ns = 0;      ///< time of eroding, if it is eroded

  /// The space for the agent's centre.
  const FreeSpace& space() const { return eroded ? *eroded : map; }
};
/// Throws InputError if a file is faulty, UsageError if the agent fits nowhere.
LoadedMap load_map(const std::string& file, const MapChanges& changes);

/// Makes the folder of the option --out if there is none. Throws UsageError if it cannot be
/// written.
void make_folder(const std::filesystem::path& folder);

/// Parses "X,Y". Throws UsageError.
Point parse_point(const std::string& text, const std::string& option);

/// A check of CLI11. Returns what is wrong with a text, or an empty string.
using OptionCheck = std::function<std::string(const std::string&)>;
/// Accepts whole numbers in a range, in decimal digits.
OptionCheck whole_number(std::uint64_t least, std::uint64_t most = kAnyWholeNumber);
/// Accepts finite numbers in a range.
OptionCheck number(double least, double most = kAnyNumber);

/// Adds an option. `told` is its name and the word that help shows for its value: "--limit N", or
/// "map MAP" for an argument, which is required. A value told as "NAME,..." may be a list with
/// commas.
template <class Value>
CLI::Option* add_option(CLI::App& command, const std::string& told, Value& value,
                        const std::string& help, const OptionCheck& check = nullptr) {
  const std::size_t blank = told.find(' ');
  CLI::Option* option = command.add_option(told.substr(0, blank), value, help)
                            ->option_text(told.substr(blank + 1))
                            ->required(!told.starts_with("--"));
  // Extra arguments would let brackets, as in a pattern "[ab]", mark a list.
  if (told.ends_with(",...")) option->delimiter(',')->allow_extra_args(false);
  return check ? option->check(check) : option;
}

/// Quotes a text as one shell word, for commands that are printed to be repeated.
std::string shell_word(std::string text);

/// Writes text to standard output. Throws std::runtime_error on failure.
void write_output(const std::string& text);

}  // namespace fairway
