#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/geojson.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/outlines.hpp"
#include "datasets/output.hpp"
#include "datasets/read_world.hpp"
#include "datasets/repair.hpp"
#include "datasets/tiles.hpp"
#include "datasets/world_file.hpp"
#include "harness/commands/command.hpp"

namespace fairway {

namespace {

struct ConvertOptions {
  std::string in;
  std::string out;
  std::vector<std::string> read;
  bool repair = false;
};

WorldFile read_and_repair(const ConvertOptions& options) {
  WorldFile world = read_world(options.in, MapOptions::of_command_line(options.read));
  if (!options.repair) return world;
  Polygons* polygons = std::get_if<Polygons>(&world.content);
  if (polygons == nullptr) {
    throw UsageError(options.in +
                     ":1: a world of cells or a mesh cannot be repaired; expected polygons");
  }
  RepairReport report;
  try {
    *polygons = repair(*polygons, report);
  } catch (const InvalidWorld& e) {
    throw InputError(options.in, 1, std::string("cannot be repaired: ") + e.what());
  }
  world.lines.clear();
  fmt::print(stderr, "{}\n", report.summary());
  return world;
}

std::string as_geojson(const ConvertOptions& options, WorldFile world) {
  std::optional<Polygons> as_read;
  if (const auto* polygons = std::get_if<Polygons>(&world.content)) as_read = *polygons;
  const FreeSpace space = make_free_space(std::move(world));
  if (as_read) return format_geojson(*as_read);
  try {
    return format_geojson(outlines_of(space));
  } catch (const InvalidWorld& e) {
    throw InputError(options.in, 1, e.what());
  }
}

std::string as_cells(const ConvertOptions& options, const WorldFile& world, bool tiles) {
  const Raster* raster = std::get_if<Raster>(&world.content);
  if (raster == nullptr) {
    throw UsageError(options.in +
                     ":1: only cells can be written as .map or .tiles; expected a map of cells");
  }
  try {
    if (!tiles) return format_moving_ai_map(*raster);
    return format_tiles(
        *raster, world.terrain ? *world.terrain : Terrain(raster->width(), raster->height()));
  } catch (const std::invalid_argument& e) {
    throw InputError(options.in, 1, e.what());
  }
}

/// Converts a map file. Builds its free space first, so that a written file is always valid.
int convert(const ConvertOptions& options) {
  const std::string extension = std::filesystem::path(options.out).extension().string();
  const bool geojson = extension == ".geojson" || extension == ".json";
  const bool tiles = extension == ".tiles";
  const bool world_file = extension == ".world";
  if (!geojson && !tiles && !world_file && extension != ".map") {
    throw UsageError("--out " + options.out +
                     ": expected a file that ends in .geojson, .json, .map, .tiles or .world");
  }
  WorldFile world = read_and_repair(options);
  for (const std::string& note : world.notes) fmt::print(stderr, "{}: {}\n", options.in, note);
  if (world_file) {
    const MapUnits units = world.units;
    const std::vector<NamedPoint> places = world.places;
    write_file(options.out, format_world(make_free_space(std::move(world)), units, places));
    return kSuccess;
  }
  if (world.terrain && !tiles) {
    fmt::print(stderr,
               "{}: terrain costs are left out; a file that ends in .tiles or .world keeps them\n",
               options.in);
  }
  if (geojson) {
    write_file(options.out, as_geojson(options, std::move(world)));
    return kSuccess;
  }
  const std::string text = as_cells(options, world, tiles);
  make_free_space(std::move(world));
  write_file(options.out, text);
  return kSuccess;
}

}  // namespace

void add_convert_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "convert", "Convert a map to .geojson or .world, or a map of cells to .map or .tiles");
  const auto options = std::make_shared<ConvertOptions>();
  add_option(*command, "in IN", options->in, "map in any known format");
  add_option(*command, "--out OUT", options->out, "output file; its ending selects the format")
      ->required();
  add_read_option(*command, options->read);
  command->add_flag("--repair", options->repair,
                    "repair rings that cross, overlap or occur twice (default: refuse them)");
  command->callback([&action, options] { action = [options] { return convert(*options); }; });
}

}  // namespace fairway
