#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <memory>

#include "datasets/read_world.hpp"
#include "harness/advice/advice.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/json_text.hpp"
#include "harness/store/text_table.hpp"

namespace fairway {

namespace {

namespace fs = std::filesystem;
struct AdviseOptions {
  std::string map;
  std::vector<std::string> read;
  std::string memory;
  std::string gap;
  std::uint64_t queries = 0;
  std::string reference;
  bool features = false;
  bool json = false;
};

/// Parses a positive number with a unit, as in "64KiB". `units` maps each unit to its factor.
/// Returns the number times the factor. Throws UsageError.
double with_unit_of(const std::string& text, const std::map<std::string, double>& units,
                    std::string_view option, std::string_view expected) {
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  const auto unit = units.find(std::string(end, last));
  if (error != std::errc{} || !(value > 0) || !std::isfinite(value) || unit == units.end()) {
    throw UsageError(fmt::format("{}: expected {}, found '{}'", option, expected, text));
  }
  return value * unit->second;
}

Needs needs_of(const AdviseOptions& options) {
  static const std::map<std::string, double> kSizes{
      {"", 1}, {"B", 1}, {"KiB", 1024}, {"MiB", 1024.0 * 1024}, {"GiB", 1024.0 * 1024 * 1024}};
  static const std::map<std::string, double> kShares{{"", 1}, {"%", 0.01}};
  Needs needs;
  if (!options.memory.empty()) {
    needs.memory = with_unit_of(options.memory, kSizes, "--memory",
                                "a size above 0 in B, KiB, MiB or GiB, such as 64KiB");
  }
  if (!options.gap.empty()) {
    needs.gap = with_unit_of(options.gap, kShares, "--gap", "a share above 0, such as 1% or 0.01");
  }
  if (options.queries > 0) needs.queries = static_cast<double>(options.queries);
  return needs;
}

/// Returns the path of the published model: the file in the working folder if it exists, otherwise
/// the file of the installation.
fs::path published_model() {
  const fs::path model = fs::path("results/published/2026.1") / "advice.json";
  std::error_code error;
  if (fs::is_regular_file(model, error)) return model;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "share" / "fairway" / model;
}

Json json_of(const MapFeatures& f) {
  Json values = Json::object();
  const Predictors used = predictors(f);
  for (std::size_t i = 0; i < used.size(); ++i) values[std::string(kPredictorNames[i])] = used[i];
  return {{"cells", f.cells},
          {"area", f.area},
          {"cell_count", f.cell_count},
          {"corners", f.corners},
          {"corridor_width", f.corridor_width},
          {"corners_per_area", f.corners_per_area},
          {"wall_dimension", f.wall_dimension},
          {"detour", f.detour},
          {"predictors", values}};
}

Json json_of(const Advised& a) {
  return {{"method", a.method},     {"advised", is_advised(a)},
          {"chance", a.chance},     {"cost_ns", a.cost_ns},
          {"query_ns", a.query_ns}, {"query_interval_ns", {a.query_low, a.query_high}},
          {"build_ns", a.build_ns}, {"bytes", a.bytes},
          {"gap", a.gap},           {"answered", a.answered},
          {"maps", a.maps}};
}

std::string features_text(const MapFeatures& f) {
  return fmt::format(
      "corridor width {:.3g}, {} corners, {:.3g} corners per square of the corridor width, "
      "dimension of the walls {:.3g}, detour {:.3g}\n",
      f.corridor_width, f.corners, f.corners_per_area, f.wall_dimension, f.detour);
}

std::string advice_text(const std::vector<Advised>& ranked, const AdviceModel& model) {
  TextTable rows{
      {"method", "cost", "query", "80 % interval", "build", "memory", "gap", "answered", "chance"}};
  for (const Advised& a : ranked) {
    rows.push_back({a.method, is_advised(a) ? duration(a.cost_ns) : "no", duration(a.query_ns),
                    fmt::format("{} to {}", duration(a.query_low), duration(a.query_high)),
                    duration(a.build_ns), size(a.bytes), percent(a.gap, 2), percent(a.answered, 0),
                    percent(a.chance, 0)});
  }
  const bool none = ranked.empty() || !is_advised(ranked.front());
  return (none ? "No method is advised: no method both keeps the limits with a probability of at "
                 "least 80 % and is expected to answer at least 99 % of the queries.\n"
               : fmt::format("Advised: {}\n", ranked.front().method)) +
         aligned(rows) +
         "The values are predictions, not measurements on this map. The model is fitted to: " +
         model.measured + "\n";
}

int run_advise(const AdviseOptions& options) {
  const Needs needs = needs_of(options);
  const FreeSpace space = load_free_space(options.map, MapOptions::of_command_line(options.read));
  const MapFeatures features = map_features(space);
  if (options.features) {
    write_output(options.json ? indented(json_of(features)) : features_text(features));
    return kSuccess;
  }
  const fs::path file = options.reference.empty() ? published_model() : fs::path(options.reference);
  if (options.reference.empty() && !fs::is_regular_file(file)) {
    throw UsageError(
        fmt::format("there is no file {}; expected the model from scripts/advice.py, or another "
                    "model file with --reference FILE",
                    file.string()));
  }
  const AdviceModel model = parse_advice_model(TextFile::read(file));
  const std::vector<Advised> ranked =
      advise(model, space, predictors(features), needs, Registry::built_in());
  if (!options.json) {
    write_output(features_text(features) + advice_text(ranked, model));
    return kSuccess;
  }
  Json methods = Json::array();
  for (const Advised& a : ranked) methods.push_back(json_of(a));
  write_output(indented(
      {{"features", json_of(features)}, {"measured", model.measured}, {"methods", methods}}));
  return kSuccess;
}

}  // namespace

void add_advise_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "advise", "Rank methods for a map without measurements, by a model of the study's results");
  const auto options = std::make_shared<AdviseOptions>();
  add_option(*command, "map MAP", options->map, "map in any known format");
  add_option(*command, "--memory SIZE", options->memory,
             "limit of the memory of a method (index, parts of the free space and scratch space), "
             "such as 64KiB (default: none)");
  add_option(*command, "--queries N", options->queries,
             "number of queries per build: the cost of each query then includes build time / N "
             "(default: ignore the build time)",
             whole_number(1));
  add_option(*command, "--gap SHARE", options->gap,
             "limit of a method's mean gap to the optimum, such as 1% (default: none)");
  add_option(*command, "--reference FILE", options->reference,
             "model file from scripts/advice.py (default: results/published/2026.1/advice.json)",
             CLI::ExistingFile);
  command->add_flag("--features", options->features, "print only the features of the map");
  add_read_option(*command, options->read);
  command->add_flag("--json", options->json, "print one JSON object");
  command->callback([&action, options] { action = [options] { return run_advise(*options); }; });
}

}  // namespace fairway
