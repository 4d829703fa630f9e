#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"
#include "algorithms/search/bucket_queue.hpp"

namespace fairway {

/// Working memory of jump point search for the queries of one thread. Each query resets it in O(1).
struct JumpScratch {
  /// A cell that a jump reached.
  struct Node {
    double g;             ///< cost from the start
    std::uint32_t link;   ///< parent (high bits) and direction of arrival (low bits)
    std::uint32_t stamp;  ///< stamp of the query that wrote the node
  };
  /// A cell linked to the goal. The cell has two runs: the cells of its row, and the cells of its
  /// column, from which straight moves lead to it.
  struct Target {
    JumpCell cell;  ///< the linked cell
    double cost;    ///< cost of the link
    ///@{ west and east: first and last column of the run in the cell's row. south and north: first
    /// and last row of the run in the cell's column.
    std::int32_t west, east, south, north;
    ///@}
  };

  ZeroedArray<Node> nodes;      ///< node of each cell
  std::uint32_t stamp = 0;      ///< stamp of the current query
  BucketQueue<Vertex> open;     ///< the open list, by cost from the start plus estimate
  std::vector<Target> targets;  ///< cells linked to the goal
  std::size_t memory_bytes() const { return heap_bytes(nodes, open, targets); }  ///< Heap bytes.
};

/// A* over the jump points of a grid, for one query. `Jumps` finds the jump points. A node is a
/// cell at which a straight jump ends. A cell where a jump turns from a diagonal to a straight line
/// is not a node.
///
/// Nodes come out of the open list roughly in the order of cost plus estimate. A node that is
/// reached again at less cost is expanded again, so the path found is exact in any order.
///
/// If a node is reached again at equal cost, it keeps its first arrival (direction of the last
/// move). Pruning by the first arrival suffices.
/// Proof: suppose that no optimal path is found. Consider all cells that lie on optimal paths and
/// that some jump passes at their optimal cost. Let x be the cell among them farthest from the
/// start. Let m be the next cell after x on an optimal path. The move to m was pruned in favour of
/// a path of the same length. So x was reached straight, and m lies diagonally ahead. The path
/// could turn diagonally at any earlier cell of the straight run that leads to x. At the first cell
/// of the run this turn was not pruned. The jumps along the diagonal from this first cell then pass
/// a cell farther than x, a contradiction.
/// Source: D. Harabor, A. Grastien, AAAI 2011 and ICAPS 2014 (see JumpRules); the latter describes
/// the "pruning of intermediate jump points".
template <class Jumps>
class JumpSearch {
 public:
  /// Keeps references to the arguments.
  JumpSearch(const Grid& grid, const JumpRules& rules, const Jumps& jumps, JumpScratch& scratch)
      : grid_(grid),
        graph_(grid.graph()),
        rules_(rules),
        jumps_(jumps),
        masks_(graph_.near_masks().data()),
        scratch_(scratch),
        straight_(graph_.move_length(0)),
        diagonal_(graph_.move_length(4)),
        heuristic_bend_(diagonal_ - straight_) {}

  /// Finds the cheapest path over cells, if it costs less than attachment.direct. Precondition:
  /// start and goal have links.
  void run(const Attachment& attachment, Point goal) {
    begin(attachment, goal);
    for (const Link& link : attachment.start) {
      if (!leads_to_target(link.vertex)) continue;
      relax(cell(link.vertex), link.cost, link.vertex, kAnyhow);
    }
    for (BucketQueue<Vertex>::Entry entry; scratch_.open.pop(cost_, entry);) {
      if (entry.key >= cost_) continue;
      const Vertex v = entry.value;
      Node& node = nodes_[v];
      const std::uint32_t arrival = node.link & kArrival;
      if (arrival == kClosed) continue;
      node.link |= kClosed;
      ++expanded_;
      const JumpCell c = cell(v);
      const std::uint8_t moves = rules_.moves(v, static_cast<int>(arrival), masks_[v]);
      const double g = node.g;
      reach_targets(c, g, moves);
      expand(c, g, moves & jumps_.useful(v),
             [&](JumpCell to, double cost, int way) { relax(to, cost, v, way); });
    }
  }

  double cost() const { return cost_; }                 ///< Least cost found, or attachment.direct.
  std::uint64_t expanded() const { return expanded_; }  ///< Number of nodes expanded.
  std::uint64_t generated() const { return generated_; }  ///< Number of jumps to nodes.

  /// Writes the cells where the path begins, turns and ends. Writes nothing if there is no path
  /// over cells that is cheaper than attachment.direct.
  void trace(std::vector<Vertex>& turns) const {
    trace(turns, [this](JumpCell& from) {
      const Vertex parent = parent_of(from.v);
      if (parent == from.v) return false;
      from = cell(parent);
      return true;
    });
  }

