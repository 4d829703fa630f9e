#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "algorithms/changes/dstar_lite.hpp"
#include "tests/search/random_graph.hpp"

namespace fairway::test {
namespace {

/// A graph whose edges appear, disappear and change their costs.
class ChangingCosts {
 public:
  explicit ChangingCosts(std::mt19937_64& random) : random_(random), graph_(random, kCount, 0, 1) {
    for (int i = 0; i < 3 * kCount; ++i) joined_.push_back({pick(), pick(), true, 1});
    std::erase_if(joined_, [](const Joined& edge) { return edge.u == edge.v; });
    rebuild();
  }

  Vertex pick() { return static_cast<Vertex>(random_() % kCount); }
  const RandomGraph& graph() const { return graph_; }
  const std::vector<Vertex>& changed() const { return changed_; }

  void change(int count) {
    changed_.clear();
    for (int i = 0; i < count; ++i) {
      Joined& edge = joined_[random_() % joined_.size()];
      if (random_() % 3 == 0) {
        edge.present = !edge.present;
      } else {
        edge.spread = 1 + static_cast<double>(random_() % 64) / 16;
      }
      changed_.insert(changed_.end(), {edge.u, edge.v});
    }
    rebuild();
  }

 private:
  static constexpr int kCount = 80;
  struct Joined {
    Vertex u;
    Vertex v;
    bool present;
    double spread;  ///< (cost of the edge) / (its length)
  };

  void rebuild() {
    std::vector<CsrGraph::CostedEdge> edges;
    for (const auto& [u, v, present, spread] : joined_) {
      if (!present) continue;
      const double cost = graph_.length(u, v) * spread;
      edges.push_back({u, v, cost});
      edges.push_back({v, u, cost});
    }
    graph_.graph = CsrGraph::from_edges(kCount, edges);
  }

  std::mt19937_64& random_;
  RandomGraph graph_;
  std::vector<Joined> joined_;
  std::vector<Vertex> changed_;
};

struct GraphEdges {
  const CsrGraph& graph;

  std::size_t vertex_count() const { return num_vertices(graph); }
  template <class Visit>
  void visit_edges(Vertex v, Visit visit) const {
    visit_out_edges(graph, v, visit);
  }
};

TEST(ChangingCosts, DStarLiteAgreesWithBoost) {
  std::mt19937_64 random(1);
  std::vector<Vertex> vertices;
  int found = 0;
  for (int world = 0; world < 40; ++world) {
    ChangingCosts costs(random);
    DStarLite replanning;
    Attachment attachment;
    Point goal{};
    for (int step = 0; step < 60; ++step) {
      costs.change(step % 3 == 0 ? 0 : static_cast<int>(random() % 6));
      const Attachment next = random_attachment(random, costs.graph(), 2, random() % 8 == 0);
      attachment.start = next.start;
      attachment.direct = next.direct;
      if (step % 12 == 0) {
        attachment.goal = next.goal;
        goal = {static_cast<double>(world), static_cast<double>(step)};
      }
      const double least = least_cost(costs.graph(), attachment);
      const auto expect_least = [&](const char* search, const SearchResult& result) {
        SCOPED_TRACE(testing::Message() << search << " in world " << world << " step " << step);
        ASSERT_EQ(result.found, least < std::numeric_limits<double>::infinity());
        if (!result.found) return;
        ++found;
        ASSERT_NEAR(result.cost, least, 1e-12 * (1 + least));
        ASSERT_NEAR(cost_of(costs.graph(), attachment, vertices), least, 1e-12 * (1 + least));
      };
      const GraphEdges graph{costs.graph().graph};
      const auto nothing = [](Vertex) { return 0.0; };
      expect_least("D* Lite",
                   replanning.find(graph, attachment, goal, 0, nothing, costs.changed(), vertices));
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(found, 1666);
}

}  // namespace
}  // namespace fairway::test
