#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "datasets/generators/generator.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "harness/queries/sampled_queries.hpp"

namespace {
std::size_t allocations = 0;
}  // namespace

// If these operators were inlined, the compiler would warn that free() gets memory from new.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* p = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace fairway::test {
namespace {

FreeSpace free_space_of(GeneratedWorld world) {
  if (auto* raster = std::get_if<Raster>(&world)) return FreeSpace::from_raster(std::move(*raster));
  return FreeSpace::from_polygons(std::get<Polygons>(world));
}

/// All methods of this program, and the first method of each representation with every smoother.
std::vector<Method> all_methods() {
  std::vector<Method> methods = Registry::built_in().methods();
  for (const RegisteredAdapter& adapter : Registry::built_in().adapters()) {
    for (const Smoother smoother : kSmoothers) {
      Method& method = methods.emplace_back(adapter.methods.front());
      method.search.smoother = smoother;
      method.name += " with " + std::string(name_of(smoother));
    }
  }
  return methods;
}

TEST(Allocation, NoQueryAllocatesOnceThePlannerIsWarm) {
  std::set<std::string> unasked;
  for (const Method& method : Registry::built_in().methods()) unasked.insert(method.name);
  for (const char* kind : {"rooms", "caves", "clutter"}) {
    const bool polygons = std::string_view(kind) == "clutter";
    const FreeSpace space = free_space_of(generate(generator_kind(kind), 3, polygons ? 300 : 64));
    const SampledQueries drawn = sample_queries(
        space, ExactSolver(space), {.count = 30, .unreachable = 0.1, .bins = 5, .seed = 3});
    ASSERT_GE(drawn.queries.size(), 20U);
    for (Method method : all_methods()) {
      const Registry& registry = Registry::built_in();
      method.options.update(
          conformance::coarse_values(registry.adapter(method.adapter).options, space));
      const auto planner = registry.build(space, method);
      if (!planner->facts().supported) continue;
      unasked.erase(method.name);
      Answer answer;
      for (const SampledQuery& query : drawn.queries) planner->plan(query.query, answer);
      const std::size_t before = allocations;
      int found = 0;
      for (const SampledQuery& query : drawn.queries) {
        planner->plan(query.query, answer);
        found += answer.status == PlanStatus::kFound ? 1 : 0;
      }
      EXPECT_EQ(allocations - before, 0U) << method.name << " on " << kind;
      EXPECT_GT(found, 0) << method.name << " on " << kind;
    }
  }
  EXPECT_THAT(unasked, testing::IsEmpty());
}

}  // namespace
}  // namespace fairway::test
