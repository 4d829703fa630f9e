#include "algorithms/methods/clearance_search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/freespace/clearance.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/methods/representation_view.hpp"
#include "algorithms/preprocessing/graph_copy.hpp"
#include "algorithms/preprocessing/preprocessing.hpp"
#include "algorithms/search/astar.hpp"

namespace fairway {
namespace {

/// Computes the factor 1 + w / c of a cost; see weigh_clearance() for w and c.
class ClearanceCost {
 public:
  ClearanceCost(const FreeSpace& space, double weight)
      : clearance_(space.walls()),
        weight_(weight),
        least_(kLeastClearance * std::max(space.box().width(), space.box().height())) {}

  double factor(std::span<const Point> path) const {
    return 1 + weight_ / std::max(clearance_.of(path), least_);
  }
  std::size_t memory_bytes() const { return heap_bytes(clearance_); }

 private:
  Clearance clearance_;
  double weight_;
  double least_;
};

GraphCopy weighed_copy(RepresentationView& view, const FreeSpace& space, bool in_cells,
                       const ClearanceCost& cost, HeuristicKind heuristic) {
  std::vector<Point> positions;
  std::vector<CsrGraph::CostedEdge> edges;
  std::vector<RepresentationView::Edge> row;
  const Attachment none;
  Path path;
  const auto locate = [&](Point p) {
    return in_cells ? space.locate_in_cells(p) : space.locate(p);
  };
  for (Vertex v = 0; v < static_cast<Vertex>(view.vertex_count()); ++v) {
    positions.push_back(view.position(v));
    view.edges_of(v, row);
    if (row.empty()) continue;
    const Location from = locate(positions.back());
    for (const RepresentationView::Edge& e : row) {
      const Location to = locate(view.position(e.target));
      const std::array ends{e.source, e.target};
      view.realise({from, to, none, ends}, path);
      edges.push_back({e.source, e.target, e.cost * cost.factor(path)});
    }
  }
  return GraphCopy(std::move(positions), std::move(edges), heuristic);
}

struct WeighedGraph {
  GraphCopy graph;
  ClearanceCost cost;
};

/// A* over a graph whose costs include clearance.
class ClearanceSearch final : public PreparedSearch {
 public:
  explicit ClearanceSearch(const WeighedGraph& weighed) : weighed_(weighed) {}

  SearchResult find(const LinkedQuery& query, std::vector<Vertex>& vertices) override {
    const CostBound& bound = weighed_.graph.bound();
    links_ = query.links;
    for (Link& link : links_.start) {
      link.cost *= weighed_.cost.factor(std::array{query.start, bound.position(link.vertex)});
    }
    for (Link& link : links_.goal) {
      link.cost *= weighed_.cost.factor(std::array{bound.position(link.vertex), query.goal});
    }
    if (links_.direct < std::numeric_limits<double>::infinity()) {
      links_.direct *= weighed_.cost.factor(std::array{query.start, query.goal});
    }
    return with_metric(bound.heuristic(), [&]<HeuristicKind kind>() {
      const double factor = bound.factor_with<kind>(query.goal, links_.goal);
      const auto heuristic = [&](Vertex v) {
        return factor * metric<kind>(bound.position(v), query.goal);
      };
      return astar(weighed_.graph.forward(), links_, heuristic, scratch_, vertices);
    });
  }
  std::size_t memory_bytes() const override { return heap_bytes(scratch_, links_); }

 private:
  const WeighedGraph& weighed_;
  SearchScratch scratch_;
  Attachment links_;
};

class ClearanceWeights final : public Preprocessing {
 public:
  explicit ClearanceWeights(WeighedGraph weighed) : weighed_(std::move(weighed)) {
    weighed_.graph.forget_backward();
  }

  std::unique_ptr<PreparedSearch> search() const override {
    return std::make_unique<ClearanceSearch>(weighed_);
  }
  std::size_t memory_bytes() const override { return heap_bytes(weighed_.graph, weighed_.cost); }

 private:
  WeighedGraph weighed_;
};

}  // namespace

std::unique_ptr<const Preprocessing> weigh_clearance(RepresentationView& view,
                                                     const FreeSpace& space, bool in_cells,
                                                     const SearchSettings& settings) {
  ClearanceCost cost(space, settings.clearance_weight);
  GraphCopy graph = weighed_copy(view, space, in_cells, cost, settings.heuristic);
  return std::make_unique<ClearanceWeights>(WeighedGraph{std::move(graph), std::move(cost)});
}

}  // namespace fairway
