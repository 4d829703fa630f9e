// What every adapter must keep, held against every registered one, each of its methods, and every
// fixture world. No adapter is named here.

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <cmath>
#include <concepts>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "generated/registered_representations.hpp"
#include "harness/planner_for.hpp"
#include "harness/registry.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-9;

/// A fixture world with what judges its paths and the queries that are put to it.
struct Arena {
  explicit Arena(const test::World& world)
      : name(world.name), space(test::build(world)), checker(space), solver(space) {
    std::mt19937 random(17);
    const std::vector<Point> points = test::probe_points(space, random, 120);
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      queries.push_back({points[i], points[i + 1]});
      optima.push_back(solver.solve(points[i], points[i + 1], scratch));
    }
    queries.push_back({points[0], points[0]});
    optima.push_back(solver.solve(points[0], points[0], scratch));
  }

  std::string name;
  FreeSpace space;
  PathChecker checker;
  ExactSolver solver;
  ExactSolver::Scratch scratch;
  std::vector<Query> queries;
  std::vector<double> optima;
};

const std::vector<std::unique_ptr<Arena>>& arenas() {
  static const auto all = [] {
    std::vector<std::unique_ptr<Arena>> made;
    std::vector<test::World> worlds = test::fixture_worlds();
    std::ranges::move(test::random_worlds(700, 4), std::back_inserter(worlds));
    for (const test::World& world : worlds) made.push_back(std::make_unique<Arena>(world));
    return made;
  }();
  return all;
}

/// Options left to choose a resolution get a coarse one that no coordinate is a multiple of, except
/// in worlds made of cells.
template <class Options>
Options coarse(Options options, const FreeSpace& space) {
  const double side = std::max(space.box().width(), space.box().height());
  Options::describe(options, [&](std::string_view, auto& value, std::string_view description) {
    if constexpr (std::same_as<std::remove_cvref_t<decltype(value)>, double>) {
      const bool is_length = description.find("in the world's units") != std::string_view::npos;
      if (is_length && value == 0 && space.raster() == nullptr) value = side / 23.7;
    }
  });
  return options;
}

/// How a method searches, as the registry reads it.
SearchSettings settings_of(const auto& method) {
  return Registry::built_in().method(method.name).search;
}

/// Whether the search finds least paths: its estimate is consistent, and it ends with a proof.
/// Representations name the octile one only where moves are limited to eight directions.
bool is_exact(const SearchSettings& settings, const Guarantees& guarantees) {
  if (settings.search == SearchKind::kAllPairs) return true;
  if (settings.stop != StopRule::kProven) return false;
  if (settings.weight == 0 || settings.heuristic == HeuristicKind::kZero) return true;
  return settings.weight <= 1 && guarantees.drawn_cost &&
         (settings.heuristic == HeuristicKind::kEuclidean ||
          settings.heuristic == HeuristicKind::kChebyshev ||
          settings.heuristic == HeuristicKind::kOctile);
}

/// Whether a query's ends are refused before the representation sees them.
template <class R>
bool refuses(const R& representation, const Location& start, const Location& goal) {
  if (start.place != Place::kBlocked && goal.place != Place::kBlocked) return false;
  if constexpr (MayAcceptBlockedEnds<R>) return !representation.accepts_blocked_ends();
  return true;
}

