#include "algorithms/preprocessing/goal_bounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "algorithms/graph/successor_graph.hpp"
#include "algorithms/preprocessing/least_tree.hpp"
#include "algorithms/search/astar.hpp"

namespace fairway {

void GoalBounding::Bounds::add(Point p) {
  const auto below = [](double x) {
    const auto rounded = static_cast<float>(x);
    return rounded > x ? std::nextafter(rounded, -kInfinity) : rounded;
  };
  const auto above = [](double x) {
    const auto rounded = static_cast<float>(x);
    return rounded < x ? std::nextafter(rounded, kInfinity) : rounded;
  };
  left_ = std::min(left_, below(p.x));
  low_ = std::min(low_, below(p.y));
  right_ = std::max(right_, above(p.x));
  high_ = std::max(high_, above(p.y));
}

/// An iterator over the edges of a vertex. Skips each edge with a box that does not meet `goal`.
class GoalBounding::BoundedEdges {
 public:
  BoundedEdges(const Bounds* boxes, const Bounds& goal, Vertex source, std::uint32_t index,
               std::uint32_t end)
      : boxes_(boxes), goal_(&goal), source_(source), index_(index), end_(end) {
    skip();
  }
  CsrGraph::Edge operator*() const { return {source_, index_}; }
  BoundedEdges& operator++() {
    ++index_;
    skip();
    return *this;
  }
  bool operator==(const BoundedEdges& other) const { return index_ == other.index_; }

 private:
  void skip() {
    while (index_ != end_ && !boxes_[index_].meets(*goal_)) ++index_;
  }

  const Bounds* boxes_;
  const Bounds* goal_;
  Vertex source_;
  std::uint32_t index_;
  std::uint32_t end_;
};

GoalBounding GoalBounding::build(GraphCopy graph, const BuildBudget& budget) {
  GoalBounding result(std::move(graph));
  const GraphCopy& g = result.graph_;
  budget.check_bytes(g.memory_bytes() + g.forward().edge_count() * sizeof(Bounds));
  result.boxes_.resize(g.forward().edge_count());
  const std::vector<std::uint32_t> forward_edges = g.forward_edges();
  // The tree is grown backward from a goal. It therefore contains a least path from each vertex to
  // the goal.
  LeastTree tree(g.backward());
  for (Vertex goal = 0; goal < static_cast<Vertex>(g.vertex_count()); ++goal) {
    tree.grow(goal);
    for (std::size_t i = 1; i < tree.reached().size(); ++i) {
      const std::uint32_t edge = forward_edges[tree.edge(tree.reached()[i])];
      result.boxes_[edge].add(g.bound().position(goal));
    }
    budget.check_time();
  }
  result.graph_.forget_backward();
  return result;
}

SearchResult GoalBounding::find(const LinkedQuery& query, Scratch& scratch,
                                std::vector<Vertex>& vertices) const {
  const CostBound& costs = graph_.bound();
  const CsrGraph& graph = graph_.forward();
  Bounds goal;
  for (const Link& link : query.links.goal) goal.add(costs.position(link.vertex));
  const auto edges = [&](Vertex, Vertex v) {
    const auto at = [&](std::uint32_t edge) {
      return BoundedEdges(boxes_.data(), goal, v, edge, graph.row_end(v));
    };
    return std::pair(at(graph.row_begin(v)), at(graph.row_end(v)));
  };
  return with_metric(costs.heuristic(), [&]<HeuristicKind kind>() {
    const double factor = costs.factor_with<kind>(query.goal, query.links.goal);
    const auto heuristic = [&](Vertex v) {
      return factor * metric<kind>(costs.position(v), query.goal);
    };
    return astar(SuccessorGraph(graph, edges), query.links, heuristic, scratch, vertices);
  });
}

}  // namespace fairway
