#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "harness/benchmarks/benchmark_world.hpp"

namespace fairway {

/// A world of a growth ladder and its size.
struct GrowthWorld {
  BenchmarkWorld world;
  std::int64_t n =
      0;  ///< the size that growth is fitted against: cells of a raster, or vertices of polygons
};

/// Worlds that differ only in size.
struct GrowthLadder {
  std::string_view name;
  std::vector<int> sizes;  ///< ascending
  bool unit_cells;         ///< whether methods that choose their cell size use cells of one unit
  std::unique_ptr<GrowthWorld> (*make)(int size);
};

/// "resolution": one world of polygons as rasters of 64 to 4096 cells a side, with the same queries
/// in all. "polygons": clutter of 100 to 100,000 vertices at equal density, so that a world with
/// more vertices is wider; the distance from an obstacle's centre to its border is 2 to 8 cells.
std::span<const GrowthLadder> growth_ladders();

/// The world of a ladder at a size, made once and kept.
const GrowthWorld& growth_world(const GrowthLadder& ladder, int size);

}  // namespace fairway
