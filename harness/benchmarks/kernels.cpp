#include <benchmark/benchmark.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/methods/method_search.hpp"
#include "algorithms/methods/representation_view.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "generated/registered_representations.hpp"
#include "harness/benchmarks/benchmark_world.hpp"
#include "harness/inspection/boost_copy.hpp"

namespace fairway {
namespace {

constexpr double kRounding = 1e-9;  // relative tolerance of sums

/// A world, the index that a representation builds in it, and the prepared queries of the world.
/// The index has the options of the first method of the representation. A prepared query has the
/// inputs of all timed kernels: attach, search and smoothers.
template <Representation R>
struct PreparedQueries {
  struct Prepared {
    Location start;
    Location goal;
    double optimum;
    typename R::Scratch scratch;  ///< state after attach()
    Attachment attachment;
    std::vector<Vertex> vertices;
    Path path;
    std::vector<Portal> corridor;
    Path smoothed;

    FoundPath found() const { return {start, goal, attachment, vertices}; }
  };

  const BenchmarkWorld& world;
  MethodIndex<R> index;
  MethodSearch<R> search;
  PathChecker checker;
  std::vector<Prepared> queries;
  std::string fault;  ///< first difference from the reference; empty if there is none

  explicit PreparedQueries(const BenchmarkWorld& w)
      : world(w),
        index(w.space, R::methods().front().options, R::methods().front().search),
        search(index, nullptr),
        checker(w.space) {
    if (!index.facts.supported) return;
    const R& representation = *index.adapter;
    BoostCopy reference{ViewOf<R>(representation)};
    const ExactSolver solver(w.space);
    ExactSolver::Scratch solving;
    for (const Query& query : w.queries) {
      Prepared p{w.space.locate(query.start),
                 w.space.locate(query.goal),
                 solver.solve(query.start, query.goal, solving),
                 {},
                 {},
                 {},
                 {},
                 {},
                 {}};
      if (representation.attach(p.start, p.goal, p.scratch, p.attachment) !=
          AttachStatus::kAttached) {
        continue;
      }
      const double least = reference.least_path(p.attachment, p.vertices);
      const SearchResult result = find(p);
      check(result.found == (least < std::numeric_limits<double>::infinity()) &&
                (!result.found || std::abs(result.cost - least) <= kRounding * least),
            "the search and Boost's Dijkstra disagree");
      if (!result.found) continue;
      representation.realise(p.found(), p.scratch, p.path);
      check_path(p, p.path);
      if constexpr (CorridorRepresentation<R>) {
        representation.corridor(p.found(), p.scratch, p.corridor);
      }
      queries.push_back(std::move(p));
    }
  }

  SearchResult find(Prepared& p) {
    return search.find({p.start.point, p.goal.point, p.attachment, p.scratch}, p.vertices, nullptr);
  }

  void check(bool holds, const char* what) {
    if (!holds && fault.empty()) fault = what;
  }
  /// Checks `path`: p.path, or a path that a smoother made from it.
  void check_path(const Prepared& p, const Path& path) {
    check(checker.check(path).legal, "a path is illegal");
    check(length(path) >= p.optimum * (1 - kRounding), "a path is shorter than the optimum");
    check(length(path) <= length(p.path) * (1 + kRounding), "a smoother makes a path longer");
  }
};

template <Representation R>
void time_build(benchmark::State& state, const BenchmarkWorld& world) {
  const auto options = R::methods().front().options;
  for (auto _ : state) benchmark::DoNotOptimize(R::build(world.space, options));
}

template <Representation R>
PreparedQueries<R>& prepared_for(const BenchmarkWorld& world) {
  static std::map<const BenchmarkWorld*, PreparedQueries<R>> cache;
  return cache.try_emplace(&world, world).first->second;
}

/// Times `kernel(prepared, query)` over all queries and reports the time per query. If a result
/// differs from the reference, reports an error instead of a time.
template <Representation R, class Kernel>
void time_queries(benchmark::State& state, const BenchmarkWorld& world, Kernel kernel) {
  PreparedQueries<R>& prepared = prepared_for<R>(world);
  for (auto& query : prepared.queries) {
    kernel(prepared, query);
    if (!query.smoothed.empty()) prepared.check_path(query, query.smoothed);
  }
  if (!prepared.fault.empty() || prepared.queries.empty()) {
    state.SkipWithError(prepared.fault.empty() ? "no query has a path" : prepared.fault.c_str());
    return;
  }
  for (auto _ : state) {
    for (auto& query : prepared.queries) kernel(prepared, query);
  }
  const double queries = static_cast<double>(prepared.queries.size());
  state.counters["query"] = benchmark::Counter(
      queries, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <Representation R>
void register_kernels(const BenchmarkWorld& world) {
  const auto name = [&](const char* kernel) {
    return std::string(kernel) + "/" + std::string(R::kName) + "/" + world.name;
  };
  using Prepared = PreparedQueries<R>;
  using Item = typename Prepared::Prepared;
  benchmark::RegisterBenchmark(name("build").c_str(), [&world](benchmark::State& state) {
    time_build<R>(state, world);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(name("attach").c_str(), [&world](benchmark::State& state) {
    time_queries<R>(state, world, [](Prepared& p, Item& q) {
      benchmark::DoNotOptimize(p.index.adapter->attach(q.start, q.goal, q.scratch, q.attachment));
    });
  })->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark(name("search").c_str(), [&world](benchmark::State& state) {
    time_queries<R>(state, world,
                    [](Prepared& p, Item& q) { benchmark::DoNotOptimize(p.find(q)); });
  })->Unit(benchmark::kMicrosecond);
  for (const Smoother smoother : kSmoothers) {
    if (smoother == Smoother::kNone || needs_cells(smoother)) continue;
    if (needs_corridor(smoother) && !CorridorRepresentation<R>) continue;
    const std::string smooth_name = "smooth-" + std::string(name_of(smoother));
    benchmark::RegisterBenchmark(name(smooth_name.c_str()).c_str(), [&world, smoother](
                                                                        benchmark::State& state) {
      time_queries<R>(state, world,
                      [smoother, scratch = SmoothingScratch{}](Prepared& p, Item& q) mutable {
                        q.smoothed = q.path;
                        smooth(smoother, p.world.space, q.start.point, q.goal.point, q.corridor,
                               scratch, q.smoothed);
                      });
    })->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace

void register_kernel_benchmarks() {
  for (const auto& world : kernel_worlds()) {
    RegisteredRepresentations::for_each([&]<Representation R>() { register_kernels<R>(*world); });
  }
}

}  // namespace fairway
