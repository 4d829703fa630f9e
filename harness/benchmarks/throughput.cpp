#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "harness/benchmarks/benchmark_world.hpp"
#include "harness/benchmarks/benchmarks.hpp"

namespace fairway {
namespace {

/// A method on a world, built by the first thread that needs it.
class SharedPlanner {
 public:
  SharedPlanner(const BenchmarkWorld& world, const Method& method)
      : world_(world), method_(method) {}

  /// Returns a planner for one thread. All planners share one index.
  std::unique_ptr<Planner> fork() {
    const std::scoped_lock lock(mutex_);
    if (!built_) built_ = Registry::built_in().build(world_.space, method_);
    return built_->fork();
  }
  const BenchmarkWorld& world() const { return world_; }

 private:
  const BenchmarkWorld& world_;
  const Method& method_;
  std::mutex mutex_;
  std::unique_ptr<Planner> built_;
};

/// Answers all queries of the world in rounds. Each thread starts at a different query.
void time_throughput(benchmark::State& state, SharedPlanner& shared) {
  const std::vector<Query>& queries = shared.world().queries;
  const std::unique_ptr<Planner> planner = shared.fork();
  if (!planner->facts().supported) {
    state.SkipWithError("the method does not support this world");
    return;
  }
  const std::size_t first = static_cast<std::size_t>(state.thread_index()) * queries.size() /
                            static_cast<std::size_t>(state.threads());
  Answer answer;
  for (const Query& query : queries) planner->plan(query, answer);  // warms up
  for (auto _ : state) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      planner->plan(queries[(first + i) % queries.size()], answer);
      benchmark::DoNotOptimize(answer.path.data());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(queries.size()));
}

}  // namespace

void register_throughput() {
  for (const auto& world : kernel_worlds()) {
    for (const RegisteredAdapter& adapter : Registry::built_in().adapters()) {
      const auto shared = std::make_shared<SharedPlanner>(*world, adapter.methods.front());
      const std::string name = "throughput/" + adapter.name + "/" + world->name;
      benchmark::RegisterBenchmark(
          name.c_str(), [shared](benchmark::State& state) { time_throughput(state, *shared); })
          ->Threads(1)
          ->Threads(2)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace fairway
