#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/planner.hpp"
#include "datasets/generators/generator.hpp"

namespace fairway {

/// A generated world and queries in it, made once and kept for all benchmarks of a run.
struct BenchmarkWorld {
  std::string name;
  FreeSpace space;
  std::vector<Query> queries;  ///< stratified by optimal length, all reachable
};

FreeSpace free_space_of(GeneratedWorld world);

/// Queries drawn at random, stratified by optimal length, the longest first; fewer than `count`
/// where not so many can be had.
std::vector<Query> reachable_queries(const FreeSpace& space, int count);

/// 256 x 256 cells of rooms, and polygons of some thousand vertices: what kernels are timed on.
const std::vector<std::unique_ptr<BenchmarkWorld>>& kernel_worlds();

/// The cells of the first of these as the faces of a mesh: some ten thousand squares.
const BenchmarkWorld& mesh_world();

/// 1024 x 1024 cells, a tenth of them blocked by blocks of 8 x 8, with two queries: one between
/// cells ten apart, and one from one end of the world to the other.
struct LargeGridWorld {
  FreeSpace space;
  Query near;
  Query far;
};
const LargeGridWorld& large_grid_world();

}  // namespace fairway