/// Calls check(arena, method, representation) for every world and every method.
template <class R, class Check>
void for_each_build(Check check) {
  for (const auto& arena : arenas()) {
    for (auto method : R::methods()) {
      SCOPED_TRACE(std::string(method.name) + " on " + arena->name);
      method.options = coarse(method.options, arena->space);
      check(*arena, method, R::build(arena->space, method.options));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

template <class R>
Vertex size_of(const R& representation) {
  return static_cast<Vertex>(num_vertices(representation.graph()));
}

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

/// Expects that a piece from p to q is drawn from p to q, legally, at its cost: as far as that is
/// promised.
void expect_drawn(const Arena& arena, const Guarantees& guarantees, const Path& drawn, Point p,
                  Point q, double cost) {
  SCOPED_TRACE(testing::Message() << "(" << p.x << ", " << p.y << ") to (" << q.x << ", " << q.y
                                  << ")");
  ASSERT_FALSE(drawn.empty());
  ASSERT_GE(cost, 0);
  if (guarantees.legal) {
    ASSERT_EQ(drawn.front(), p);
    ASSERT_EQ(drawn.back(), q);
    const auto verdict = arena.checker.check(drawn);
    ASSERT_TRUE(verdict.legal) << verdict.reason;
  }
  if (guarantees.drawn_cost) {
    ASSERT_NEAR(length(drawn), cost, kRounding * cost);
    ASSERT_GE(cost, distance(p, q) * (1 - kRounding));
  }
}

template <class R>
class Conformance : public testing::Test {};

template <class List>
struct TestedTypes;
template <class... Types>
struct TestedTypes<TypeList<Types...>> {
  using Type = testing::Types<Types...>;
};

TYPED_TEST_SUITE(Conformance, TestedTypes<RegisteredRepresentations>::Type);

TYPED_TEST(Conformance, ModelsItsConcept) {
  using R = TypeParam;
  static_assert(Representation<R>);
  const auto methods = R::methods();
  ASSERT_FALSE(methods.empty());
  EXPECT_EQ(methods.front().name, R::kName);
  for (const auto& method : methods) {
    EXPECT_TRUE(CorridorRepresentation<R> || !guarantees_of<R>(method.options).corridors);
    EXPECT_EQ(name_of(settings_of(method).heuristic), method.heuristic);
    EXPECT_EQ(name_of(settings_of(method).smoother), method.smoother);
  }
}

TYPED_TEST(Conformance, EdgesCostWhatIsDrawn) {
  using R = TypeParam;
  for_each_build<R>([](const Arena& arena, const auto& method, const R& representation) {
    const Guarantees guarantees = guarantees_of<R>(method.options);
    const auto& graph = representation.graph();
    std::mt19937 random(23);
    Path drawn;
    std::size_t edges = 0;
    for (Vertex v = 0; v < size_of(representation); ++v) edges += out_degree(v, graph);
    std::uniform_int_distribution<std::size_t> pick(0, edges);
    for (Vertex v = 0; v < size_of(representation); ++v) {
      for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
        ASSERT_EQ(source(*e, graph), v);
        const Vertex w = target(*e, graph);
        ASSERT_GE(w, 0);
        ASSERT_LT(w, size_of(representation));
        if (pick(random) >= 400) continue;
        const Point p = representation.position(v);
        const Point q = representation.position(w);
        representation.realise(p, q, std::vector{v, w}, drawn);
        expect_drawn(arena, guarantees, drawn, p, q, get(boost::edge_weight, graph, *e));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  });
}

TYPED_TEST(Conformance, LinksCostWhatIsDrawn) {
  using R = TypeParam;
  for_each_build<R>([](const Arena& arena, const auto& method, const R& representation) {
    const Guarantees guarantees = guarantees_of<R>(method.options);
    typename R::Scratch scratch;
    Attachment attachment;
    Path drawn;
    for (const Query& query : arena.queries) {
      const Location start = arena.space.locate(query.start);
      const Location goal = arena.space.locate(query.goal);
      if (refuses(representation, start, goal)) continue;
      if (representation.attach(start, goal, scratch, attachment) != AttachStatus::kAttached) {
        continue;
      }
      for (const Link& link : attachment.start) {
        const Point at = representation.position(link.vertex);
        representation.realise(query.start, at, std::vector{link.vertex}, drawn);
        expect_drawn(arena, guarantees, drawn, query.start, at, link.cost);
      }
      for (const Link& link : attachment.goal) {
        const Point at = representation.position(link.vertex);
        representation.realise(at, query.goal, std::vector{link.vertex}, drawn);
        expect_drawn(arena, guarantees, drawn, at, query.goal, link.cost);
      }
      if (attachment.direct < kInfinity) {
        representation.realise(query.start, query.goal, {}, drawn);
        expect_drawn(arena, guarantees, drawn, query.start, query.goal, attachment.direct);
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  });
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
    ASSERT_LE(length(answer.path), length(answer.raw) * (1 + kRounding));
  }
  if (guarantees.drawn_cost) {
    ASSERT_GE(length(answer.raw), least * (1 - kRounding));
    if (exact) {
      ASSERT_LE(length(answer.raw), least * (1 + kRounding));
    }
  }
  if (guarantees.optimal && exact) {
    ASSERT_LE(length(answer.raw), optimum * (1 + kRounding));
  }
}

TYPED_TEST(Conformance, AnswersAreAsGoodAsGuaranteed) {
  using R = TypeParam;
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
            ASSERT_NEAR(length(drawn), least, kRounding * least);
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

/// All edges and costs of a graph, in order.
template <class R>
std::vector<double> contents(const R& representation) {
  const auto& graph = representation.graph();
  std::vector<double> numbers;
  for (Vertex v = 0; v < size_of(representation); ++v) {
    const Point at = representation.position(v);
    numbers.insert(numbers.end(), {at.x, at.y});
    for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
      numbers.push_back(target(*e, graph));
      numbers.push_back(get(boost::edge_weight, graph, *e));
    }
  }
  return numbers;
}

TYPED_TEST(Conformance, QueriesLeaveNoTrace) {
  using R = TypeParam;
  for_each_build<R>([](const Arena& arena, const auto& method, const R& representation) {
    const std::vector<double> before = contents(representation);
    const std::size_t bytes = representation.memory_bytes();
    typename R::Scratch scratch;
    Attachment attachment;
    Path path;
    for (const Query& query : arena.queries) {
      const Location start = arena.space.locate(query.start);
      const Location goal = arena.space.locate(query.goal);
      if (refuses(representation, start, goal)) continue;
      if (representation.attach(start, goal, scratch, attachment) != AttachStatus::kAttached) {
        continue;
      }
      if (attachment.start.empty()) continue;
      const Vertex v = attachment.start.front().vertex;
      representation.realise(query.start, representation.position(v), std::vector{v}, path);
    }
    ASSERT_EQ(contents(representation), before);
    ASSERT_EQ(representation.memory_bytes(), bytes);

    PlannerFor<R> planner(arena.space, method.options, settings_of(method));
    std::vector<Answer> first(arena.queries.size());
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < first.size(); ++i) {
      planner.plan(arena.queries[i], first[i]);
      order.insert(order.end(), 2, i);
    }
    std::shuffle(order.begin(), order.end(), std::mt19937(29));
    Answer again;
    for (const std::size_t i : order) {
      planner.plan(arena.queries[i], again);
      ASSERT_EQ(again.status, first[i].status);
      ASSERT_EQ(again.raw, first[i].raw);
      ASSERT_EQ(again.path, first[i].path);
      ASSERT_EQ(again.expanded, first[i].expanded);
      ASSERT_EQ(again.generated, first[i].generated);
    }
  });
}

}  // namespace
}  // namespace fairway
