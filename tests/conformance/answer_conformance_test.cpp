// What the planner of every adapter must keep, held against every registered one, each of its
// methods, and every world: what it promises of its answers. No adapter is named here.

#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <span>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "tests/conformance/conformance.hpp"

namespace fairway::conformance {
namespace {

/// The least cost by Boost on a copy of the graph to which both ends are added.
template <class R>
double least_cost(const R& representation, const Attachment& attachment) {
  using Graph =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                            boost::property<boost::edge_weight_t, double>>;
  const auto& graph = representation.graph();
  const std::size_t start = num_vertices(graph);
  const std::size_t goal = start + 1;
  Graph copy(goal + 1);
  for (Vertex v = 0; v < size_of(representation); ++v) {
    for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
      add_edge(static_cast<std::size_t>(v), static_cast<std::size_t>(target(*e, graph)),
               get(boost::edge_weight, graph, *e), copy);
    }
  }
  for (const Link& link : attachment.start) {
    add_edge(start, static_cast<std::size_t>(link.vertex), link.cost, copy);
  }
  for (const Link& link : attachment.goal) {
    add_edge(static_cast<std::size_t>(link.vertex), goal, link.cost, copy);
  }
  if (attachment.direct < kInfinity) add_edge(start, goal, attachment.direct, copy);
  std::vector<double> costs(goal + 1);
  boost::dijkstra_shortest_paths(copy, start,
                                 boost::distance_map(costs.data()).distance_inf(kInfinity));
  return costs[goal];
}

/// Expects that each smoother makes a legal path between the same ends that is not longer, and that
/// the homotopic one passes every obstacle on the same side.
template <class R>
void expect_smoothing(const Arena& arena, const Guarantees& guarantees, const R& representation,
                      const Query& query, std::span<const Vertex> vertices, const Path& raw,
                      double optimum) {
  SmoothingScratch scratch;
  std::vector<Portal> corridor;
  if constexpr (CorridorRepresentation<R>) {
    if (guarantees.corridors) {
      representation.corridor(query.start, query.goal, vertices, corridor);
    }
  }
  // A path from a vertex or an edge may belong to several classes: one for each side on which it
  // can leave, and its sleeves may begin in different triangles.
  const bool inside = arena.space.locate(query.start).place == Place::kTriangle &&
                      arena.space.locate(query.goal).place == Place::kTriangle;
  Path homotopic = raw;
  smooth(Smoother::kHomotopic, arena.space, query.start, query.goal, corridor, scratch, homotopic);
  for (const Smoother smoother :
       {Smoother::kNone, Smoother::kShortcut, Smoother::kFunnel, Smoother::kHomotopic}) {
    if (needs_corridor(smoother) && !guarantees.corridors) continue;
    SCOPED_TRACE(name_of(smoother));
    Path path = raw;
    smooth(smoother, arena.space, query.start, query.goal, corridor, scratch, path);
    ASSERT_FALSE(path.empty());
    ASSERT_EQ(path.front(), query.start);
    ASSERT_EQ(path.back(), query.goal);
    const auto verdict = arena.checker.check(path);
    ASSERT_TRUE(verdict.legal) << verdict.reason;
    ASSERT_LE(length(path), length(raw) * (1 + kRounding));
    ASSERT_GE(length(path), optimum * (1 - kRounding));
    if (needs_corridor(smoother) && inside) {
      ASSERT_GE(length(path), length(homotopic) * (1 - kRounding));
    }
  }
  if (!inside) return;
  SleeveScratch sleeve;
  std::vector<HalfEdge> before;
  std::vector<HalfEdge> after;
  ASSERT_TRUE(trace_sleeve(arena.space, raw, sleeve, before));
  ASSERT_TRUE(trace_sleeve(arena.space, homotopic, sleeve, after));
  ASSERT_EQ(before, after);
}

/// Expects of an answer's paths what is promised: `least` is the least cost of the graph.
void expect_paths(const Arena& arena, const Guarantees& guarantees, bool exact, const Query& query,
                  const Answer& answer, double least, double optimum) {
  for (const Path& path : {answer.raw, answer.path}) {
    ASSERT_FALSE(path.empty());
    if (!guarantees.legal) continue;
    ASSERT_EQ(path.front(), query.start);
    ASSERT_EQ(path.back(), query.goal);
    const auto verdict = arena.checker.check(path);
    ASSERT_TRUE(verdict.legal) << verdict.reason;
    ASSERT_GE(length(path), optimum * (1 - kRounding));
  }
  if (guarantees.legal) {
    ASSERT_LE(arena.cost(answer.path), arena.cost(answer.raw) * (1 + kRounding));
  }
  if (guarantees.drawn_cost) {
    ASSERT_GE(arena.cost(answer.raw), least * (1 - kRounding));
    if (exact) {
      ASSERT_LE(arena.cost(answer.raw), least * (1 + kRounding));
    }
  }
  if (guarantees.optimal && exact) {
    ASSERT_LE(length(answer.raw), optimum * (1 + kRounding));
  }
}

CONFORMANCE_TEST(AnswersAreAsGoodAsGuaranteed) {
  int found = 0;
  for_each_build<R>([&](const Arena& arena, const auto& method, const R& representation) {
    ASSERT_LE(representation.report().covered_area, arena.space.area() * (1 + kRounding));
    const Guarantees guarantees = guarantees_of<R>(method.options);
    const SearchSettings settings = settings_of(method);
    const bool exact = is_exact(settings, guarantees);
    PlannerFor<R> planner(arena.space, method.options, settings);
    typename R::Scratch scratch;
    Attachment attachment;
    SearchScratch search_scratch;
    std::vector<Vertex> vertices;
    Path drawn;
    Answer answer;
    for (std::size_t i = 0; i < arena.queries.size(); ++i) {
      const Query& query = arena.queries[i];
      const double optimum = arena.optima[i];
      SCOPED_TRACE(testing::Message() << std::hexfloat << query.start.x << ' ' << query.start.y
                                      << "  " << query.goal.x << ' ' << query.goal.y);
      planner.plan(query, answer);
      const Location start = arena.space.locate(query.start);
      const Location goal = arena.space.locate(query.goal);
      if (refuses(representation, start, goal)) {
        ASSERT_EQ(answer.status, start.place == Place::kBlocked ? PlanStatus::kStartBlocked
                                                                : PlanStatus::kGoalBlocked);
        continue;
      }
      double least = kInfinity;
      if (representation.attach(start, goal, scratch, attachment) == AttachStatus::kAttached) {
        least = least_cost(representation, attachment);
        const SearchResult result =
            astar(representation.graph(), attachment, ZeroHeuristic{}, search_scratch, vertices);
        ASSERT_EQ(result.found, least < kInfinity);
        if (result.found) {
          ASSERT_NEAR(result.cost, least, kRounding * least);
          representation.realise(query.start, query.goal, vertices, drawn);
          if (guarantees.drawn_cost) {
            ASSERT_NEAR(arena.cost(drawn), least, kRounding * least);
          }
        }
      }
      if (settings.reject == Rejection::kContainment && !guarantees.legal && optimum == kInfinity) {
        ASSERT_EQ(answer.status, PlanStatus::kNoPath);
        continue;
      }
      ASSERT_EQ(answer.status, least < kInfinity ? PlanStatus::kFound : PlanStatus::kNoPath);
      if (guarantees.complete) {
        ASSERT_TRUE(least < kInfinity || optimum == kInfinity);
      }
      if (least == kInfinity) continue;
      ++found;
      if (guarantees.legal) {
        ASSERT_LT(optimum, kInfinity);
      }
      expect_paths(arena, guarantees, exact, query, answer, least, optimum);
      if (testing::Test::HasFatalFailure()) return;
      if (!guarantees.legal) continue;
      expect_smoothing(arena, guarantees, representation, query, vertices, drawn, optimum);
      if (testing::Test::HasFatalFailure()) return;
    }
  });
  EXPECT_GT(found, 0);
}

CONFORMANCE_TEST(HowAQueryIsRefusedNeverChangesItsAnswer) {
  int refused = 0;
  for_each_build<R>([&](const Arena& arena, const auto& method, const R&) {
    if (!guarantees_of<R>(method.options).legal) return;
    SearchSettings settings = settings_of(method);
    std::vector<Answer> searched(arena.queries.size());
    for (const Rejection reject :
         {Rejection::kSearch, Rejection::kLabels, Rejection::kContainment}) {
      SCOPED_TRACE(option_names(reject)[static_cast<std::size_t>(reject)]);
      settings.reject = reject;
      PlannerFor<R> planner(arena.space, method.options, settings);
      Answer answer;
      for (std::size_t i = 0; i < arena.queries.size(); ++i) {
        planner.plan(arena.queries[i], answer);
        if (reject == Rejection::kSearch) searched[i] = answer;
        ASSERT_EQ(answer.status, searched[i].status);
        ASSERT_EQ(answer.path, searched[i].path);
        refused += answer.generated < searched[i].generated ? 1 : 0;
      }
    }
  });
  EXPECT_GT(refused, 0);
}

CONFORMANCE_TEST(WorldsWithTerrainAreHonouredOrUnsupported) {
  for (const auto& arena : arenas()) {
    for (const auto& method : R::methods()) {
      PlannerFor<R> planner(arena->space, coarse(method.options, arena->space),
                            settings_of(method));
      Answer answer;
      planner.plan(arena->queries.front(), answer);
      EXPECT_EQ(planner.facts().supported, supports<R>(*arena, method)) << method.name;
      EXPECT_EQ(answer.status != PlanStatus::kUnsupported, supports<R>(*arena, method));
    }
  }
}

}  // namespace
}  // namespace fairway::conformance
