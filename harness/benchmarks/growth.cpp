#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <system_error>

#include "algorithms/methods/registry.hpp"
#include "harness/benchmarks/benchmarks.hpp"
#include "harness/benchmarks/growth_worlds.hpp"

namespace fairway {
namespace {

/// Limits the process's memory for its lifetime. Allocations above a share of the machine's memory
/// throw std::bad_alloc, so that a benchmark that is too large is not reported as slow.
class MemoryLimit {
 public:
  MemoryLimit() {
    if (getrlimit(RLIMIT_AS, &before_) != 0) fail("getrlimit");
    const double physical =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
    constexpr double kShare = 0.75;
    bytes_ = static_cast<std::uint64_t>(kShare * physical);
    if (before_.rlim_cur != RLIM_INFINITY) {
      bytes_ = std::min<std::uint64_t>(bytes_, before_.rlim_cur);
    }
    const rlimit now{bytes_, before_.rlim_max};
    if (setrlimit(RLIMIT_AS, &now) != 0) fail("setrlimit");
  }
  ~MemoryLimit() { setrlimit(RLIMIT_AS, &before_); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

  /// The process's limit.
  std::uint64_t mebibytes() const { return bytes_ >> 20; }

 private:
  [[noreturn]] static void fail(const char* call) {
    throw std::system_error(errno, std::generic_category(), call);
  }

  rlimit before_{};
  std::uint64_t bytes_ = 0;
};

/// An option for the size of cells, and its value for cells of one unit.
struct CellSize {
  std::string_view option;
  double value;
};
constexpr CellSize kCellSizes[] = {
    {"cell_size", 1}, {"min_size", 0.5}};  // the method rounds it up by a factor below two

/// The method with cells of one unit, if it has that option. Methods that choose the cell size
/// themselves would make equally many cells in every world of polygons.
Method with_unit_cells(Method method) {
  for (const CellSize& size : kCellSizes) {
    if (const auto at = method.options.find(size.option); at != method.options.end()) {
      *at = size.value;
    }
  }
  return method;
}

/// Runs f(world). If it throws, the point of the curve has an error instead of a time.
template <class F>
void measure(benchmark::State& state, const GrowthLadder& ladder, F f) {
  const MemoryLimit limit;
  try {
    const GrowthWorld& world = growth_world(ladder, static_cast<int>(state.range(0)));
    f(world);
    state.SetComplexityN(world.n);
    state.counters["n"] = static_cast<double>(world.n);
  } catch (const std::bad_alloc&) {
    state.SkipWithError(fmt::format("needs more memory than {} MiB", limit.mebibytes()).c_str());
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

std::unique_ptr<Planner> build(const GrowthWorld& world, const Method& method) {
  auto planner = Registry::built_in().build(world.world.space, method);
  if (!planner->facts().supported) throw std::runtime_error("is not supported in such a world");
  return planner;
}

/// Times the method's own part of the build, and counts the parts of the free space beside it.
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
  planner->plan(world.world.queries.front(), answer);  // the longest one
  const std::size_t scratch_bytes = planner->scratch_bytes();
  state.counters["scratch_bytes"] = static_cast<double>(scratch_bytes);
  state.counters["total_bytes"] =
      static_cast<double>(facts.memory_bytes + parts_bytes + scratch_bytes);
  state.counters["parts_ns"] = static_cast<double>(parts_ns);
  state.counters["vertices"] = static_cast<double>(facts.vertices);
  state.counters["edges"] = static_cast<double>(facts.edges);
  state.counters["coverage"] = facts.coverage;
}

/// One iteration is one query; all queries are always asked. The first is the longest and warms up
/// the memory.
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

/// Whether the method supports the worlds of the ladder.
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
  // Google Benchmark 1.7 crashes when it fits a family in which every point is an error.
  return is_supported(ladder, method) ? family->Complexity() : family;
}

}  // namespace

void register_growth() {
  for (const RegisteredAdapter& adapter : Registry::built_in().adapters()) {
    const Method& standard = adapter.methods.front();
    for (const GrowthLadder& ladder : growth_ladders()) {
      const Method method = ladder.unit_cells ? with_unit_cells(standard) : standard;
      register_family(method, "build", ladder, time_build)->Unit(benchmark::kMillisecond);
      register_family(method, "query", ladder, time_queries)->Unit(benchmark::kMicrosecond);
    }
  }
}

}  // namespace fairway
