#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "generated/registered_representations.hpp"
#include "harness/benchmarks/benchmark_world.hpp"

namespace fairway {
namespace {

/// The input of a kernel for each query of a world, made by the steps before it.
template <Representation R>
struct PreparedQueries {
  struct Prepared {
    Query query;
    Location start;
    Location goal;
    Attachment attachment;
    std::vector<Vertex> vertices;
    Path path;
    std::vector<Portal> corridor;
  };

  const BenchmarkWorld& world;
  R representation;
  typename R::Scratch scratch;
  SearchScratch search;
  std::vector<Prepared> queries;

  explicit PreparedQueries(const BenchmarkWorld& w)
      : world(w), representation(R::build(w.space, R::methods().front().options)) {
    for (const Query& query : w.queries) {
      Prepared p{query, w.space.locate(query.start), w.space.locate(query.goal), {}, {}, {}, {}};
      if (representation.attach(p.start, p.goal, scratch, p.attachment) !=
          AttachStatus::kAttached) {
        continue;
      }
      if (!find(p.query.goal, p.attachment, p.vertices).found) continue;
      representation.realise(query.start, query.goal, p.vertices, p.path);
      if constexpr (CorridorRepresentation<R>) {
        representation.corridor(query.start, query.goal, p.vertices, p.corridor);
      }
      queries.push_back(std::move(p));
    }
  }

  SearchResult find(Point goal, const Attachment& attachment, std::vector<Vertex>& vertices) {
    const auto position = [this](Vertex v) { return representation.position(v); };
    return astar(representation.graph(), attachment, EuclideanHeuristic(position, goal), search,
                 vertices);
  }
};

template <Representation R>
void time_build(benchmark::State& state, const BenchmarkWorld& world) {
  const auto options = R::methods().front().options;
  for (auto _ : state) benchmark::DoNotOptimize(R::build(world.space, options));
}

/// Times `kernel(prepared, query)` over all queries and reports the time of one.
template <Representation R, class Kernel>
void time_queries(benchmark::State& state, const BenchmarkWorld& world, Kernel kernel) {
  static std::map<const BenchmarkWorld*, PreparedQueries<R>> cache;
  PreparedQueries<R>& prepared = cache.try_emplace(&world, world).first->second;
  if (prepared.queries.empty()) {
    state.SkipWithError("no query has a path");
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
    time_queries<R>(state, world, [attachment = Attachment{}](Prepared& p, Item& q) mutable {
      benchmark::DoNotOptimize(p.representation.attach(q.start, q.goal, p.scratch, attachment));
    });
  })->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark(name("search").c_str(), [&world](benchmark::State& state) {
    time_queries<R>(state, world, [](Prepared& p, Item& q) {
      benchmark::DoNotOptimize(p.find(q.query.goal, q.attachment, q.vertices));
    });
  })->Unit(benchmark::kMicrosecond);
  for (const Smoother smoother : kSmoothers) {
    if (smoother == Smoother::kNone || needs_cells(smoother)) continue;
    if (needs_corridor(smoother) && !CorridorRepresentation<R>) continue;
    const std::string smooth_name = "smooth-" + std::string(name_of(smoother));
    benchmark::RegisterBenchmark(name(smooth_name.c_str()).c_str(), [&world, smoother](
                                                                        benchmark::State& state) {
      time_queries<R>(
          state, world,
          [smoother, scratch = SmoothingScratch{}, path = Path{}](Prepared& p, Item& q) mutable {
            path = q.path;
            smooth(smoother, p.world.space, q.query.start, q.query.goal, q.corridor, scratch, path);
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
