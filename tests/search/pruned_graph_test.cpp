#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "tests/search/random_graph.hpp"

namespace fairway::test {
namespace {

using Cells = std::array<int, 2>;

/// A graph in which each vertex lies on the border of two cells. A vertex is linked to all other
/// vertices of its two cells.
struct CellGraph : CsrGraph {
  std::vector<Cells> cells_of;

  bool borders(Vertex v, int cell) const {
    const Cells& cells = cells_of[static_cast<std::size_t>(v)];
    return cells[0] == cell || cells[1] == cell;
  }
  bool joined(Vertex v, Vertex w) const {
    const Cells& cells = cells_of[static_cast<std::size_t>(v)];
    return borders(w, cells[0]) || borders(w, cells[1]);
  }
};

/// A CellGraph with pruning: visit_onward_edges() omits each edge to a vertex that shares a cell
/// with both the current vertex and its parent.
struct PrunedCellGraph : CellGraph {
  template <class Visit>
  void visit_onward_edges(Vertex v, Vertex parent, Visit&& visit) const {
    for (std::uint32_t e = row_begin(v); e < row_end(v); ++e) {
      if (parent == kNoVertex || !dominated(v, target(e), parent)) {
        visit(target(e), [this, e] { return cost(e); });
      }
    }
  }
  bool dominated(Vertex v, Vertex w, Vertex parent) const {
    const Cells& cells = cells_of[static_cast<std::size_t>(v)];
    return std::any_of(cells.begin(), cells.end(),
                       [&](int cell) { return borders(w, cell) && borders(parent, cell); });
  }
};

static_assert(PrunedGraph<PrunedCellGraph>);
static_assert(!PrunedGraph<CellGraph>);

/// The same random graph twice: as a RandomGraph and as a PrunedCellGraph.
struct RandomCells {
  RandomCells(std::mt19937_64& random, int points, int cells) : plain(random, points, 0, 1) {
    for (int i = 0; i < points; ++i) {
      const int a = static_cast<int>(random() % static_cast<std::uint64_t>(cells));
      const int b = static_cast<int>(random() % static_cast<std::uint64_t>(cells));
      pruned.cells_of.push_back({a, b});
    }
    std::vector<CsrGraph::CostedEdge> edges;
    for (Vertex v = 0; v < points; ++v) {
      for (Vertex w = 0; w < points; ++w) {
        if (v != w && pruned.joined(v, w)) edges.push_back({v, w, plain.length(v, w)});
      }
    }
    plain.graph = CsrGraph::from_edges(static_cast<std::size_t>(points), edges);
    static_cast<CsrGraph&>(pruned) = plain.graph;
  }

  RandomGraph plain;
  PrunedCellGraph pruned;
};

class PrunedGraphTest : public testing::Test {
 protected:
  /// Calls check(cells, attachment) for many random graphs.
  template <class Check>
  void for_many_graphs(Check check) {
    std::mt19937_64 random(6);
    for (int round = 0; round < 1500; ++round) {
      const RandomCells cells(random, 4 + round % 50, 2 + round % 17);
      const Attachment attachment =
          random_attachment(random, cells.plain, 1 + round % 3, round % 5 == 0);
      SCOPED_TRACE(round);
      check(cells, attachment);
      if (HasFatalFailure()) return;
    }
  }

  SearchScratch scratch_;
  std::vector<Vertex> vertices_;
};

TEST_F(PrunedGraphTest, CostsEqualBoostsDijkstraOverFewerEdges) {
  std::uint64_t generated = 0;
  std::uint64_t all = 0;
  int found = 0;
  for_many_graphs([&](const RandomCells& cells, const Attachment& attachment) {
    const double expected = least_cost(cells.plain, attachment);
    const auto bound = ConsistentIf(true, lower_bound_to(cells.plain, attachment.goal));
    for (const bool informed : {false, true}) {
      const SearchResult result =
          informed ? astar(cells.pruned, attachment, bound, scratch_, vertices_)
                   : astar(cells.pruned, attachment, ZeroHeuristic{}, scratch_, vertices_);
      ASSERT_EQ(result.found, std::isfinite(expected));
      if (!result.found) continue;
      ++found;
      ASSERT_NEAR(result.cost, expected, 1e-12 * (1 + expected));
      ASSERT_NEAR(cost_of(cells.plain, attachment, vertices_), expected, 1e-12 * (1 + expected));
    }
    generated += astar(cells.pruned, attachment, bound, scratch_, vertices_).generated;
    all += astar(cells.plain.graph, attachment, bound, scratch_, vertices_).generated;
  });
  EXPECT_GT(found, 1000);
  EXPECT_LT(generated, all * 3 / 4);
}

TEST_F(PrunedGraphTest, KeepsAllEdgesUnlessTheHeuristicIsConsistent) {
  const auto equal = [&](const RandomCells& cells, const Attachment& attachment,
                         const auto& heuristic) {
    std::vector<Vertex> expected;
    const SearchResult all = astar(cells.plain.graph, attachment, heuristic, scratch_, expected);
    const SearchResult result = astar(cells.pruned, attachment, heuristic, scratch_, vertices_);
    ASSERT_EQ(result.cost, all.cost);
    ASSERT_EQ(result.expanded, all.expanded);
    ASSERT_EQ(result.generated, all.generated);
    ASSERT_EQ(vertices_, expected);
  };
  for_many_graphs([&](const RandomCells& cells, const Attachment& attachment) {
    const auto bound = lower_bound_to(cells.plain, attachment.goal);
    equal(cells, attachment, bound);
    equal(cells, attachment, ConsistentIf(false, bound));
    equal(cells, attachment, WeightedHeuristic(ConsistentIf(true, bound), 2.0));
  });
}

}  // namespace
}  // namespace fairway::test
