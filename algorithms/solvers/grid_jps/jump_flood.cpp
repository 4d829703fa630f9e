#include "algorithms/solvers/grid_jps/jump_flood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairway {
namespace {

constexpr std::int64_t kUnreached = std::numeric_limits<std::int64_t>::max();

/// Converts a cost to a whole number. The conversion is exact, because costs of moves are multiples
/// of a power of two (see GridGraph::move_length).
std::int64_t whole(double length, double side) {
  constexpr int kCostBits = 38;
  return std::llround(std::ldexp(length, kCostBits - std::ilogb(side)));
}

}  // namespace

JumpFlood::JumpFlood(const GridGraph& graph, const JumpRules& rules, const JumpStates& states)
    : graph_(graph),
      rules_(rules),
      states_(states),
      costs_(graph.vertices()),
      labels_(graph.vertices()),
      nodes_(states.count()) {
  for (std::size_t d = 0; d < offset_.size(); ++d) {
    offset_[d] = kGridMoves[d].dy * graph.stride() + kGridMoves[d].dx;
    length_[d] = whole(graph.move_length(static_cast<int>(d)), graph.grid().size);
  }
}

void JumpFlood::run(Vertex from, std::uint32_t directions) {
  std::ranges::fill(costs_, kUnreached);
  std::ranges::fill(labels_, 0U);
  std::ranges::fill(nodes_, Node{kUnreached, 0});
  jumps_.clear();
  costs_[static_cast<std::size_t>(from)] = 0;
  at_source_ = true;
  for (std::size_t d = 0; d < 8; ++d) {
    first_direction_ = d;
    leave({from, 0, directions & 1U << d}, d);
  }
  at_source_ = false;
  while (!open_.empty()) {
    const Entry entry = open_.pop();
    const Node node = nodes_[entry.state];
    if (entry.cost != node.cost) continue;
    const JumpStates::Place& place = states_.place(entry.state);
    const Vertex v = place.cell.v;
    if (node.cost > costs_[static_cast<std::size_t>(v)]) continue;
    const std::uint32_t moves = rules_.moves(v, place.arrival, graph_.mask(v));
    for (std::size_t d = 0; d < 8; ++d) {
      if ((moves >> d & 1) != 0) leave({v, node.cost, node.labels}, d);
    }
  }
}

void JumpFlood::leave(Front front, std::size_t direction) {
  if (direction < 4) return go_straight(front, direction);
  const GridMove move = kGridMoves[direction];
  while (step(front, direction)) {
    if (rules_.irregular(front.at)) return reach(front, kAnyhow);
    go_straight(front, static_cast<std::size_t>(along_x(move.dx)));
    go_straight(front, static_cast<std::size_t>(along_y(move.dy)));
  }
}

void JumpFlood::go_straight(Front front, std::size_t direction) {
  const auto arrival = static_cast<int>(direction);
  while (step(front, direction)) {
    if (rules_.stops(front.at, arrival, graph_.mask(front.at))) return reach(front, arrival);
  }
}

/// Extends a path by one move. Returns false if the move is illegal, or if a shorter path to the
/// next cell is known.
bool JumpFlood::step(Front& front, std::size_t direction) {
  if ((graph_.mask(front.at) >> direction & 1) == 0) return false;
  front.at += offset_[direction];
  front.cost += length_[direction];
  const auto i = static_cast<std::size_t>(front.at);
  if (front.cost > costs_[i]) return false;
  labels_[i] = front.cost < costs_[i] ? front.labels : labels_[i] | front.labels;
  costs_[i] = front.cost;
  return true;
}

void JumpFlood::reach(const Front& front, int arrival) {
  const JumpStates::State state = states_.find(front.at, arrival);
  std::uint32_t labels = front.labels;
  if (at_source_ && labels != 0) {
    const std::size_t label = std::min(kFirstJump + jumps_.size(), kLabels - 1);
    jumps_.push_back({state, first_direction_, label});
    labels = 1U << label;
    labels_[static_cast<std::size_t>(front.at)] |= labels;
  }
  Node& node = nodes_[state];
  if (front.cost > node.cost) return;
  if (front.cost < node.cost) {
    node = {front.cost, 0};
    open_.push({front.cost, state});
  }
  node.labels |= labels;
}

}  // namespace fairway
