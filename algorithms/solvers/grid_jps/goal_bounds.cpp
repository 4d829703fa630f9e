#include "algorithms/solvers/grid_jps/goal_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ctime>
#include <span>
#include <string>

#include "algorithms/solvers/grid_jps/stop_flood.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {
namespace {

double thread_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct CellBox {
  int west = 0x7fffffff;
  int south = 0x7fffffff;
  int east = -1;
  int north = -1;

  void add(const CellBox& other) {
    west = std::min(west, other.west);
    south = std::min(south, other.south);
    east = std::max(east, other.east);
    north = std::max(north, other.north);
  }
};

/// Where a run of equal bytes ends that begins at i.
int run_end(const std::uint8_t* row, int i, int end) {
  const std::uint64_t same = row[i] * std::uint64_t{0x0101010101010101};
  int at = i + 1;
  while (at + 8 <= end) {
    std::uint64_t next;
    std::memcpy(&next, row + at, sizeof(next));
    if (next != same) break;
    at += 8;
  }
  while (at < end && row[at] == row[i]) ++at;
  return at;
}

/// For each direction the box of the cells that have its bit. O(cells).
std::array<CellBox, 8> boxes_of(std::span<const std::uint8_t> first_moves, const CellGrid& grid) {
  std::array<CellBox, 8> boxes{};
  for (int j = 0; j < grid.rows; ++j) {
    const std::uint8_t* const row = first_moves.data() + grid.index(0, j);
    for (int i = 0; i < grid.columns;) {
      const int end = run_end(row, i, grid.columns);
      for (unsigned left = row[i]; left != 0; left &= left - 1) {
        boxes[static_cast<std::size_t>(std::countr_zero(left))].add({i, j, end - 1, j});
      }
      i = end;
    }
  }
  return boxes;
}

}  // namespace

JumpStops::JumpStops(const GridGraph& graph, const JumpRules& rules)
    : blocks_((graph.vertices() + 7) / 8) {
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertices()); ++v) {
    std::uint32_t& word = blocks_[static_cast<std::size_t>(v) / 8];
    if (v % 8 == 0) word = static_cast<std::uint32_t>(count_) << 8;
    const std::uint32_t legal = graph.mask(v);
    if (legal == 0) continue;
    bool stops = rules.irregular(v);
    for (int d = 0; d < 4; ++d) {
      const bool arrives = (legal >> (d + 2) % 4 & 1) != 0;
      stops = stops || (arrives && JumpRules::forces_turns(d, legal));
    }
    if (!stops) continue;
    word |= 1U << bit(v);
    if (++count_ >> 24 != 0) throw UnsupportedWorld("the grid has 2^24 jump points or more");
  }
}

GoalBounds::GoalBounds(const Grid& grid, const JumpRules& rules, Budget budget)
    : stops_(grid.graph(), rules) {
  constexpr double kMebibyte = 1024 * 1024;
  const GridGraph& graph = grid.graph();
  const auto stops = static_cast<double>(stops_.count());
  const double mebibytes =
      (stops * sizeof(reach_[0]) + static_cast<double>(stops_.memory_bytes())) / kMebibyte;
  if (mebibytes > budget.mebibytes) {
    throw UnsupportedWorld("goal bounds of " + short_text(stops) + " jump points need " +
                           short_text(std::ceil(mebibytes * 100) / 100) +
                           " MiB: more than index_mb = " + short_text(budget.mebibytes));
  }
  const CellGrid& lattice = graph.grid();
  while ((std::max(lattice.columns, lattice.rows) - 1) >> shift_ > kMost) ++shift_;
  reach_.resize(stops_.count());
  const double begin = thread_seconds();
  StopFlood flood(graph, rules, stops_);
  std::size_t done = 0;
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertices()); ++v) {
    if (!stops_.contains(v)) continue;
    auto& reach = reach_[done++];
    if (rules.irregular(v)) {
      reach.fill(~std::uint64_t{0});
      continue;
    }
    if (thread_seconds() - begin > budget.seconds) {
      throw UnsupportedWorld("goal bounds need more than build_s = " + short_text(budget.seconds) +
                             " s of CPU time: " + std::to_string(done) + " of " +
                             std::to_string(stops_.count()) + " jump points are done");
    }
    flood.run(v);
    const std::array<CellBox, 8> boxes = boxes_of(flood.first_moves(), lattice);
    for (int arrival = 0; arrival < 4; ++arrival) {
      if (!JumpRules::forces_turns(arrival, graph.mask(v))) continue;
      CellBox box;
      const std::uint32_t moves = rules.moves(v, arrival, graph.mask(v));
      for (std::size_t d = 0; d < 8; ++d) {
        if ((moves >> d & 1) != 0) box.add(boxes[d]);
      }
      const RowDivision::Cell cell = graph.division().cell(v);
      box.add({cell.i, cell.j, cell.i, cell.j});
      reach[static_cast<std::size_t>(arrival)] =
          kGuards |
          fields(box.east >> shift_, box.north >> shift_, box.west >> shift_, box.south >> shift_);
    }
  }
}

}  // namespace fairway
