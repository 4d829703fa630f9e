#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/methods/option_values.hpp"
#include "generated/registered_representations.hpp"
#include "harness/benchmarks/benchmark_world.hpp"
#include "harness/benchmarks/benchmarks.hpp"

namespace fairway {
namespace {

/// A representation that can find the faces that hold a point.
template <class R>
concept FindsFaces = requires(const R& r, const Location& at, std::vector<std::int32_t>& faces) {
  r.faces_at(at, faces);
};

/// The options of a representation's first method, then each variant with one of them changed.
template <class Options>
std::vector<std::pair<std::string, Options>> variations(const Options& standard) {
  std::vector<std::pair<std::string, Options>> all{{"standard", standard}};
  const OptionValues values = option_values(standard);
  for (const OptionInfo& option : option_infos(standard)) {
    for (const std::string& choice : option.choices) {
      if (values.at(option.name) == choice) continue;
      all.emplace_back(option.name + "=" + choice,
                       with_option_values(standard, {{option.name, choice}}));
    }
  }
  return all;
}

/// Times the location of a query's end, from its coordinates to the faces.
template <Representation R>
void time_location(benchmark::State& state, const BenchmarkWorld& world,
                   const typename R::Options& options) {
  const R representation = R::build(world.space, options);
  std::vector<Point> points;
  for (const Query& query : world.queries) points.insert(points.end(), {query.start, query.goal});
  std::vector<std::int32_t> faces;
  for (auto _ : state) {
    for (const Point p : points) {
      representation.faces_at(world.space.locate(p), faces);
      benchmark::DoNotOptimize(faces.data());
    }
  }
  state.counters["point"] = benchmark::Counter(
      static_cast<double>(points.size()),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <Representation R>
void register_location(const BenchmarkWorld& world) {
  if constexpr (FindsFaces<R>) {
    for (const auto& variation : variations(R::methods().front().options)) {
      const std::string name =
          "locate/" + std::string(R::kName) + "/" + variation.first + "/" + world.name;
      benchmark::RegisterBenchmark(name.c_str(), [&world, options = variation.second](
                                                     benchmark::State& state) {
        time_location<R>(state, world, options);
      })->Unit(benchmark::kMicrosecond);
    }
  }
}

}  // namespace

void register_face_location() {
  const auto add = [](const BenchmarkWorld& world) {
    RegisteredRepresentations::for_each([&]<Representation R>() { register_location<R>(world); });
  };
  for (const auto& world : kernel_worlds()) add(*world);
  add(mesh_world());
}

}  // namespace fairway
