#include "algorithms/solvers/grid_jps/goal_bounds.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <ctime>
#include <string>

#include "algorithms/search/build_limits.hpp"
#include "algorithms/settings/option_range.hpp"
#include "algorithms/solvers/grid_jps/jump_flood.hpp"

namespace fairway {
namespace {

double thread_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The smallest block that contains a set of cells.
struct Hull {
  int west = 0x7fffffff;
  int south = 0x7fffffff;
  int east = -1;
  int north = -1;

  bool empty() const { return east < 0; }
  void add(const Hull& other) {
    west = std::min(west, other.west);
    south = std::min(south, other.south);
    east = std::max(east, other.east);
    north = std::max(north, other.north);
  }
};

using Hulls = std::array<Hull, JumpFlood::kLabels>;

/// Returns, for each label, the hull of the cells with this label. O(cells).
Hulls hulls_of(std::span<const std::uint32_t> labels, const CellGrid& grid) {
  Hulls hulls{};
  for (int j = 0; j < grid.rows; ++j) {
    const std::uint32_t* const row = labels.data() + grid.index(0, j);
    for (int i = 0; i < grid.columns;) {
      int end = i + 1;
      while (end < grid.columns && row[end] == row[i]) ++end;
      for (std::uint32_t left = row[i]; left != 0; left &= left - 1) {
        hulls[static_cast<std::size_t>(std::countr_zero(left))].add({i, j, end - 1, j});
      }
      i = end;
    }
  }
  return hulls;
}

}  // namespace

GoalBounds::GoalBounds(const Grid& grid, const JumpRules& rules, Budget budget)
    : states_(grid, rules) {
  const GridGraph& graph = grid.graph();
  const CellGrid& lattice = graph.grid();
  while ((std::max(lattice.columns, lattice.rows) - 1) >> shift_ > kMost) ++shift_;
  const auto check_memory = [&] {
    constexpr double kMebibyte = 1024 * 1024;
    const double mebibytes = static_cast<double>(memory_bytes()) / kMebibyte;
    if (mebibytes <= budget.mebibytes) return;
    throw MemoryLimitExceeded("goal bounds of " + std::to_string(states_.count()) +
                              " states need more than index_mb = " + short_text(budget.mebibytes));
  };
  nodes_.reserve(states_.count() + 1);
  check_memory();
  const double begin = thread_seconds();
  JumpFlood flood(graph, rules, states_);
  const std::span<const JumpStates::Place> places = states_.places();
  for (std::size_t first = 0; first < places.size();) {
    const JumpCell cell = places[first].cell;
    std::size_t end = first;
    std::uint32_t directions = 0;
    const auto moves = [&](std::size_t s) {
      return rules.moves(cell.v, places[s].arrival, graph.mask(cell.v));
    };
    for (; end < places.size() && places[end].cell.v == cell.v; ++end) directions |= moves(end);
    if (thread_seconds() - begin > budget.seconds) {
      throw TimeLimitExceeded("goal bounds need more than build_s = " + short_text(budget.seconds) +
                              " s of CPU time: " + std::to_string(first) + " of " +
                              std::to_string(places.size()) + " states are done");
    }
    flood.run(cell.v, directions);
    const Hulls hulls = hulls_of(flood.labels(), lattice);
    for (std::size_t s = first; s < end; ++s) {
      Hull direct{cell.i, cell.j, cell.i, cell.j};
      for (std::size_t d = 0; d < 8; ++d) {
        if ((moves(s) >> d & 1) != 0) direct.add(hulls[d]);
      }
      Hull reach = direct;
      const auto jumps = static_cast<std::uint32_t>(ends_.size());
      for (const JumpFlood::Jump& jump : flood.jumps()) {
        const Hull& hull = hulls[jump.label];
        if ((moves(s) >> jump.direction & 1) == 0 || hull.empty()) continue;
        reach.add(hull);
        boxes_.push_back(box(hull.west, hull.south, hull.east, hull.north));
        ends_.push_back(jump.to);
      }
      nodes_.push_back({box(reach.west, reach.south, reach.east, reach.north),
                        box(direct.west, direct.south, direct.east, direct.north), jumps});
    }
    check_memory();
    first = end;
  }
  nodes_.push_back({0, 0, static_cast<std::uint32_t>(ends_.size())});
  boxes_.shrink_to_fit();
  ends_.shrink_to_fit();
}

std::size_t GoalBounds::memory_bytes() const {
  return states_.memory_bytes() + nodes_.capacity() * sizeof(Node) +
         boxes_.capacity() * sizeof(Box) + ends_.capacity() * sizeof(State);
}

}  // namespace fairway
