#include "harness/benchmarks/benchmark_world.hpp"

#include <cmath>
#include <utility>
#include <variant>

#include "algorithms/reference/exact_solver.hpp"
#include "datasets/generators/generator.hpp"
#include "harness/queries/sampled_queries.hpp"

namespace fairway {
namespace {

constexpr std::uint64_t kSeed = 1;

std::unique_ptr<BenchmarkWorld> kernel_world(const char* kind, int size) {
  auto world = std::make_unique<BenchmarkWorld>(
      BenchmarkWorld{kind, free_space_of(generate(generator_kind(kind), kSeed, size)), {}});
  world->queries = reachable_queries(world->space, 64);
  return world;
}

/// Returns the centre of the first free cell of row y, from column x on. If `with` is not null, the
/// cell is in the same component as the point *with.
Point free_centre(const FreeSpace& space, int x, int y, const Point* with) {
  for (;; ++x) {
    const Point p{x + 0.5, y + 0.5};
    const Location at = space.locate(p);
    if (at.place == Place::kBlocked) continue;
    if (with == nullptr || space.component(at) == space.component(space.locate(*with))) return p;
  }
}

}  // namespace

FreeSpace free_space_of(GeneratedWorld world) {
  if (Raster* raster = std::get_if<Raster>(&world)) {
    return FreeSpace::from_raster(std::move(*raster));
  }
  return FreeSpace::from_polygons(std::get<Polygons>(world));
}

std::vector<Query> reachable_queries(const FreeSpace& space, int count) {
  const SampleOptions options{.count = count, .unreachable = 0, .bins = 8, .seed = kSeed};
  std::vector<Query> queries;
  for (const SampledQuery& drawn : sample_queries(space, ExactSolver(space), options).queries) {
    if (std::isfinite(drawn.optimum)) queries.push_back(drawn.query);
  }
  return queries;
}

const std::vector<std::unique_ptr<BenchmarkWorld>>& kernel_worlds() {
  static const auto worlds = [] {
    std::vector<std::unique_ptr<BenchmarkWorld>> made;
    made.push_back(kernel_world("rooms", 256));
    made.push_back(kernel_world("clutter", 4000));
    return made;
  }();
  return worlds;
}

const LargeGridWorld& large_grid_world() {
  static const LargeGridWorld world = [] {
    LargeGridWorld made{free_space_of(generate(generator_kind("random-blocks"), kSeed, 1024,
                                               {{"blocked_percent", 10}, {"block", 8}})),
                        {},
                        {}};
    const Point middle = free_centre(made.space, 512, 512, nullptr);
    made.near = {middle, free_centre(made.space, 522, 512, &middle)};
    made.far = {free_centre(made.space, 20, 20, &middle),
                free_centre(made.space, 980, 1000, &middle)};
    return made;
  }();
  return world;
}

}  // namespace fairway
