// Checks properties of every registered method that `fairway conform` does not check. This file
// names no adapter.

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "tests/conformance/conformance.hpp"

namespace fairway::conformance {
namespace {

CONFORMANCE_TEST(ModelsItsConcept) {
  static_assert(Representation<R>);
  const auto methods = R::methods();
  ASSERT_FALSE(methods.empty());
  EXPECT_EQ(methods.front().name, R::kName);
  for (const auto& method : methods) {
    EXPECT_TRUE(CorridorRepresentation<R> || !guarantees_of<R>(method.options).corridors);
  }
}

/// Expects that each smoother keeps both ends of the path, keeps the path legal and does not
/// lengthen it. The homotopic smoother must pass every obstacle on the same side as the raw path.
void expect_smoothing(const Arena& arena, const Query& query, const Path& raw, double optimum) {
  SmoothingScratch scratch;
  for (const Smoother smoother : kSmoothers) {
    if (needs_corridor(smoother) || needs_cells(smoother)) continue;
    SCOPED_TRACE(name_of(smoother));
    Path path = raw;
    smooth(smoother, arena.space, query.start, query.goal, {}, scratch, path);
    ASSERT_FALSE(path.empty());
    ASSERT_EQ(path.front(), query.start);
    ASSERT_EQ(path.back(), query.goal);
    const auto verdict = arena.checker.check(path);
    ASSERT_TRUE(verdict.legal) << verdict.reason;
    ASSERT_LE(length(path), length(raw) * (1 + kRounding));
    ASSERT_GE(length(path), optimum * (1 - kRounding));
  }
  // Skips queries with an end on a vertex or an edge. From such an end, a path can go through
  // different triangles, so the same path may belong to several homotopy classes.
  if (arena.space.locate(query.start).place != Place::kTriangle ||
      arena.space.locate(query.goal).place != Place::kTriangle) {
    return;
  }
  Path homotopic = raw;
  smooth(Smoother::kHomotopic, arena.space, query.start, query.goal, {}, scratch, homotopic);
  SleeveScratch sleeve;
  std::vector<HalfEdge> before;
  std::vector<HalfEdge> after;
  ASSERT_TRUE(trace_sleeve(arena.space, raw, sleeve, before));
  ASSERT_TRUE(trace_sleeve(arena.space, homotopic, sleeve, after));
  ASSERT_EQ(before, after);
}

CONFORMANCE_TEST(EverySmootherKeepsPathsLegal) {
  int found = 0;
  for_each_build<R>([&](const Arena& arena, const auto& method, const R&) {
    if (!guarantees_of<R>(method.options).legal) return;
    PlannerFor<R> planner(arena.space, method.options, method.search);
    Answer answer;
    for (std::size_t i = 0; i < arena.queries.size(); ++i) {
      planner.plan(arena.queries[i], answer);
      if (answer.status != PlanStatus::kFound) continue;
      ++found;
      expect_smoothing(arena, arena.queries[i], answer.raw, arena.optima[i]);
      if (testing::Test::HasFatalFailure()) return;
    }
  });
  EXPECT_TRUE(found > 0 || !R::kGuarantees.legal);
}

CONFORMANCE_TEST(HowAQueryIsRefusedNeverChangesItsAnswer) {
  int run_dry = 0;
  int refused = 0;
  for_each_build<R>([&](const Arena& arena, const auto& method, const R&) {
    if (!guarantees_of<R>(method.options).legal) return;
    SearchSettings settings = method.search;
    std::vector<Answer> searched(arena.queries.size());
    for (const Rejection reject : {Rejection::kSearch, Rejection::kLabels}) {
      SCOPED_TRACE(option_names(reject)[static_cast<std::size_t>(reject)]);
      settings.reject = reject;
      PlannerFor<R> planner(arena.space, method.options, settings);
      Answer answer;
      for (std::size_t i = 0; i < arena.queries.size(); ++i) {
        planner.plan(arena.queries[i], answer);
        if (reject == Rejection::kSearch) {
          searched[i] = answer;
          run_dry += answer.status == PlanStatus::kNoPath && answer.generated > 0 ? 1 : 0;
        }
        ASSERT_EQ(answer.status, searched[i].status);
        ASSERT_EQ(answer.path, searched[i].path);
        refused += answer.generated < searched[i].generated ? 1 : 0;
      }
    }
  });
  EXPECT_TRUE(refused > 0 || run_dry == 0);
}

CONFORMANCE_TEST(WorldsWithTerrainAreHonouredOrUnsupported) {
  for (const auto& arena : arenas()) {
    for (const auto& method : R::methods()) {
      PlannerFor<R> planner(arena->space, coarse(method.options, arena->space), method.search);
      Answer answer;
      planner.plan(arena->queries.front(), answer);
      EXPECT_EQ(planner.facts().supported, supports<R>(*arena, method)) << method.name;
      EXPECT_EQ(answer.status != PlanStatus::kUnsupported, supports<R>(*arena, method));
    }
  }
}

}  // namespace
}  // namespace fairway::conformance