 protected:
  /// @cond members for searches that derive from this one
  using Node = JumpScratch::Node;
  using Target = JumpScratch::Target;
  // Number of low bits of Node::link that hold the arrival. A grid has at most 2^28 cells, so 28
  // bits suffice for the parent.
  static constexpr int kArrivalBits = 4;
  static constexpr std::uint32_t kArrival = (1U << kArrivalBits) - 1;
  static constexpr std::uint32_t kClosed = kArrival;

  /// Writes the turns of the path found. go_to_parent(cell) replaces a cell by its parent, the cell
  /// where the jump began. It returns false if the cell has no parent.
  void trace(std::vector<Vertex>& turns, auto&& go_to_parent) const {
    turns.clear();
    if (last_ == kNoVertex) return;
    turns.push_back(target_);
    GridMove heading{0, 0};
    const auto go_back = [&](int dx, int dy, Vertex v) {
      if (heading.dx == dx && heading.dy == dy) {
        turns.back() = v;
      } else {
        turns.push_back(v);
        heading = {dx, dy};
      }
    };
    JumpCell to = cell(target_);
    JumpCell a = cell(last_);
    do {
      const std::int32_t dx = to.i - a.i;
      const std::int32_t dy = to.j - a.j;
      const int sx = dx > 0 ? 1 : -1;
      const int sy = dy > 0 ? 1 : -1;
      const std::int32_t bend = std::min(std::abs(dx), std::abs(dy));
      if (std::abs(dx) != std::abs(dy)) {
        const bool along_x = std::abs(dx) > bend;
        go_back(along_x ? sx : 0, along_x ? 0 : sy,
                graph_.vertex(a.i + sx * bend, a.j + sy * bend));
      }
      if (bend > 0) go_back(sx, sy, a.v);
      to = a;
    } while (go_to_parent(a));
    std::reverse(turns.begin(), turns.end());
  }

  JumpCell cell(Vertex v) const {
    const RowDivision::Cell c = graph_.division().cell(v);
    return {v, c.i, c.j};
  }

  Vertex parent_of(Vertex v) const { return static_cast<Vertex>(nodes_[v].link >> kArrivalBits); }

  void begin(const Attachment& attachment, Point goal) {
    begin(attachment, goal, graph_.vertices());
  }
  void begin(const Attachment& attachment, Point goal, std::size_t nodes) {
    scratch_.nodes.fit(nodes);
    if (++scratch_.stamp == 0) {
      scratch_.nodes.clear();
      scratch_.stamp = 1;
    }
    nodes_ = scratch_.nodes.data();
    stamp_ = scratch_.stamp;
    cost_ = attachment.direct;
    const CellGrid& lattice = graph_.grid();
    goal_i_ = lattice.column_at(goal.x);
    goal_j_ = lattice.row_at(goal.y);
    excess_ = 0;
    scratch_.targets.clear();
    for (const Link& link : attachment.goal) {
      const JumpCell c = cell(link.vertex);
      scratch_.targets.push_back({c, link.cost, c.i - run_length<2>(c), c.i + run_length<0>(c),
                                  c.j - run_length<3>(c), c.j + run_length<1>(c)});
      excess_ = std::max(excess_, distance_to_anchor(c) - link.cost);
    }
    excess_ = graph_.round_up(excess_);
    double least = std::numeric_limits<double>::infinity();
    for (const Link& link : attachment.start) {
      least = std::min(least, link.cost + estimate(cell(link.vertex)));
    }
    scratch_.open.clear(least);
  }

  /// Number of consecutive legal moves from c in straight direction D.
  template <int D>
  std::int32_t run_length(JumpCell c) const {
    std::int32_t length = 0;
    while ((graph_.mask(c.v) >> D & 1) != 0) {
      const std::int32_t jump = jumps_.template straight<D>(c);
      if (jump <= 0) return length - jump;
      length += jump;
      c = ahead(c, D, jump);
    }
    return length;
  }

  bool leads_to_target(Vertex v) const {
    const std::int32_t component = grid_.component(v);
    return std::any_of(scratch_.targets.begin(), scratch_.targets.end(), [&](const Target& target) {
      return grid_.component(target.cell.v) == component;
    });
  }

  /// Octile distance to the cell that contains the goal, computed as in GridOctile.
  double distance_to_anchor(JumpCell c) const {
    const std::int32_t dx = std::abs(c.i - goal_i_);
    const std::int32_t dy = std::abs(c.j - goal_j_);
    return straight_ * std::max(dx, dy) + heuristic_bend_ * std::min(dx, dy);
  }

