// Property: the pruning rules that accelerate a search do not change the lengths of its paths.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "algorithms/methods/registry.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "tests/properties/property.hpp"
#include "tests/support/arbitrary_worlds.hpp"

namespace fairway::properties {
namespace {

struct Counts {
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  void add(const Answer& answer) {
    expanded += answer.expanded;
    generated += answer.generated;
  }
};

/// Bounds the error of the length of a path that is due to rounded coordinates.
double rounding_of_points(const Path& path) {
  double largest = 0;
  for (const Point p : path) largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
  return 4 * largest * std::numeric_limits<double>::epsilon() * static_cast<double>(path.size());
}

TEST(PruningProperties, TextbookAStarFindsPathsOfTheSameLengthAndLooksAtMore) {
  std::map<std::string, Counts> pruned;
  std::map<std::string, Counts> plain;
  int found = 0;
  check([&] {
    const auto world = *test::arbitrary_world(5);
    const FreeSpace space = test::build(world);
    const Registry& registry = Registry::built_in();
    const std::vector<Point> points = test::resolve(space, *test::arbitrary_probes(16));
    Answer quick;
    Answer slow;
    for (const char* name : {"grid", "quadtree", "triangle-mesh", "visibility-graph"}) {
      const RegisteredAdapter& adapter = registry.adapter(name);
      Method usual = registry.method(name);
      Method bare = registry.method(std::string(name) + "-plain");
      RC_ASSERT(bare.search.pruning == Pruning::kNone);
      RC_ASSERT(bare.search.reject == Rejection::kSearch);
      Method unpruned = usual;  // has the same graph as `usual`
      unpruned.search.pruning = Pruning::kNone;
      const OptionValues coarse = conformance::coarse_values(adapter.options, space);
      for (Method* method : {&usual, &bare, &unpruned}) method->options.update(coarse);
      if (std::string_view(name) == "visibility-graph") bare.options["kind"] = "full";
      try {
        const auto first = registry.build(space, usual);
        const auto textbook = registry.build(space, bare);
        const auto same_graph = registry.build(space, unpruned);
        for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
          const Query query{points[i], points[i + 1]};
          RC_LOG() << name << " from " << rc::toString(query.start) << " to "
                   << rc::toString(query.goal) << "\n";
          first->plan(query, quick);
          for (Planner* other : {textbook.get(), same_graph.get()}) {
            other->plan(query, slow);
            RC_ASSERT(slow.status == quick.status);
            RC_ASSERT(std::abs(length(slow.raw) - length(quick.raw)) <=
                      1e-12 * length(quick.raw) + rounding_of_points(slow.raw) +
                          rounding_of_points(quick.raw));
            if (quick.status != PlanStatus::kFound) continue;
            ++found;
            pruned[name].add(quick);
            plain[name].add(slow);
          }
        }
      } catch (const std::invalid_argument&) {
        // the cells are too small for the coordinates: see MethodProperties
      }
    }
  });
  EXPECT_GT(found, 100);
  for (const auto& [name, counts] : plain) {
    // The pruned search must not expand more vertices than the plain search. On a grid, it may
    // expand one percent more: many vertices have equal keys there, and the order of the edges
    // decides which of them are expanded.
    const double ties = name == "grid" ? 0.99 : 1;
    EXPECT_GE(static_cast<double>(counts.expanded),
              ties * static_cast<double>(pruned[name].expanded))
        << name;
    if (name == "triangle-mesh") {
      EXPECT_EQ(counts.generated, pruned[name].generated);
    } else {
      EXPECT_GT(counts.generated, pruned[name].generated) << name;
    }
  }
}

}  // namespace
}  // namespace fairway::properties
