#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/geometry/limits.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "algorithms/methods/registry.hpp"
#include "datasets/output.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world.hpp"
#include "generated/build_info.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/run_program.hpp"
#include "harness/machine/supervisor.hpp"
#include "harness/store/result_store.hpp"
#include "harness/sweep/progress.hpp"
#include "harness/worker/process_family.hpp"

namespace fairway {

namespace {

template <class... Errors>
bool is_any_of(const std::exception& e) {
  return (... || (dynamic_cast<const Errors*>(&e) != nullptr));
}

/// Whether the input of the user caused an error.
bool is_bad_input(const std::exception& e) {
  if (const auto* database = dynamic_cast<const DatabaseError*>(&e))
    return database->is_of_content();
  return is_any_of<InputError, UsageError, UnknownName, StoreMismatch, StoreUnavailable,
                   std::filesystem::filesystem_error, std::invalid_argument>(e);
}

struct Command {
  std::string_view name;
  void (*add)(CLI::App& program, Action& action);
};

constexpr std::array kCommands{
    Command{"run", add_run_command},           Command{"list", add_list_command},
    Command{"path", add_path_command},         Command{"verify", add_verify_command},
    Command{"conform", add_conform_command},   Command{"answer", add_answer_command},
    Command{"inspect", add_inspect_command},   Command{"convert", add_convert_command},
    Command{"generate", add_generate_command}, Command{"merge", add_merge_command},
    Command{"judge", add_judge_command},       Command{"report", add_report_command},
    Command{"shards", add_shards_command},     Command{"diff", add_diff_command},
    Command{"replay", add_replay_command},     Command{"selftest", add_selftest_command},
    Command{"worker", add_worker_command},     Command{"problems", add_problems_command},
    Command{"advise", add_advise_command},
};

std::optional<double> finite_number(std::string_view text) {
  double value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || end != last || !std::isfinite(value)) return std::nullopt;
  return value;
}

template <class T>
std::string range_text(T least, T most, T any) {
  return most == any ? fmt::format("of {} or more", least)
                     : fmt::format("from {} to {}", least, most);
}

}  // namespace

int run_action(const Action& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    say_on_standard_error("out of memory\n");
    return kFailure;
  } catch (const std::exception& e) {
    say_on_standard_error(fmt::format("{}\n", e.what()));
    return is_bad_input(e) ? kBadInput : kFailure;
  }
}

int run_action_supervised(const Action& action, std::string_view work) {
  adopt_orphans();
  const ProcessEnd end = run_supervised([&] { return run_action(action); });
  if (end.crash.empty()) return end.code;
  end_children();  // workers that outlived the process
  say_on_standard_error(fmt::format("{}{}{}: the harness was ended by {}\n", work,
                                    end.task.empty() ? "" : ": ", end.task, end.crash));
  return kFailure;
}

int run_program(int argc, const char* const* argv) {
  CLI::App program{"Compares representations of free space for 2-D path planning", "fairway"};
  program.set_version_flag(
      "--version", fmt::format("fairway {} ({})", build_info::kVersion, build_info::kCommit));
  program.require_subcommand(1);
  program.fallthrough();
  program
      .add_option_function<std::string>(
          "--datasets",
          [](const std::string& folder) { setenv("FAIRWAY_DATASETS", folder.c_str(), 1); },
          "folder of public data sets (default: $FAIRWAY_DATASETS)")
      ->option_text("DIR");
  Action action;
  const Command* const named =
      argc > 1 ? std::ranges::find(kCommands, std::string_view(argv[1]), &Command::name)
               : kCommands.end();
  const bool asks_version = argc == 2 && argv[1] == std::string_view("--version");
  if (named != kCommands.end()) {
    named->add(program,
               action);  // adding all commands takes a million instructions
  } else if (!asks_version) {
    for (const Command& command : kCommands) command.add(program, action);
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return program.exit(e) == 0 ? kSuccess : kBadInput;
  }
  return run_action(action);
}

