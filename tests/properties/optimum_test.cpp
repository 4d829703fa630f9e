// Property: the optimum equals the brute-force optimum and is a metric on free space. It is also
// the raw length of every method that promises optimal paths.

#include <cmath>
#include <utility>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "tests/properties/property.hpp"
#include "tests/support/arbitrary_worlds.hpp"
#include "tests/support/oracle_paths.hpp"

namespace fairway::properties {
namespace {

bool same(double a, double b) {
  return std::isinf(a) || std::isinf(b) ? a == b : std::abs(a - b) <= kRounding * std::abs(b);
}

rc::Gen<test::World> small_world() {
  return rc::gen::weightedOneOf<test::World>(
      {{3, test::arbitrary_lattice_world(3)}, {1, test::arbitrary_raster(4)}});
}

TEST(OptimumProperties, SolverAndOptimalMethodsEqualBruteForce) {
  int found = 0;
  check([&] {
    const auto world = *small_world();
    const FreeSpace space = test::build(world);
    const RationalOracle oracle(space);
    const OraclePaths paths(space, oracle);
    const ExactSolver solver(space);
    const PathChecker checker(space);
    ExactSolver::Scratch scratch;
    const Registry& registry = Registry::built_in();
    std::vector<std::unique_ptr<Planner>> planners;
    for (const Method& method : registry.methods()) {
      const Guarantees promised = registry.promises(method);
      if (promised.optimal && promised.complete && finds_least_paths(method.search, promised)) {
        auto planner = registry.build(space, method);
        if (planner->facts().supported) planners.push_back(std::move(planner));
      }
    }
    RC_ASSERT(planners.size() > 1u);
    const std::vector<Point> points = test::resolve(space, *test::arbitrary_probes(12));
    Answer answer;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Point a = points[i];
      const Point b = points[i + 1];
      RC_LOG() << "from " << rc::toString(a) << " to " << rc::toString(b) << "\n";
      const double expected = paths.shortest(a, b);
      Path path;
      RC_ASSERT(same(solver.solve(a, b, scratch, &path), expected));
      RC_ASSERT(path.empty() == std::isinf(expected));
      RC_ASSERT(path.empty() || checker.check(path).legal);
      RC_ASSERT(path.empty() || same(length(path), expected));
      if (path.size() > 2) ++found;
      for (const auto& planner : planners) {
        planner->plan({a, b}, answer);
        RC_ASSERT((answer.status == PlanStatus::kFound) == !std::isinf(expected));
        if (answer.status == PlanStatus::kFound) RC_ASSERT(same(length(answer.raw), expected));
      }
    }
  });
  EXPECT_GT(found, 0);
}

TEST(OptimumProperties, IsAMetric) {
  check([] {
    const auto world = *test::arbitrary_world(6);
    const FreeSpace space = test::build(world);
    const ExactSolver solver(space);
    ExactSolver::Scratch scratch;
    const std::vector<Point> points = test::resolve(space, *test::arbitrary_probes(30));
    for (std::size_t i = 0; i + 2 < points.size(); ++i) {
      const Point a = points[i];
      const Point b = points[i + 1];
      const Point via = points[i + 2];
      RC_LOG() << "from " << rc::toString(a) << " to " << rc::toString(b) << " via "
               << rc::toString(via) << "\n";
      const bool is_free = space.locate(a).place != Place::kBlocked;
      RC_ASSERT((solver.solve(a, a, scratch) == 0) == is_free);
      const double there = solver.solve(a, b, scratch);
      RC_ASSERT(same(there, solver.solve(b, a, scratch)));
      RC_ASSERT(there >= distance(a, b) * (1 - kRounding));
      // Checks the triangle inequality only if `via` is inside a triangle. On a wall or at a pinch,
      // free space may touch `via` from several sides, and a path through `via` may not change
      // sides.
      if (space.locate(via).place != Place::kTriangle) continue;
      const double round = solver.solve(a, via, scratch) + solver.solve(via, b, scratch);
      RC_ASSERT(there <= round * (1 + kRounding));
    }
  });
}

}  // namespace
}  // namespace fairway::properties
