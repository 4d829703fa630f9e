// What every adapter must keep, held against every registered one, each of its methods, and every
// world: what its graph, its links and its drawing are. No adapter is named here.

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

#include "tests/conformance/conformance.hpp"

namespace fairway::conformance {
namespace {

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
    ASSERT_NEAR(arena.cost(drawn), cost, kRounding * cost);
    if (arena.space.terrain() == nullptr) {
      ASSERT_GE(cost, distance(p, q) * (1 - kRounding));
    }
  }
}

CONFORMANCE_TEST(ModelsItsConcept) {
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

CONFORMANCE_TEST(EdgesCostWhatIsDrawn) {
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

CONFORMANCE_TEST(LinksCostWhatIsDrawn) {
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

CONFORMANCE_TEST(QueriesLeaveNoTrace) {
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
}  // namespace fairway::conformance
