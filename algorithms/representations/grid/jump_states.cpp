#include "algorithms/representations/grid/jump_states.hpp"

#include <stdexcept>

namespace fairway {

JumpStates::JumpStates(const Grid& grid, const JumpRules& rules)
    : blocks_((grid.graph().vertices() + 7) / 8) {
  const GridGraph& graph = grid.graph();
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertices()); ++v) {
    std::uint32_t& block = blocks_[static_cast<std::size_t>(v) / 8];
    if (v % 8 == 0) block = static_cast<std::uint32_t>(stops_.size()) << 8;
    const std::uint32_t legal = graph.mask(v);
    if (legal == 0) continue;
    const RowDivision::Cell at = graph.division().cell(v);
    const auto first = static_cast<std::uint32_t>(places_.size());
    std::uint32_t arrivals = 0;
    if (rules.irregular(v)) {
      places_.push_back({{v, at.i, at.j}, kAnyhow});
    } else {
      for (int d = 0; d < 4; ++d) {
        const bool arrives = (legal >> (d + 2) % 4 & 1) != 0;
        if (!arrives || !JumpRules::forces_turns(d, legal)) continue;
        arrivals |= 1U << d;
        places_.push_back({{v, at.i, at.j}, d});
      }
    }
    if (first == places_.size()) continue;
    block |= 1U << v % 8;
    stops_.push_back(first << 4 | arrivals);
    if (stops_.size() >> 24 != 0)
      throw std::length_error("the grid has 2^24 jump points or more; expected fewer jump points");
  }
  stops_.shrink_to_fit();
  places_.shrink_to_fit();
}

}  // namespace fairway
