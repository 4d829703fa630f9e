#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/planner.hpp"
#include "datasets/generators/generator.hpp"

namespace fairway {

/// A generated world with queries. All benchmarks of a run share it.
struct BenchmarkWorld {
  std::string name;
  FreeSpace space;
  std::vector<Query> queries;  ///< reachable queries, stratified by optimal length
};

FreeSpace free_space_of(GeneratedWorld world);

/// Samples reachable queries, stratified by optimal length, the longest first. Returns fewer than
/// `count` if not enough are found.
std::vector<Query> reachable_queries(const FreeSpace& space, int count);

/// The worlds of the kernel benchmarks: rooms of 256 x 256 cells, and polygons with about 4,000
/// vertices.
const std::vector<std::unique_ptr<BenchmarkWorld>>& kernel_worlds();

/// A world of 1024 x 1024 cells. Blocks of 8 x 8 cells cover a tenth of the world. The query `near`
/// is ten cells long, `far` crosses the world.
struct LargeGridWorld {
  FreeSpace space;
  Query near;
  Query far;
};
const LargeGridWorld& large_grid_world();

}  // namespace fairway
