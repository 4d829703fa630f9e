#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "algorithms/solvers/grid_jps/goal_bounds.hpp"
#include "algorithms/solvers/grid_jps/jump_search.hpp"
#include "algorithms/solvers/grid_jps/jump_table.hpp"

namespace fairway {

/// Jump point search over the states of JumpStates, for one query. It finds the jumps from the
/// start in a JumpTable. After these jumps, it follows only jumps that GoalBounds does not exclude.
class BoundedSearch : public JumpSearch<JumpTable> {
 public:
  /// Keeps references to the arguments.
  BoundedSearch(const Grid& grid, const JumpRules& rules, const JumpTable& jumps,
                const GoalBounds& bounds, JumpScratch& scratch)
      : JumpSearch(grid, rules, jumps, scratch), bounds_(bounds), states_(bounds.states()) {}

  /// See JumpSearch::run.
  void run(const Attachment& attachment, Point goal) {
    begin(attachment, goal, states_.count());
    if (attachment.goal.empty()) return;
    attachment_ = &attachment;
    goals_ = bounds_.targets(block_of_targets());
    for (std::size_t k = 0; k < attachment.start.size(); ++k) {
      const Link& link = attachment.start[k];
      if (leads_to_target(link.vertex)) leave_start(link, kStart | static_cast<std::uint32_t>(k));
    }
    for (BucketQueue<Vertex>::Entry entry; scratch_.open.pop(cost_, entry);) {
      if (entry.key >= cost_) continue;
      const auto state = static_cast<State>(entry.value);
      Node& node = nodes_[static_cast<Vertex>(state)];
      if ((node.link & kClosed) != 0) continue;
      node.link |= kClosed;
      const JumpStates::Place& place = states_.place(state);
      const double g = node.g;
      ++expanded_;
      if (GoalBounds::meets(bounds_.node(state).direct, goals_)) {
        const std::uint8_t moves =
            rules_.moves(place.cell.v, place.arrival, graph_.mask(place.cell.v));
        if (reach_targets(place.cell, g, moves)) last_link_ = state;
      }
      bounds_.visit_jumps(state, goals_, [&](State to) {
        relax(to, g + distance(place.cell, states_.place(to).cell), state);
      });
    }
  }

  /// See JumpSearch::trace.
  void trace(std::vector<Vertex>& turns) const {
    JumpSearch::trace(turns, [this, link = last_link_](JumpCell& from) mutable {
      if ((link & kStart) != 0) return false;
      link = nodes_[link].link & ~kClosed;
      from = (link & kStart) != 0 ? cell(attachment_->start[link & ~kStart].vertex)
                                  : states_.place(link).cell;
      return true;
    });
  }

 private:
  using State = JumpStates::State;
  static constexpr std::uint32_t kStart = std::uint32_t{1} << 31;
  static constexpr std::uint32_t kClosed = std::uint32_t{1} << 30;

  /// Follows all jumps from the cell of a start link. `origin` becomes the parent of the states
  /// reached.
  void leave_start(const Link& link, std::uint32_t origin) {
    const JumpCell c = cell(link.vertex);
    const std::uint32_t moves = graph_.mask(c.v);
    ++expanded_;
    if (reach_targets(c, link.cost, moves)) last_link_ = origin;
    expand(c, link.cost, moves, [&](JumpCell to, double g, int arrival) {
      State state = states_.find(to.v, arrival);
      while (state == JumpStates::kNone) {  // the table has cut a long jump
        const std::int32_t jump = jumps_.at(to.v, arrival);
        if (jump <= 0) return;
        to = ahead(to, arrival, jump);
        g += jump * straight_;
        state = states_.find(to.v, arrival);
      }
      if (GoalBounds::meets(bounds_.node(state).reach, goals_)) relax(state, g, origin);
    });
  }

  /// The length of a jump.
  double distance(JumpCell a, JumpCell b) const {
    const std::int32_t dx = std::abs(a.i - b.i);
    const std::int32_t dy = std::abs(a.j - b.j);
    const std::int32_t bend = std::min(dx, dy);
    return bend * diagonal_ + (std::max(dx, dy) - bend) * straight_;
  }

  void relax(State state, double g, std::uint32_t parent) {
    ++generated_;
    Node& node = nodes_[static_cast<Vertex>(state)];
    if (node.stamp == stamp_ && node.g <= g) return;
    const double f = g + estimate(states_.place(state).cell);
    if (f >= cost_) return;
    node = {g, parent, stamp_};
    scratch_.open.push(f, static_cast<Vertex>(state));
  }

  /// The smallest block that contains all targets. Precondition: there is a target.
  CellBlock block_of_targets() const {
    JumpCell low = scratch_.targets.front().cell;
    JumpCell high = low;
    for (const Target& target : scratch_.targets) {
      low.i = std::min(low.i, target.cell.i);
      low.j = std::min(low.j, target.cell.j);
      high.i = std::max(high.i, target.cell.i);
      high.j = std::max(high.j, target.cell.j);
    }
    return {low.i, low.j, high.i - low.i + 1, high.j - low.j + 1};
  }

  const GoalBounds& bounds_;
  const JumpStates& states_;
  const Attachment* attachment_ = nullptr;
  GoalBounds::Targets goals_ = 0;
  /// Last node of the path: a state, or kStart + the index of a start link.
  std::uint32_t last_link_ = kStart;
};

}  // namespace fairway
