#include "algorithms/preprocessing/landmark_search.hpp"

#include <algorithm>

#include "algorithms/preprocessing/cost_bound.hpp"
#include "algorithms/search/astar.hpp"

namespace fairway {

LandmarkSearch LandmarkSearch::build(GraphCopy graph, int landmarks, const BuildBudget& budget) {
  Landmarks built(graph, landmarks, budget);
  graph.forget_backward();
  LandmarkSearch result(std::move(graph), std::move(built));
  budget.check_bytes(result.memory_bytes());
  return result;
}

SearchResult LandmarkSearch::find(const LinkedQuery& query, Scratch& scratch,
                                  std::vector<Vertex>& vertices) const {
  // Number of landmarks per query. More landmarks cost more time than they save.
  constexpr std::size_t kActive = 4;
  landmarks_.activate(
      query.links.goal, query.links.start, false, kActive,
      [](const Link& link) { return link.vertex; }, scratch.active);
  const CostBound& costs = graph_.bound();
  return with_metric(costs.heuristic(), [&]<HeuristicKind kind>() {
    const double factor = costs.factor_with<kind>(query.goal, query.links.goal);
    const auto heuristic = [&](Vertex v) {
      double least = factor * metric<kind>(costs.position(v), query.goal);
      for (const Landmarks::Active& landmark : scratch.active) {
        least = std::max(least, landmarks_.bound(landmark, v, false));
      }
      return least;
    };
    return astar(graph_.forward(), query.links, heuristic, scratch.search, vertices);
  });
}

}  // namespace fairway
