#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "datasets/generators/changes.hpp"
#include "datasets/generators/generator.hpp"
#include "datasets/generators/obstacles.hpp"
#include "datasets/geojson.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/output.hpp"
#include "harness/commands/command.hpp"

namespace fairway {

namespace {

struct GenerateOptions {
  std::string kind;
  std::uint64_t seed = 0;
  int size = 0;
  std::string map;
  std::vector<std::string> settings;
  std::string out;
};

std::pair<std::string, int> parse_setting(const std::string& text) {
  const std::size_t sign = text.find('=');
  try {
    std::size_t used = 0;
    const std::string value = sign == std::string::npos ? "" : text.substr(sign + 1);
    const int number = std::stoi(value, &used);
    if (used == value.size()) return {text.substr(0, sign), number};
  } catch (const std::logic_error&) {
    // The error is reported below with what was expected.
  }
  throw UsageError("--set: expected NAME=INTEGER, found '" + text + "'");
}

/// The text of a generated world's file, and the extension that the file should have.
std::pair<std::string, std::string> file_of(const Raster& raster) {
  return {format_moving_ai_map(raster), ".map"};
}
std::pair<std::string, std::string> file_of(const Polygons& polygons) {
  return {format_geojson(polygons), ".geojson"};
}

std::filesystem::path changes_file(const GenerateOptions& options) {
  const std::filesystem::path out = options.out;
  if (out.extension() == ".changes") return out;
  throw UsageError(
      fmt::format("--out {}: expected a file that ends in .changes, as a world of "
                  "the kind {} changes",
                  options.out, options.kind));
}

int generate_changing_world(const ChangesKind& kind, const GenerateOptions& options, int size,
                            const GeneratorSettings& settings) {
  const std::filesystem::path out = changes_file(options);
  const ChangingWorld changing = generate_changes(kind, options.seed, size, settings);
  const Raster* raster = std::get_if<Raster>(&changing.start.content);
  const auto [text, extension] =
      raster != nullptr ? file_of(*raster) : file_of(std::get<Polygons>(changing.start.content));
  std::filesystem::path world = out;
  world.replace_extension(extension);
  const std::string changes = format_changes(changing, world.filename().string());
  write_file(world, text);
  write_file(out, changes);
  return kSuccess;
}

int generate_changes_of_map(const GenerateOptions& options, int size,
                            const GeneratorSettings& settings) {
  const std::filesystem::path out = changes_file(options);
  if (options.map.empty()) {
    throw UsageError(
        fmt::format("the kind {} needs --map MAP: the world that changes", options.kind));
  }
  const FreeSpace world = load_map(options.map, {}).map;
  ChangingWorld changing;
  if (const Raster* raster = world.raster()) {
    changing.start.content = *raster;
  } else {
    changing.start.content = Polygons{};
  }
  changing.steps = generate_obstacles(world, options.seed, size, settings);
  const auto folder = out.has_parent_path() ? out.parent_path() : std::filesystem::path(".");
  write_file(out, format_changes(changing,
                                 std::filesystem::proximate(options.map, folder).generic_string()));
  return kSuccess;
}

int generate_world(const GenerateOptions& options) {
  GeneratorSettings settings;
  for (const std::string& text : options.settings) settings.push_back(parse_setting(text));
  const auto size = [&](const GeneratorParameter& range) {
    return options.size == 0 ? range.standard : options.size;
  };
  if (options.kind == obstacles_kind().name) {
    return generate_changes_of_map(options, size(obstacles_kind().size), settings);
  }
  if (!options.map.empty()) {
    throw UsageError(
        fmt::format("--map: the kind {} makes a world of its own; expected the kind {}",
                    options.kind, obstacles_kind().name));
  }
  if (const ChangesKind* changes = changes_kind(options.kind)) {
    return generate_changing_world(*changes, options, size(changes->size), settings);
  }
  if (std::ranges::find(generator_kinds(), options.kind, &GeneratorKind::name) ==
      generator_kinds().end()) {
    std::vector<std::string_view> names;
    for (const GeneratorKind& known : generator_kinds()) names.push_back(known.name);
    for (const ChangesKind& known : changes_kinds()) names.push_back(known.name);
    names.push_back(obstacles_kind().name);
    throw UsageError(fmt::format("no generator is called '{}'; expected one of {}", options.kind,
                                 fmt::join(names, ", ")));
  }
  const GeneratorKind& kind = generator_kind(options.kind);
  const std::string extension = std::filesystem::path(options.out).extension().string();
  const GeneratedWorld world = generate(kind, options.seed, size(kind.size), settings);
  const auto [text, expected] =
      std::visit([](const auto& content) { return file_of(content); }, world);
  const bool as_json = expected == ".geojson";
  if (!extension.empty() && extension != expected && !(as_json && extension == ".json")) {
    throw UsageError(fmt::format(
        "--out {}: expected a file that ends in {}, as a world of the kind {} is one of {}",
        options.out, as_json ? ".geojson or .json" : ".map", kind.name,
        as_json ? "polygons" : "cells"));
  }
  write_file(options.out, text);
  return kSuccess;
}

template <class Kind>
void append_help(std::string& text, const Kind& kind) {
  text +=
      fmt::format("  {}: {}\n    --size  {} ({} to {}, standard {})\n", kind.name, kind.description,
                  kind.size.description, kind.size.least, kind.size.most, kind.size.standard);
  for (const GeneratorParameter& p : kind.parameters) {
    text += fmt::format("    --set {}=  {} ({} to {}, standard {})\n", p.name, p.description,
                        p.least, p.most, p.standard);
  }
}

std::string kinds_help() {
  std::string text = "Kinds, with what --size counts and what --set takes:\n";
  for (const GeneratorKind& kind : generator_kinds()) append_help(text, kind);
  text += "Kinds that change (X.changes, with its world beside it, X.map or X.geojson):\n";
  for (const ChangesKind& kind : changes_kinds()) append_help(text, kind);
  text += "Changes of a map of yours, which --map names (X.changes):\n";
  append_help(text, obstacles_kind());
  return text;
}

}  // namespace

void add_generate_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "generate", "Make a world: a .map of cells or GeoJSON polygons; or .changes of a world");
  const auto options = std::make_shared<GenerateOptions>();
  add_option(*command, "kind KIND", options->kind, "what kind of world");
  add_option(*command, "--seed S", options->seed, "equal seeds make equal worlds", whole_number(0))
      ->required();
  add_option(*command, "--size N", options->size, "see below",
             whole_number(1, std::numeric_limits<int>::max()));
  add_option(*command, "--map MAP", options->map, "the map whose changes are made");
  add_option(*command, "--set NAME=N", options->settings,
             "a parameter of the kind; may be repeated");
  add_option(*command, "--out FILE", options->out, "file to write")->required();
  command->footer(kinds_help());
  command->callback(
      [&action, options] { action = [options] { return generate_world(*options); }; });
}

}  // namespace fairway
