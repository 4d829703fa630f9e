#include "algorithms/representations/jump_point_graph/sight_table.hpp"

#include <algorithm>

namespace fairway {

SightTable::SightTable(const GridGraph& graph, const JumpRules& rules, const JumpStates& states)
    : entries_(graph.vertices()) {
  for (std::size_t d = 0; d < offset_.size(); ++d) {
    offset_[d] = kGridMoves[d].dy * graph.stride() + kGridMoves[d].dx;
  }
  // Computes the entry of cell v for a direction from the entry of its neighbour in this direction.
  // Precondition: the entry of the neighbour is known.
  const auto fill = [&](Vertex v, int direction) {
    if ((graph.mask(v) >> direction & 1) == 0) return;
    const auto d = static_cast<std::size_t>(direction);
    const Vertex next = v + offset_[d];
    const bool ends =
        direction < 4 ? rules.stops(next, direction, graph.mask(next)) : states.any(next);
    const std::uint16_t onward = entries_[static_cast<std::size_t>(next)][d];
    const int way = ends ? 1 : onward == 0 ? 0 : std::min(onward + 1, int{kFar});
    entries_[static_cast<std::size_t>(v)][d] = static_cast<std::uint16_t>(way);
  };
  const auto count = static_cast<Vertex>(graph.vertices());
  for (Vertex v = 0; v < count; ++v) {
    for (const int d : {2, 3, 6, 7}) fill(v, d);
  }
  for (Vertex v = count - 1; v >= 0; --v) {
    for (const int d : {0, 1, 4, 5}) fill(v, d);
  }
}

}  // namespace fairway