void add_read_option(CLI::App& command, std::vector<std::string>& read) {
  add_option(command, "--read NAME=VALUE", read,
             "option of the map reader, e.g. layers=WALL,DOOR (docs/maps.md); may be repeated")
      ->allow_extra_args(false);
}

void add_map_options(CLI::App& command, MapSettings& changes) {
  add_read_option(command, changes.read);
  add_option(command, "--radius R", changes.radius,
             "agent radius in map units; paths keep this distance from every wall (default: 0)",
             number(0));
  add_option(command, "--terrain TABLE", changes.terrain,
             "cost table for the tiles of a Moving AI map, e.g. datasets/terrain/moving_ai.costs "
             "(default: no costs)");
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && !std::filesystem::is_directory(folder))
    error = std::make_error_code(std::errc::not_a_directory);
  if (!error && faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    error = std::error_code(errno, std::generic_category());
  }
  if (error) {
    throw UsageError(fmt::format("--out {}: expected a writable folder; the system reports: {}",
                                 folder.string(), error.message()));
  }
}

LoadedMap load_map(const std::string& file, const MapSettings& changes) {
  LoadedMap loaded{
      load_free_space(file, MapOptions::of_command_line(changes.read), changes.terrain),
      std::nullopt};
  if (changes.radius == 0) return loaded;
  try {
    TimedErosion erosion = timed_erosion(loaded.map, changes.radius);
    loaded.eroded = std::move(erosion.space);
    loaded.erosion_ns = erosion.nanoseconds;
  } catch (const InvalidWorld& nothing_left) {
    throw UsageError(fmt::format("--radius {}: {}", changes.radius, nothing_left.what()));
  }
  return loaded;
}

void add_endpoints_option(CLI::App& command, Endpoints& endpoints) {
  static const std::map<std::string, Endpoints> kNames{{"centre", Endpoints::kCentre},
                                                       {"corner", Endpoints::kCorner}};
  add_option(command, "--endpoints centre|corner", endpoints,
             "position of a query end in its cell: centre or corner "
             "(default: centre)")
      ->transform(CLI::CheckedTransformer(kNames));
}

Point parse_point(const std::string& text, const std::string& option) {
  const std::string_view all = text;
  const std::size_t comma = std::min(all.find(','), all.size());
  const auto x = finite_number(all.substr(0, comma));
  const auto y = finite_number(all.substr(std::min(comma + 1, all.size())));
  if (!x || !y) throw UsageError(fmt::format("{}: expected X,Y, found '{}'", option, text));
  const Point point{*x, *y};
  if (!within_limits(point)) {
    throw UsageError(
        fmt::format("{}: {} is out of the exact range; expected coordinates that are 0 or have a "
                    "magnitude from {} to {}",
                    option, text, kMinCoordinate, kMaxCoordinate));
  }
  return point;
}

OptionCheck whole_number(std::uint64_t least, std::uint64_t most) {
  return [=](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    // CLI11 reads numbers with a leading 0 as octal or hexadecimal.
    const bool decimal = error == std::errc{} && end == last && (value == 0 || text[0] != '0');
    if (decimal && least <= value && value <= most) return {};
    return fmt::format("expected a whole number {}, found '{}'",
                       range_text(least, most, kAnyWholeNumber), text);
  };
}

OptionCheck number(double least, double most) {
  return [=](const std::string& text) -> std::string {
    const auto value = finite_number(text);
    if (value && least <= *value && *value <= most) return {};
    return fmt::format("expected a finite number {}, found '{}'",
                       range_text(least, most, kAnyNumber), text);
  };
}

std::string shell_word(std::string text) {
  const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./,:=+@%").find(c) != std::string_view::npos;
  });
  if (plain) return text;
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 4) {
    text.replace(at, 1, "'\\''");
  }
  return "'" + text + "'";
}

void write_output(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw std::runtime_error("standard output cannot be written");
  }
}

}  // namespace fairway
