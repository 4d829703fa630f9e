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

#include "datasets/formats/doom_wad.hpp"
#include "datasets/generators/changes.hpp"
#include "datasets/generators/generator.hpp"
#include "datasets/generators/map_doors.hpp"
#include "datasets/generators/obstacles.hpp"
#include "datasets/geojson.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/output.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "harness/commands/command.hpp"

namespace fairway {

namespace {

struct GenerateOptions {
  std::string kind;
  std::uint64_t seed = 0;
  int size = 0;
  std::string map;
  std::vector<std::string> read;
  std::string doors;
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
    // The error is reported below.
  }
  throw UsageError("--set: expected NAME=INTEGER, found '" + text + "'");
}

/// Returns the text of a generated world and the extension of its file.
std::pair<std::string, std::string> file_of(const Raster& raster) {
  return {format_moving_ai_map(raster), ".map"};
}
std::pair<std::string, std::string> file_of(const Polygons& polygons) {
  return {format_geojson(polygons), ".geojson"};
}

std::filesystem::path changes_file(const GenerateOptions& options) {
  const std::filesystem::path out = options.out;
  if (out.extension() == ".changes") return out;
  throw UsageError(fmt::format(
      "--out {}: expected a file that ends in .changes, because worlds of the kind {} change",
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

/// Writes a file with changes of the map that --map names. The file contains the relative path of
/// the map.
void write_changes_of_map(const GenerateOptions& options, const FreeSpace& world,
                          std::vector<Step> steps) {
  const std::filesystem::path out = options.out;
  ChangingWorld changing;
  if (const Raster* raster = world.raster()) {
    changing.start.content = *raster;
  } else {
    changing.start.content = Polygons{};
  }
  changing.steps = std::move(steps);
  const auto folder = out.has_parent_path() ? out.parent_path() : std::filesystem::path(".");
  write_file(out, format_changes(changing,
                                 std::filesystem::proximate(options.map, folder).generic_string()));
}

int generate_changes_of_map(const GenerateOptions& options, int size,
                            const GeneratorSettings& settings) {
  changes_file(options);
  if (options.map.empty()) {
    throw UsageError(
        fmt::format("the kind {}: expected --map MAP, the map to change", options.kind));
  }
  const FreeSpace world = load_map(options.map, {}).map;
  write_changes_of_map(options, world, generate_obstacles(world, options.seed, size, settings));
  return kSuccess;
}

std::vector<Step> door_steps(const GenerateOptions& options, const FreeSpace& open,
                             const std::vector<MapDoor>& doors, int size,
                             const GeneratorSettings& settings) {
  DoorSteps result = generate_map_doors(open, doors, options.seed, size, settings);
  for (const std::string& line : result.left_out) {
    fmt::print(stderr, "{}: {}\n", options.map, line);
  }
  return std::move(result.steps);
}

/// Writes a file of changes in which the doors of a Doom level close and open. Writes the level
/// with open doors to a second file beside it.
void generate_doors_of_level(const GenerateOptions& options, const TextFile& source, int size,
                             const GeneratorSettings& settings) {
  MapOptions read = MapOptions::of_command_line(options.read);
  if (read.has("doors")) {
    read.fail(
        "doors",
        "expected the reader option doors to be absent, because the level starts with open doors");
  }
  read.set("doors", {"open"});
  WorldFile world = parse_world(source, read);
  const MapUnits units = world.units;
  const std::vector<NamedPoint> places = world.places;
  const FreeSpace open = make_free_space(std::move(world));
  std::vector<MapDoor> doors;
  for (DoomDoor& door : parse_doom_doors(source, read)) {
    const std::string name = fmt::format("the door of sector {}", door.sector);
    if (door.rings.empty()) {
      fmt::print(stderr, "{}: {} is left out: {}\n", options.map, name, door.fault);
    } else {
      doors.push_back({name, std::move(door.rings)});
    }
  }
  ChangingWorld changing;
  changing.start.content = Polygons{};
  changing.steps = door_steps(options, open, doors, size, settings);
  const std::filesystem::path start = std::filesystem::path(options.out).replace_extension("world");
  const std::string changes = format_changes(changing, start.filename().string());
  write_file(start, format_world(open, units, places));
  write_file(options.out, changes);
}

int generate_doors_of_map(const GenerateOptions& options, int size,
                          const GeneratorSettings& settings) {
  changes_file(options);
  const TextFile source = TextFile::read(options.map);
  if (begins_as_wad(source.text())) {
    if (!options.doors.empty()) {
      throw UsageError("--doors: a Doom level has its own doors; expected a map of cells");
    }
    generate_doors_of_level(options, source, size, settings);
    return kSuccess;
  }
  if (!options.read.empty()) {
    throw UsageError(
        "--read: expected a Doom level in --map; convert other maps with fairway convert");
  }
  const FreeSpace world = load_map(options.map, {}).map;
  if (world.raster() == nullptr || options.doors.empty()) {
    throw UsageError(fmt::format(
        "--map {}: the map has no doors; expected a Doom level, or a map of cells with --doors",
        options.map));
  }
  const auto doors = parse_cell_doors(TextFile::read(options.doors), *world.raster());
  write_changes_of_map(options, world, door_steps(options, world, doors, size, settings));
  return kSuccess;
}

int generate_world(const GenerateOptions& options) {
  GeneratorSettings settings;
  for (const std::string& text : options.settings) {
    const auto setting = parse_setting(text);
    if (std::ranges::count(settings, setting.first, &std::pair<std::string, int>::first) > 0) {
      throw UsageError("--set: '" + setting.first + "' is set twice, expected one value");
    }
    settings.push_back(setting);
  }
  const auto size = [&](const GeneratorParameter& range) {
    return options.size == 0 ? range.default_value : options.size;
  };
  if (options.kind == map_doors_kind().name && !options.map.empty()) {
    return generate_doors_of_map(options, size(map_doors_kind().size), settings);
  }
  if (!options.read.empty() || !options.doors.empty()) {
    throw UsageError(fmt::format("--read and --doors: expected only with the kind {} and --map",
                                 map_doors_kind().name));
  }
  if (options.kind == obstacles_kind().name) {
    return generate_changes_of_map(options, size(obstacles_kind().size), settings);
  }
  if (!options.map.empty()) {
    throw UsageError(
        fmt::format("--map: the kind {} generates its own world; expected the kind {} or {}",
                    options.kind, obstacles_kind().name, map_doors_kind().name));
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
    throw UsageError(
        fmt::format("unknown kind '{}'; expected one of {}", options.kind, fmt::join(names, ", ")));
  }
  const GeneratorKind& kind = generator_kind(options.kind);
  const std::string extension = std::filesystem::path(options.out).extension().string();
  const GeneratedWorld world = generate(kind, options.seed, size(kind.size), settings);
  const auto [text, expected] =
      std::visit([](const auto& content) { return file_of(content); }, world);
  const bool as_json = expected == ".geojson";
  if (!extension.empty() && extension != expected && !(as_json && extension == ".json")) {
    throw UsageError(fmt::format(
        "--out {}: expected a file that ends in {}, because worlds of the kind {} consist of {}",
        options.out, as_json ? ".geojson or .json" : ".map", kind.name,
        as_json ? "polygons" : "cells"));
  }
  write_file(options.out, text);
  return kSuccess;
}

template <class Kind>
void append_help(std::string& text, const Kind& kind) {
  text +=
      fmt::format("  {}: {}\n    --size  {} ({} to {}, default: {})\n", kind.name, kind.description,
                  kind.size.description, kind.size.least, kind.size.most, kind.size.default_value);
  for (const GeneratorParameter& p : kind.parameters) {
    text += fmt::format("    --set {}=  {} ({} to {}, default: {})\n", p.name, p.description,
                        p.least, p.most, p.default_value);
  }
}

std::string kinds_help() {
  std::string text = "Kinds of worlds, with the meaning of --size and the parameters of --set:\n";
  for (const GeneratorKind& kind : generator_kinds()) append_help(text, kind);
  text +=
      "Kinds of changing worlds (the changes are written to X.changes, the first world to X.map or "
      "X.geojson):\n";
  for (const ChangesKind& kind : changes_kinds()) append_help(text, kind);
  text += "Kinds of changes to the map given with --map (the changes are written to X.changes):\n";
  append_help(text, obstacles_kind());
  append_help(text, map_doors_kind());
  return text;
}

}  // namespace

void add_generate_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "generate",
      "Generate a world of cells (.map) or polygons (.geojson), or a changing world (.changes)");
  const auto options = std::make_shared<GenerateOptions>();
  add_option(*command, "kind KIND", options->kind, "one of the kinds below");
  add_option(*command, "--seed S", options->seed,
             "seed of the random numbers; equal seeds give equal worlds", whole_number(0))
      ->required();
  add_option(*command, "--size N", options->size,
             "size of the world; its unit and default depend on the kind (see below)",
             whole_number(1, std::numeric_limits<int>::max()));
  add_option(*command, "--map MAP", options->map,
             "map to change (with the kinds doors and obstacles)");
  add_read_option(*command, options->read);
  add_option(*command, "--doors FILE", options->doors,
             "with --map: file of the doors in a map of cells. Each line is a door: x y (a cell) "
             "or x0 y0 x1 y1 (a block of cells)");
  add_option(*command, "--set NAME=N", options->settings,
             "parameter of the kind (see below); the option may be repeated");
  add_option(*command, "--out FILE", options->out, "output file")->required();
  command->footer(kinds_help());
  command->callback(
      [&action, options] { action = [options] { return generate_world(*options); }; });
}

}  // namespace fairway
