#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "datasets/generators/generator.hpp"
#include "harness/benchmarks/benchmark_world.hpp"
#include "harness/benchmarks/benchmarks.hpp"

namespace fairway {
namespace {

/// One world of a GrowthLadder.
struct GrowthWorld {
  BenchmarkWorld world;
  std::int64_t n =
      0;  ///< size in the fitted curve: cells per side of a raster, or vertices of polygons
};

/// A series of worlds that differ only in size.
struct GrowthLadder {
  std::string_view name;
  std::vector<int> sizes;  ///< sizes of the worlds, ascending
  bool unit_cells;         ///< whether methods with an option for the cell size use unit cells
  std::unique_ptr<GrowthWorld> (*make)(int size);
};

constexpr std::uint64_t kLadderSeed = 1;
constexpr int kQueries = 20;
constexpr int kLowestRung = 64;

/// Generator settings of all worlds of the ladder "resolution". Few cells are blocked, so that the
/// coarsest raster is connected.
const GeneratorSettings kRungs{{"blocked_percent", 10}};

BenchmarkWorld generated(const char* kind, int size, const GeneratorSettings& settings) {
  return {kind, free_space_of(generate(generator_kind(kind), kLadderSeed, size, settings)), {}};
}

/// Makes a world of the ladder "resolution": a raster of `size` cells per side. A finer raster
/// contains the free space of each coarser raster. Queries that are reachable in the coarsest
/// raster are therefore reachable in all rasters. The ends of queries are centres of cells.
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

/// Returns the two ladders.
/// - "resolution": one world of polygons as rasters of 64 to 4096 cells per side, with the same
///   queries.
/// - "polygons": clutter of 100 to 10,000,000 vertices. The density is constant, so a world with
///   more vertices is wider. An obstacle has a radius of 2 to 8 cells.
std::span<const GrowthLadder> growth_ladders() {
  static const std::vector<GrowthLadder> kLadders{
      {"resolution", {64, 128, 256, 512, 1024, 2048, 4096}, false, rung},
      {"polygons",
       {100, 300, 1000, 3000, 10'000, 30'000, 100'000, 300'000, 1'000'000, 10'000'000},
       true,
       clutter_of}};
  return kLadders;
}

/// Returns the world of a ladder with a given size. Makes the world on the first call and caches
/// it.
const GrowthWorld& growth_world(const GrowthLadder& ladder, int size) {
  static std::map<std::pair<std::string_view, int>, std::unique_ptr<GrowthWorld>> worlds;
  std::unique_ptr<GrowthWorld>& world = worlds[{ladder.name, size}];
  if (world == nullptr) world = ladder.make(size);
  return *world;
}

/// An option for the size of cells, and its value for cells of one unit.
struct CellSize {
  std::string_view option;
  double value;
};
constexpr CellSize kCellSizes[] = {
    {"cell_size", 1}, {"min_size", 0.5}};  // the method rounds min_size up by a factor below 2

/// Sets the cell size of the method to one unit. A method without an option for the cell size is
/// returned unchanged. By default, a method chooses larger cells in larger worlds. Without unit
/// cells, all worlds of the ladder "polygons" would have about the same number of cells.
Method with_unit_cells(Method method) {
  for (const CellSize& size : kCellSizes) {
    if (const auto at = method.options.find(size.option); at != method.options.end()) {
      *at = size.value;
    }
  }
  return method;
}

/// Runs f(world). If f throws, the benchmark reports an error for this size instead of a time.
template <class F>
void measure(benchmark::State& state, const GrowthLadder& ladder, F f) {
  try {
    const GrowthWorld& world = growth_world(ladder, static_cast<int>(state.range(0)));
    f(world);
    state.SetComplexityN(world.n);
    state.counters["n"] = static_cast<double>(world.n);
  } catch (const std::bad_alloc&) {
    state.SkipWithError("needs more memory than its limit allows");
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

std::unique_ptr<Planner> build(const GrowthWorld& world, const Method& method) {
  auto planner = Registry::built_in().build(world.world.space, method);
  if (!planner->facts().supported) throw std::runtime_error("is not supported in such a world");
  return planner;
}

/// Times the build of a method's index. The structures of the free space that the method uses, such
/// as the triangulation, are built before. Counters report the build time of these structures and
/// the memory of the method.
void time_build(benchmark::State& state, const GrowthWorld& world, const Method& method) {
  const FreeSpace& space = world.world.space;
  const PartSet parts = Registry::built_in().adapter(method.adapter).parts(space, method);
  space.make(parts);
  std::unique_ptr<Planner> planner;
  for (auto _ : state) {
    state.PauseTiming();
    planner.reset();
    state.ResumeTiming();
    planner = build(world, method);
  }
  const PlannerFacts& facts = planner->facts();
  std::int64_t parts_ns = 0;
  std::size_t parts_bytes = 0;
  for (const PartCost& part : space.made_parts()) {
    if (!parts.contains(part.part)) continue;
    parts_ns += part.nanoseconds;
    parts_bytes += part.bytes;
  }
  state.counters["own_bytes"] = static_cast<double>(facts.memory_bytes);
  Answer answer;
  planner->plan(world.world.queries.front(), answer);  // the longest query
  const std::size_t scratch_bytes = planner->scratch_bytes();
  state.counters["scratch_bytes"] = static_cast<double>(scratch_bytes);
  state.counters["total_bytes"] =
      static_cast<double>(facts.memory_bytes + parts_bytes + scratch_bytes);
  state.counters["parts_ns"] = static_cast<double>(parts_ns);
  state.counters["vertices"] = static_cast<double>(facts.vertices);
  state.counters["edges"] = static_cast<double>(facts.edges);
  state.counters["coverage"] = facts.coverage;
}

/// Times queries. One iteration is one query. Asks all queries equally often. Before the timing,
/// asks the longest query, so that the planner allocates its scratch memory.
void time_queries(benchmark::State& state, const GrowthWorld& world, const Method& method) {
  const auto planner = build(world, method);
  const std::vector<Query>& queries = world.world.queries;
  Answer answer;
  planner->plan(queries.front(), answer);
  std::uint64_t expanded = 0;
  std::int64_t found = 0;
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(queries.size()))) {
    for (const Query& query : queries) {
      planner->plan(query, answer);
      benchmark::DoNotOptimize(answer.path.data());
      expanded += answer.expanded;
      found += answer.status == PlanStatus::kFound;
    }
  }
  const auto asked = static_cast<double>(state.iterations());
  state.counters["expanded"] = static_cast<double>(expanded) / asked;
  state.counters["found"] = static_cast<double>(found) / asked;
}

/// Whether the method supports the worlds of the ladder. Tries the smallest world.
bool is_supported(const GrowthLadder& ladder, const Method& method) {
  try {
    build(growth_world(ladder, ladder.sizes.front()), method);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

using Kernel = void (*)(benchmark::State&, const GrowthWorld&, const Method&);

benchmark::internal::Benchmark* register_family(const Method& method, const char* what,
                                                const GrowthLadder& ladder, Kernel kernel) {
  const std::string name = fmt::format("growth/{}/{}/{}", method.name, what, ladder.name);
  auto* family = benchmark::RegisterBenchmark(
      name.c_str(), [&ladder, kernel, method](benchmark::State& state) {
        measure(state, ladder, [&](const GrowthWorld& world) { kernel(state, world, method); });
      });
  for (const int size : ladder.sizes) family->Arg(size);
  // Google Benchmark 1.7 crashes when it fits a curve to benchmarks that all report errors.
  return is_supported(ladder, method) ? family->Complexity() : family;
}

}  // namespace

void register_growth() {
  for (const RegisteredAdapter& adapter : Registry::built_in().adapters()) {
    const Method& first = adapter.methods.front();
    for (const GrowthLadder& ladder : growth_ladders()) {
      const Method method = ladder.unit_cells ? with_unit_cells(first) : first;
      register_family(method, "build", ladder, time_build)->Unit(benchmark::kMillisecond);
      register_family(method, "query", ladder, time_queries)->Unit(benchmark::kMicrosecond);
    }
  }
}

}  // namespace fairway
