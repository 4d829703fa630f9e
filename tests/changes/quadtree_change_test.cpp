#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "algorithms/changes/quadtree_changes.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"
#include "tests/changes/repaired.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

using RepairedQuadtree = Repaired<Quadtree, QuadtreeChanges>;

using PlainCell = std::array<int, 4>;

std::multiset<PlainCell> plain_cells(const Quadtree& quadtree) {
  std::multiset<PlainCell> cells;
  for (const CellRect& c : quadtree.cells()) {
    if (c != CellRect{}) cells.insert({c.x0, c.y0, c.x1, c.y1});
  }
  return cells;
}

/// An edge: its two ends and its cost.
using QuadtreeEdge = std::tuple<Point, Point, double>;

std::multiset<QuadtreeEdge> plain_edges(const Quadtree& quadtree) {
  std::multiset<QuadtreeEdge> all;
  const QuadtreeGraph& graph = quadtree.graph();
  std::size_t ends = 0;
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertices()); ++v) {
    std::size_t degree = 0;
    for (auto [e, end] = graph.out_edges_of(v); e != end; ++e) {
      all.insert({graph.position(v), graph.position(graph.target(*e)), graph.cost(*e)});
      ++degree;
    }
    EXPECT_EQ(degree, graph.degree(v));
    ends += degree;
  }
  EXPECT_EQ(ends, 2 * graph.edge_count());
  return all;
}

/// Expects equal quadtrees. Compares vertices by positions and edges, because vertex numbers
/// differ.
void expect_same(const Quadtree& repaired, const Quadtree& rebuilt) {
  ASSERT_EQ(plain_cells(repaired), plain_cells(rebuilt));
  ASSERT_EQ(repaired.vertex_count(), rebuilt.vertex_count());
  ASSERT_EQ(plain_edges(repaired), plain_edges(rebuilt));
  ASSERT_EQ(repaired.report().components, rebuilt.report().components);
  ASSERT_EQ(repaired.report().covered_area, rebuilt.report().covered_area);
  std::map<Point, std::int32_t> at;
  for (Vertex v = 0; v < static_cast<Vertex>(rebuilt.graph().vertices()); ++v) {
    at[rebuilt.position(v)] = rebuilt.component(v);
  }
  std::map<std::int32_t, std::int32_t> label;
  std::set<std::int32_t> labels;
  for (Vertex v = 0; v < static_cast<Vertex>(repaired.graph().vertices()); ++v) {
    if (repaired.graph().degree(v) == 0) continue;
    const auto [known, added] = label.emplace(at.at(repaired.position(v)), repaired.component(v));
    ASSERT_EQ(known->second, repaired.component(v));
    ASSERT_EQ(added, labels.insert(repaired.component(v)).second);
  }
}

const std::vector<Quadtree::Options> kQuadtreeVariants{
    {1, true, 4, QuadtreeVertices::kPortal},     {0.5, true, 2, QuadtreeVertices::kPortal},
    {0.5, true, 2.5, QuadtreeVertices::kCentre}, {0.4, false, 2, QuadtreeVertices::kPortal},
    {1, false, 2, QuadtreeVertices::kCentre},
};

TEST(Quadtree, EqualsARebuildAfterRandomBursts) {
  std::mt19937 random(3);
  int bursts = 0;
  for (int world = 0; world < 60; ++world) {
    ChangingWorld changing(random, world);
    std::vector<RepairedQuadtree> trees;
    for (const Quadtree::Options& options : kQuadtreeVariants) {
      trees.emplace_back(changing.space(), options);
    }
    for (int b = 0; b < 25; ++b) {
      const auto change = changing.next_burst(random);
      if (!change) continue;
      ++bursts;
      const FreeSpace now = changing.rebuilt();
      for (std::size_t i = 0; i < trees.size(); ++i) {
        ASSERT_TRUE(trees[i].follow(*change));
        expect_same(*trees[i], Quadtree::build(now, kQuadtreeVariants[i]));
        if (HasFatalFailure()) FAIL() << "world " << world << " burst " << b << " variant " << i;
      }
    }
  }
  EXPECT_GT(bursts, 600);
}

TEST(Quadtree, StaysAsSmallAsARebuildAfterThousandsOfChanges) {
  std::mt19937 random(8);
  for (const int world : {4, 5}) {
    ChangingWorld changing(random, world);
    for (const Quadtree::Options& options : {kQuadtreeVariants[1], kQuadtreeVariants[2]}) {
      RepairedQuadtree old(changing.space(), options);
      for (int b = 0; b < 3000; ++b) {
        if (const auto change = changing.next_burst(random)) old.follow(*change);
      }
      const RepairedQuadtree fresh(changing.space(), options);
      expect_same(*old, *fresh);
      EXPECT_LT(old.memory_bytes(), 3 * fresh.memory_bytes());
      EXPECT_LT(old->graph().vertices(), 3 * fresh->graph().vertices() + 200);
    }
  }
}

// Regression: the code assumed that the edges of all cells are stored in the order of the cells.
// After a change, this order no longer holds.
TEST(Quadtree, EveryVertexKeepsItsEdgesAfterChanges) {
  const FreeSpace base = FreeSpace::from_raster(Raster(16, 16, 1));
  ChangingSpace changing(base);
  RepairedQuadtree quadtree(changing.space(), kQuadtreeVariants[0]);
  for (int x = 1; x < 16; x += 3) {
    quadtree.follow(changing.change({{{x, x / 2, Raster(1, 8)}}, {}, {}}));
    expect_same(*quadtree, Quadtree::build(FreeSpace::from_raster(*changing.space().raster()),
                                           kQuadtreeVariants[0]));
  }
}

// Regression: a start or goal outside all cells was linked to its nearest vertex. If two vertices
// were equally near, the vertex with the lower number was chosen. A repaired and a rebuilt quadtree
// number vertices differently, so their answers differed.
TEST(Quadtree, PlannerAnswersLikeARebuild) {
  std::mt19937 random(12);
  int found = 0;
  for (int world = 0; world < 9; ++world) {
    ChangingWorld changing(random, world);
    const Registry& registry = Registry::built_in();
    for (const char* const name : {"quadtree", "quadtree-centre", "quadtree-unmerged"}) {
      const RepairedPlanner repaired(changing.space(), name);
      for (int b = 0; b < 10; ++b) {
        const auto change = changing.next_burst(random);
        if (!change) continue;
        ASSERT_TRUE(repaired.changes->follow(*change));
        const FreeSpace now = changing.rebuilt();
        const auto rebuilt = registry.build(now, registry.method(name));
        const std::vector<Point> points = probe_points(now, random, 12);
        for (const Point start : points) {
          for (const Point goal : points) {
            Answer one;
            Answer other;
            repaired.planner->plan({start, goal}, one);
            rebuilt->plan({start, goal}, other);
            ASSERT_EQ(one.status, other.status);
            if (one.status != PlanStatus::kFound) continue;
            ++found;
            ASSERT_NEAR(length(one.raw), length(other.raw), 1e-9);
          }
        }
      }
    }
  }
  EXPECT_GT(found, 2000);
}

}  // namespace
}  // namespace fairway::test
