#include "algorithms/solvers/grid_jps/stop_flood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairway {
namespace {

constexpr std::int64_t kUnreached = std::numeric_limits<std::int64_t>::max();

/// Costs of moves are multiples of a power of two (see GridGraph::move_length).
std::int64_t whole(double length, double side) {
  constexpr int kCostBits = 38;
  return std::llround(std::ldexp(length, kCostBits - std::ilogb(side)));
}

}  // namespace

StopFlood::StopFlood(const GridGraph& graph, const JumpRules& rules, const JumpStops& stops)
    : graph_(graph),
      rules_(rules),
      stops_(stops),
      straight_(whole(graph.move_length(0), graph.grid().size)),
      diagonal_(whole(graph.move_length(4), graph.grid().size)),
      costs_(graph.vertices()),
      first_(graph.vertices()),
      at_stops_(stops.count()) {
  for (std::size_t d = 0; d < offset_.size(); ++d) {
    offset_[d] = kGridMoves[d].dy * graph.stride() + kGridMoves[d].dx;
  }
}

void StopFlood::run(Vertex from) {
  std::ranges::fill(costs_, kUnreached);
  std::ranges::fill(first_, std::uint8_t{0});
  std::ranges::fill(at_stops_, Stop{kUnreached, {}});
  costs_[static_cast<std::size_t>(from)] = 0;
  first_[static_cast<std::size_t>(from)] = 0xff;
  for (std::size_t d = 0; d < 8; ++d) leave(from, 0, d, static_cast<std::uint8_t>(1U << d));
  while (!open_.empty()) {
    const Entry entry = open_.pop();
    const Vertex v = entry.vertex;
    const Stop& stop = at_stops_[stops_.number(v)];
    if (entry.cost != stop.cost) continue;
    std::array<std::uint8_t, 8> first{};
    for (int arrival = 0; arrival <= kAnyhow; ++arrival) {
      const std::uint8_t of_arrival = stop.first[static_cast<std::size_t>(arrival)];
      if (of_arrival == 0) continue;
      const std::uint32_t moves = rules_.moves(v, arrival, graph_.mask(v));
      for (std::size_t d = 0; d < 8; ++d) {
        if ((moves >> d & 1) != 0) first[d] = static_cast<std::uint8_t>(first[d] | of_arrival);
      }
    }
    for (std::size_t d = 0; d < 8; ++d) {
      if (first[d] != 0) leave(v, entry.cost, d, first[d]);
    }
  }
}

void StopFlood::leave(Vertex v, Cost cost, std::size_t direction, std::uint8_t first) {
  if (direction < 4) return go_straight(v, cost, direction, first);
  const GridMove move = kGridMoves[direction];
  const auto aside_x = static_cast<std::size_t>(along_x(move.dx));
  const auto aside_y = static_cast<std::size_t>(along_y(move.dy));
  while ((graph_.mask(v) >> direction & 1) != 0) {
    v += offset_[direction];
    cost += diagonal_;
    if (!visit(v, cost, first)) return;
    if (rules_.irregular(v)) return reach(v, cost, kAnyhow, first);
    go_straight(v, cost, aside_x, first);
    go_straight(v, cost, aside_y, first);
  }
}

void StopFlood::go_straight(Vertex v, Cost cost, std::size_t direction, std::uint8_t first) {
  while ((graph_.mask(v) >> direction & 1) != 0) {
    v += offset_[direction];
    cost += straight_;
    if (!visit(v, cost, first)) return;
    if (rules_.stops(v, static_cast<int>(direction), graph_.mask(v))) {
      return reach(v, cost, static_cast<int>(direction), first);
    }
  }
}

/// Returns whether a least path found so far may go on from here.
bool StopFlood::visit(Vertex v, Cost cost, std::uint8_t first) {
  const auto i = static_cast<std::size_t>(v);
  if (cost > costs_[i]) return false;
  first_[i] = cost < costs_[i] ? first : static_cast<std::uint8_t>(first_[i] | first);
  costs_[i] = cost;
  return true;
}

void StopFlood::reach(Vertex v, Cost cost, int arrival, std::uint8_t first) {
  Stop& stop = at_stops_[stops_.number(v)];
  if (cost > stop.cost) return;
  if (cost < stop.cost) {
    stop = {cost, {}};
    open_.push({cost, v});
  }
  std::uint8_t& of_arrival = stop.first[static_cast<std::size_t>(arrival)];
  of_arrival = static_cast<std::uint8_t>(of_arrival | first);
}

}  // namespace fairway