  /// Lower bound of the cost from a cell to the goal.
  double estimate(JumpCell c) const { return std::max(distance_to_anchor(c) - excess_, 0.0); }

  void relax(JumpCell c, double g, Vertex parent, int arrival) {
    ++generated_;
    JumpScratch::Node& node = nodes_[c.v];
    if (node.stamp == stamp_ && node.g <= g) return;
    const double f = g + estimate(c);
    if (f >= cost_) return;
    node = {
        g, static_cast<std::uint32_t>(parent) << kArrivalBits | static_cast<std::uint32_t>(arrival),
        stamp_};
    scratch_.open.push(f, c.v);
  }

  /// Tries to reach each target by one jump: diagonally to the target's row or column, then
  /// straight. Returns whether a jump lowers the cost of the path.
  bool reach_targets(JumpCell c, double g, std::uint32_t moves) {
    bool lower = false;
    for (const Target& target : scratch_.targets) {
      const std::int32_t dx = target.cell.i - c.i;
      const std::int32_t dy = target.cell.j - c.j;
      const std::int32_t ax = std::abs(dx);
      const std::int32_t ay = std::abs(dy);
      const std::int32_t bend = std::min(ax, ay);
      if (ax < ay) {
        const std::int32_t j = dy > 0 ? c.j + bend : c.j - bend;
        if (j < target.south || j > target.north) continue;
      } else {
        const std::int32_t i = dx > 0 ? c.i + bend : c.i - bend;
        if (i < target.west || i > target.east) continue;
      }
      const double cost =
          g + bend * diagonal_ + (std::max(ax, ay) - bend) * straight_ + target.cost;
      if (cost >= cost_) continue;
      if (bend > 0) {
        const int direction = diagonal_of(dx, dy);
        if ((moves >> direction & 1) == 0) continue;
        if (!jumps_.open(graph_, c.v, direction, bend)) continue;
      }
      cost_ = cost;
      last_ = c.v;
      target_ = target.cell.v;
      lower = true;
    }
    return lower;
  }

  /// Calls found(cell, cost, arrival) for the end of each jump from c in the directions of the mask
  /// `moves`. `cost` is g plus the cost of the jump.
  [[gnu::always_inline]] void expand(JumpCell c, double g, std::uint32_t moves, auto&& found) {
    if (moves & 0x01) go_straight<0>(c, g, found);
    if (moves & 0x02) go_straight<1>(c, g, found);
    if (moves & 0x04) go_straight<2>(c, g, found);
    if (moves & 0x08) go_straight<3>(c, g, found);
    if (moves & 0x10) go_diagonally<4>(c, g, found);
    if (moves & 0x20) go_diagonally<5>(c, g, found);
    if (moves & 0x40) go_diagonally<6>(c, g, found);
    if (moves & 0x80) go_diagonally<7>(c, g, found);
  }

  template <int D>
  void go_straight(JumpCell c, double g, auto&& found) {
    const std::int32_t jump = jumps_.template straight<D>(c);
    if (jump > 0) found(ahead(c, D, jump), g + jump * straight_, D);
  }

  template <int D>
  void go_diagonally(JumpCell c, double g, auto&& found) {
    const std::int32_t open = jumps_.template diagonal<D>(
        graph_, c, [&](std::int32_t steps, int direction, std::int32_t jump) {
          found(ahead(ahead(c, D, steps), direction, jump),
                g + steps * diagonal_ + jump * straight_, direction);
        });
    if (!rules_.any_irregular()) return;
    const JumpCell last = ahead(c, D, open);
    if ((graph_.mask(last.v) >> D & 1) == 0) return;
    found(ahead(last, D, 1), g + (open + 1) * diagonal_, kAnyhow);
  }

  JumpCell ahead(JumpCell c, int direction, std::int32_t cells) const {
    const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
    return {c.v + cells * (move.dy * graph_.stride() + move.dx), c.i + cells * move.dx,
            c.j + cells * move.dy};
  }

  const Grid& grid_;
  const GridGraph& graph_;
  const JumpRules& rules_;
  const Jumps& jumps_;
  const std::uint8_t* masks_;  // legal moves of each cell
  JumpScratch& scratch_;
  JumpScratch::Node* nodes_ = nullptr;
  std::uint32_t stamp_ = 0;
  double straight_;
  double diagonal_;
  double heuristic_bend_;
  std::int32_t goal_i_ = 0;
  std::int32_t goal_j_ = 0;
  double excess_ = 0;
  double cost_ = std::numeric_limits<double>::infinity();
  Vertex last_ = kNoVertex;
  Vertex target_ = kNoVertex;
  std::uint64_t expanded_ = 0;
  std::uint64_t generated_ = 0;
  /// @endcond
};

}  // namespace fairway
