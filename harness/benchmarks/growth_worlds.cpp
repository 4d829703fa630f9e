#include "harness/benchmarks/growth_worlds.hpp"

#include <map>
#include <string>
#include <utility>

#include "datasets/generators/generator.hpp"

namespace fairway {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr int kQueries = 20;
constexpr int kLowestRung = 64;

/// Low enough that the coarsest raster stays connected.
const GeneratorSettings kRungs{{"blocked_percent", 10}};

BenchmarkWorld generated(const char* kind, int size, const GeneratorSettings& settings) {
  return {kind, free_space_of(generate(generator_kind(kind), kSeed, size, settings)), {}};
}

/// A cell that is free on a rung is free on all higher rungs, so queries that are reachable on the
/// lowest rung are reachable on all. Ends are centres of cells on every rung.
std::unique_ptr<GrowthWorld> rung(int size) {
  static const std::vector<Query> lowest =
      reachable_queries(generated("ladder", kLowestRung, kRungs).space, kQueries);
  auto made = std::make_unique<GrowthWorld>(GrowthWorld{generated("ladder", size, kRungs), size});
  const int scale = size / kLowestRung;
  const auto scaled = [scale](Point p) {
    const double offset = scale > 1 ? 0.5 : 0;
    return Point{p.x * scale + offset, p.y * scale + offset};
  };
  for (const Query& q : lowest) made->world.queries.push_back({scaled(q.start), scaled(q.goal)});
  return made;
}

std::unique_ptr<GrowthWorld> clutter_of(int size) {
  auto made = std::make_unique<GrowthWorld>(GrowthWorld{generated("clutter", size, {})});
  made->n = made->world.space.triangulation().vertex_count();
  made->world.queries = reachable_queries(made->world.space, kQueries);
  return made;
}

}  // namespace

std::span<const GrowthLadder> growth_ladders() {
  static const std::vector<GrowthLadder> kLadders{
      {"resolution", {64, 128, 256, 512, 1024, 2048, 4096}, false, rung},
      {"polygons",
       {100, 300, 1000, 3000, 10'000, 30'000, 100'000, 300'000, 1'000'000},
       true,
       clutter_of}};
  return kLadders;
}

const GrowthWorld& growth_world(const GrowthLadder& ladder, int size) {
  static std::map<std::pair<std::string_view, int>, std::unique_ptr<GrowthWorld>> worlds;
  std::unique_ptr<GrowthWorld>& world = worlds[{ladder.name, size}];
  if (world == nullptr) world = ladder.make(size);
  return *world;
}

}  // namespace fairway
