#include "algorithms/changes/theta_star_changes.hpp"

#include <array>
#include <cstdint>
#include <queue>
#include <vector>

namespace fairway {

bool ThetaStarChanges::follow(const SpaceChange& change) {
  if (!grid_.follow(change)) return false;
  const Grid& grid = index_.grid();
  update_sight(index_.sight(), grid.graph(), grid_.changed_vertices());
  return true;
}

/// Recomputes the reaches (see CentreSight) of the changed cells, and then of each cell that
/// depends on a changed reach. The reach of cell v depends on the cells v + next, v + columns and
/// v + columns + next. The queue returns these cells before v, so each reach is computed once.
void update_sight(CentreSight& sight, const GridGraph& graph, std::span<const Vertex> changed) {
  if (sight.reaches().empty()) return;
  const Vertex columns = graph.stride();
  const auto count = static_cast<Vertex>(graph.vertices());
  CentreSight::Reaches* const reaches = sight.reaches().data();
  for (std::size_t which = 0; which < CentreSight::kSide.size(); ++which) {
    const Vertex next = CentreSight::kSide[which];
    // Key of a vertex in the queue; larger keys come first. If `next` is -1, columns are counted
    // backwards. The function is its own inverse.
    const auto key_of = [&](Vertex v) {
      return next > 0 ? v : v + columns - 1 - 2 * graph.division().cell(v).i;
    };
    std::priority_queue<Vertex> keys;
    for (const Vertex v : changed) keys.push(key_of(v));
    while (!keys.empty()) {
      const Vertex key = keys.top();
      while (!keys.empty() && keys.top() == key) keys.pop();
      const Vertex v = key_of(key);
      std::array<std::uint8_t, 3> of_next{};
      const std::array steps{next, columns, columns + next};
      for (std::size_t k = 0; k < steps.size(); ++k) {
        const Vertex w = v + steps[k];
        if (w >= 0 && w < count) of_next[k] = reaches[w][which];
      }
      const std::uint8_t reach =
          CentreSight::reach(graph.near_masks()[static_cast<std::size_t>(v)], which, of_next);
      if (reaches[v][which] == reach) continue;
      reaches[v][which] = reach;
      for (const Vertex step : steps) {
        const Vertex w = v - step;
        if (w >= 0 && w < count) keys.push(key_of(w));
      }
    }
  }
}

}  // namespace fairway
