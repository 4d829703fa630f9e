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

constexpr GeneratorParameter kCellsASide{"size", "cells a side", 128, 4, 8192};

const std::vector<GeneratorKind>& kinds() {
  static const std::vector<GeneratorKind> kAll{
      {"random-blocks",
       "square blocks strewn at random over a grid",
       kCellsASide,
       {{"blocked_percent", "share of blocked cells, per cent", 25, 0, 95},
        {"block", "side of a block, cells", 1, 1, 256}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return random_blocks(seed, size, v[0], v[1]);
       }},
      {"rooms",
       "rooms in rows, joined by doors",
       kCellsASide,
       {{"room", "side of a room, cells", 12, 1, 1024},
        {"spread", "how far a side may be off that, cells", 4, 0, 512},
        {"door", "width of a door, cells", 2, 1, 1024},
        {"extra_doors_percent", "walls with a door beyond what connects all rooms, per cent", 30, 0,
         100}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return rooms(seed, size, v[0], v[1], v[2], v[3]);
       }},
      {"maze",
       "a maze of corridors, all connected",
       kCellsASide,
       {{"corridor", "width of a corridor, cells", 3, 1, 256},
        {"wall", "thickness of a wall, cells", 1, 1, 256},
        {"openings_percent", "walls opened to make loops, per cent", 0, 0, 100}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return maze(seed, size, v[0], v[1], v[2]);
       }},
      {"caves",
       "caves grown by a cellular automaton",
       kCellsASide,
       {{"blocked_percent", "share of blocked cells before the growth, per cent", 48, 0, 90},
        {"steps", "rounds of the automaton", 5, 0, 50},
        {"keep_largest", "1: only the largest cave stays free", 1, 0, 1}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return caves(seed, size, v[0], v[1], v[2] != 0);
       }},
      {"city",
       "streets, squares and blocks of houses",
       {"size", "cells a side", 192, 16, 8192},
       {{"block", "side of a block, cells", 14, 4, 512},
        {"street", "width of a narrow street, cells", 2, 1, 64},
        {"squares_percent", "blocks left open as squares, per cent", 6, 0, 100},
        {"yards_percent", "blocks with a yard inside, per cent", 25, 0, 100}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return city(seed, size, v[0], v[1], v[2], v[3]);
       }},
      {"clutter",
       "a square strewn with polygons that do not touch",
       {"size", "vertices, about", 2000, 7, 1'000'000},
       {{"blocked_percent", "share of blocked area, per cent", 25, 1, 40},
        {"corners", "vertices of an obstacle at most", 8, 3, 16},
        {"convex_percent", "share of convex obstacles, per cent", 40, 0, 100}},
       [](std::uint64_t seed, int size, Values v) -> GeneratedWorld {
         return clutter(seed, size, v[0], {v[1], v[2]});
       }},
      {"ladder",
       "a rung of a resolution ladder: one world of polygons a seed, as a grid of the given size",
       {"size", "cells a side, a power of two", 128, 8, 4096},
       {{"blocked_percent", "share of blocked area in the world of polygons, per cent", 20, 1, 40}},
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

/// "one, two, three": the names of kinds or parameters.
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
  throw std::invalid_argument(fmt::format("no generator is called \"{}\"; expected one of {}", name,
                                          names_of(generator_kinds())));
}

std::vector<int> generator_values(std::string_view kind, const GeneratorParameter& size_range,
                                  std::span<const GeneratorParameter> parameters, int size,
                                  const GeneratorSettings& settings) {
  check(kind, size_range, size);
  std::vector<int> values;
  for (const GeneratorParameter& parameter : parameters) values.push_back(parameter.standard);
  for (const auto& [name, value] : settings) {
    const auto found = std::ranges::find(parameters, name, &GeneratorParameter::name);
    if (found == parameters.end()) {
      refuse(kind, fmt::format("no parameter is called \"{}\"; expected one of {}", name,
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
