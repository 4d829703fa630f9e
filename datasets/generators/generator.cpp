#include "datasets/generators/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "datasets/generators/clutter.hpp"
#include "datasets/generators/ladder.hpp"
#include "datasets/generators/raster_worlds.hpp"

namespace fairway {
namespace {

using Values = std::span<const int>;

constexpr GeneratorParameter kCellsASide{"size", "cells per side", 128, 4, 8192};

const std::vector<GeneratorKind>& kinds() {
  static const std::vector<GeneratorKind> kAll{
      {"random-blocks",
       "square blocks at random positions of a grid",
       kCellsASide,
       {{"blocked_percent", "percentage of blocked cells", 25, 0, 95},
        {"block", "side of a block in cells", 1, 1, 256}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return random_blocks(seed, size, v[0], v[1]);
       }},
      {"rooms",
       "rooms in rows, connected by doors",
       kCellsASide,
       {{"room", "mean side of a room in cells", 12, 1, 1024},
        {"spread", "maximum deviation of a side from the mean in cells", 4, 0, 512},
        {"door", "width of a door in cells", 2, 1, 1024},
        {"extra_doors_percent",
         "percentage of walls with a door that is not needed to connect rooms", 30, 0, 100}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return rooms(seed, size, v[0], v[1], v[2], v[3]);
       }},
      {"maze",
       "a connected maze of corridors",
       kCellsASide,
       {{"corridor", "width of a corridor in cells", 3, 1, 256},
        {"wall", "thickness of a wall in cells", 1, 1, 256},
        {"openings_percent", "percentage of walls that are opened, which makes loops", 0, 0, 100}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return maze(seed, size, v[0], v[1], v[2]);
       }},
      {"caves",
       "caves made by a cellular automaton",
       kCellsASide,
       {{"blocked_percent", "percentage of blocked cells before the first round", 48, 0, 90},
        {"steps", "rounds of the automaton", 5, 0, 50},
        {"keep_largest", "1: keep only the largest cave, 0: keep all", 1, 0, 1}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return caves(seed, size, v[0], v[1], v[2] != 0);
       }},
      {"city",
       "streets, squares and blocks of houses",
       {"size", "cells per side", 192, 16, 8192},
       {{"block", "side of a block in cells", 14, 4, 512},
        {"street", "width of a narrow street in cells", 2, 1, 64},
        {"squares_percent", "percentage of blocks that are open squares", 6, 0, 100},
        {"yards_percent", "percentage of blocks with a yard", 25, 0, 100}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return city(seed, size, v[0], v[1], v[2], v[3]);
       }},
      {"clutter",
       "a square with polygons that do not touch",
       {"size", "approximate number of vertices", 2000, 7, 10'000'000},
       {{"blocked_percent", "percentage of blocked area", 25, 1, 40},
        {"corners", "maximum number of vertices of an obstacle", 8, 3, 16},
        {"convex_percent", "percentage of convex obstacles", 40, 0, 100}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return clutter(seed, size, v[0], {v[1], v[2]});
       }},
      {"ladder",
       "a rung of a resolution ladder: a world of polygons, rasterised to the given size; equal "
       "seeds give the same polygons",
       {"size", "cells per side, a power of two", 128, 8, 4096},
       {{"blocked_percent", "percentage of blocked area in the world of polygons", 20, 1, 40}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return ladder_rung(ladder_world(seed, v[0]), size);
       }},
  };
  return kAll;
}

[[noreturn]] void refuse(std::string_view kind, const std::string& what) {
  throw std::invalid_argument(fmt::format("generator \"{}\": {}", kind, what));
}

void check(std::string_view kind, const GeneratorParameter& parameter, int value) {
  if (value >= parameter.least && value <= parameter.most) return;
  refuse(kind, fmt::format("{} is {}; expected {} to {} ({})", parameter.name, value,
                           parameter.least, parameter.most, parameter.description));
}

/// The names of kinds or parameters: "one, two, three".
template <class Named>
std::string names_of(std::span<const Named> all) {
  std::vector<std::string_view> names;
  for (const Named& each : all) names.push_back(each.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

bool has_free_cell(const Raster& raster) {
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      if (raster.at(x, y) != Raster::kBlocked) return true;
    }
  }
  return false;
}

}  // namespace

std::span<const GeneratorKind> generator_kinds() { return kinds(); }

const GeneratorKind& generator_kind(std::string_view name) {
  const auto found = std::ranges::find(kinds(), name, &GeneratorKind::name);
  if (found != kinds().end()) return *found;
  throw std::invalid_argument(fmt::format("unknown generator \"{}\"; expected one of {}", name,
                                          names_of(generator_kinds())));
}

std::vector<int> generator_values(std::string_view kind, const GeneratorParameter& size_range,
                                  std::span<const GeneratorParameter> parameters, int size,
                                  const GeneratorSettings& settings) {
  check(kind, size_range, size);
  std::vector<int> values;
  for (const GeneratorParameter& parameter : parameters) values.push_back(parameter.default_value);
  for (const auto& [name, value] : settings) {
    const auto found = std::ranges::find(parameters, name, &GeneratorParameter::name);
    if (found == parameters.end()) {
      refuse(kind, fmt::format("unknown parameter \"{}\"; expected one of {}", name,
                               names_of(parameters)));
    }
    check(kind, *found, value);
    values[static_cast<std::size_t>(found - parameters.begin())] = value;
  }
  return values;
}

GeneratedWorld generate(const GeneratorKind& kind, std::uint64_t seed, int size,
                        const GeneratorSettings& settings) {
  const auto values = generator_values(kind.name, kind.size, kind.parameters, size, settings);
  GeneratedWorld world = kind.make(seed, size, values);
  if (const Raster* raster = std::get_if<Raster>(&world); raster && !has_free_cell(*raster)) {
    refuse(kind.name,
           fmt::format("no cell is free at size {}; expected a larger size or other parameters",
                       size));
  }
  return world;
}

}  // namespace fairway
