// Property: every registered method keeps its promises in every world.

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "tests/properties/property.hpp"
#include "tests/support/arbitrary_worlds.hpp"
#include "tests/support/oracle.hpp"

namespace fairway::properties {
namespace {

constexpr double kMethodRounding = 1e-9;

struct Judges {
  explicit Judges(const FreeSpace& space) : checker(space), oracle(space), solver(space) {}
  PathChecker checker;
  RationalOracle oracle;
  ExactSolver solver;
  ExactSolver::Scratch scratch;
};

void expect_kept(const FreeSpace& space, const Method& method, const Guarantees& promised,
                 const Query& query, const Answer& answer, Judges& judges) {
  RC_ASSERT(answer.status != PlanStatus::kUnsupported);
  if (!promised.legal) return;
  const bool start_blocked = space.locate(query.start).place == Place::kBlocked;
  const bool goal_blocked = space.locate(query.goal).place == Place::kBlocked;
  RC_ASSERT((answer.status == PlanStatus::kStartBlocked) == start_blocked);
  RC_ASSERT((answer.status == PlanStatus::kGoalBlocked) == (goal_blocked && !start_blocked));
  const double optimum = judges.solver.solve(query.start, query.goal, judges.scratch);
  const bool found = answer.status == PlanStatus::kFound;
  if (std::isinf(optimum)) RC_ASSERT(!found);
  if (promised.complete && !std::isinf(optimum)) RC_ASSERT(found);
  if (!found) return;
  for (const Path& path : {answer.raw, answer.path}) {
    RC_LOG() << "path " << rc::toString(path) << "\n";
    RC_ASSERT(!path.empty());
    RC_ASSERT(path.front() == query.start);
    RC_ASSERT(path.back() == query.goal);
    RC_LOG() << "checker: " << judges.checker.check(path).reason << "\n";
    RC_ASSERT(judges.checker.check(path).legal);
    RC_ASSERT(judges.oracle.legal(path));
    RC_ASSERT(length(path) >= optimum * (1 - kMethodRounding));
  }
  RC_ASSERT(length(answer.path) <= length(answer.raw) * (1 + kMethodRounding));
  if (promised.optimal && finds_least_paths(method.search, promised)) {
    RC_ASSERT(length(answer.raw) <= optimum * (1 + kMethodRounding));
  }
}

/// Builds a method. Returns null if the method refuses the world because its cells would be too
/// small compared with the coordinates of the world.
std::unique_ptr<Planner> built(const Registry& registry, const FreeSpace& space,
                               const Method& method) {
  try {
    return registry.build(space, method);
  } catch (const std::invalid_argument&) {
    const Box& box = space.box();
    const double reach = std::max(
        {std::abs(box.min.x), std::abs(box.min.y), std::abs(box.max.x), std::abs(box.max.y)});
    RC_ASSERT(std::max(box.width(), box.height()) < 1e-6 * reach);
    return nullptr;
  }
}

/// Each random case tests all methods of one representation in one world. Each method is built only
/// once per case. This saves time, so that many worlds can be tested.
TEST(MethodProperties, PromisesAreKept) {
  int found = 0;
  check([&] {
    const auto world = *test::arbitrary_world(5);
    const FreeSpace space = test::build(world);
    Judges judges(space);
    const Registry& registry = Registry::built_in();
    const std::vector<Point> points = test::resolve(space, *test::arbitrary_probes(16));
    Answer answer;
    Answer again;
    for (const RegisteredAdapter& adapter : registry.adapters()) {
      for (Method method : adapter.methods) {
        method.options.update(conformance::coarse_values(adapter.options, space));
        const Guarantees promised = registry.promises(method);
        const auto planner = built(registry, space, method);
        if (planner == nullptr || !planner->facts().supported) continue;
        for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
          const Query query{points[i], points[i + 1]};
          RC_LOG() << method.name << " from " << rc::toString(query.start) << " to "
                   << rc::toString(query.goal) << "\n";
          planner->plan(query, answer);
          expect_kept(space, method, promised, query, answer, judges);
          if (answer.path.size() > 2) ++found;
          planner->plan(query, again);
          RC_ASSERT(again.status == answer.status);
          RC_ASSERT(again.path == answer.path);
        }
      }
    }
  });
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace fairway::properties
