#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/search/open_heap.hpp"
#include "algorithms/solvers/grid_jps/goal_bounds.hpp"
#include "algorithms/solvers/grid_jps/jump_rules.hpp"

namespace fairway {

/// Least paths of jumps from one cell to all others, with the directions in which they begin. The
/// state is reused from flood to flood. Costs are whole numbers, in which equal lengths are equal.
/// Source: N. Sturtevant, S. Rabin, "Canonical Orderings on Grids", IJCAI 2016, section "Canonical
/// Dijkstra".
class StopFlood {
 public:
  StopFlood(const GridGraph& graph, const JumpRules& rules, const JumpStops& stops);

  /// O(cells reached, once for each least path of jumps that reaches them, + stops log stops).
  void run(Vertex from);
  /// For each cell, the first directions of its least paths from the last `from`, a bit each; 0 if
  /// there is no path.
  std::span<const std::uint8_t> first_moves() const { return first_; }

 private:
  using Cost = std::int64_t;
  struct Stop {
    Cost cost;
    std::array<std::uint8_t, 5> first;  ///< by arrival
  };
  struct Entry {
    Cost cost;
    Vertex vertex;
    bool before(const Entry& other) const { return cost < other.cost; }
  };

  void leave(Vertex v, Cost cost, std::size_t direction, std::uint8_t first);
  void go_straight(Vertex v, Cost cost, std::size_t direction, std::uint8_t first);
  bool visit(Vertex v, Cost cost, std::uint8_t first);
  void reach(Vertex v, Cost cost, int arrival, std::uint8_t first);

  const GridGraph& graph_;
  const JumpRules& rules_;
  const JumpStops& stops_;
  std::array<std::int32_t, 8> offset_;
  Cost straight_;
  Cost diagonal_;
  std::vector<Cost> costs_;
  std::vector<std::uint8_t> first_;
  std::vector<Stop> at_stops_;
  OpenHeap<Entry> open_;
};

}  // namespace fairway
