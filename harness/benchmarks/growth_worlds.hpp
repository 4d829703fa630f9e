#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "harness/benchmarks/benchmark_world.hpp"

namespace fairway {

/// A world of a size, and how large that size makes it.
struct GrowthWorld {
  BenchmarkWorld world;
  std::int64_t n =
      0;  ///< what growth is fitted against: cells of a raster, or vertices of polygons
};

/// Worlds that differ in size alone.
struct GrowthLadder {
  std::string_view name;
  std::vector<int> sizes;  ///< ascending
  bool unit_cells;         ///< methods that would choose the size of cells are told one unit
  std::unique_ptr<GrowthWorld> (*make)(int size);
};

/// "resolution": one world of polygons as rasters of 64 to 4096 cells a side, with the same queries
/// in all of them. "polygons": clutter of 100 to 100,000 vertices, equally dense, so that a world
/// of more vertices is wider; obstacles are 2 to 8 cells from their centre to their border.
std::span<const GrowthLadder> growth_ladders();

/// The world of a ladder; made once and kept.
const GrowthWorld& growth_world(const GrowthLadder& ladder, int size);

}  // namespace fairway
