#include "algorithms/solvers/grid_jps/grid_jps.hpp"

#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

std::vector<NamedSolver<GridJps::Options>> GridJps::methods() {
  return {{.name = "grid-jps", .options = {}},
          {.name = "grid-jps-stored", .options = {.jumps = JumpKind::kStored}},
          {.name = "grid-jps-bounded", .options = {.jumps = JumpKind::kBounded}}};
}

GridJps GridJps::build(const FreeSpace& space, const Options& options) {
  Grid grid = build_grid(space, options.cell_size);
  LapClock clock;
  GridJps built(std::move(grid));
  if (options.jumps != JumpKind::kOnline) {
    built.table_.emplace(built.grid_, built.rules_);
  } else {
    built.lines_.emplace(built.grid_, built.rules_);
  }
  built.grid_.add_phase("jumps", clock.lap());
  if (options.jumps == JumpKind::kBounded) {
    built.bounds_.emplace(built.grid_, built.rules_,
                          GoalBounds::Budget{options.build_s, options.index_mb});
    built.grid_.add_phase("bounds", clock.lap());
  }
  return built;
}

SolverResult GridJps::solve(const Location& start, const Location& goal, Scratch& scratch,
                            Path& path) const {
  path.clear();
  if (grid_.attach(start, goal, scratch.grid, scratch.attachment) != AttachStatus::kAttached) {
    return {};
  }
  if (bounds_) return solve(*table_, *bounds_, start, goal, scratch, path);
  return table_ ? solve(*table_, Unbounded(), start, goal, scratch, path)
                : solve(*lines_, Unbounded(), start, goal, scratch, path);
}

template <class Jumps, class Bounds>
SolverResult GridJps::solve(const Jumps& jumps, const Bounds& bounds, const Location& start,
                            const Location& goal, Scratch& scratch, Path& path) const {
  JumpSearch search(grid_, rules_, jumps, bounds, scratch.search);
  search.run(scratch.attachment, goal.point);
  const bool found = search.cost() < std::numeric_limits<double>::infinity();
  if (found) {
    search.trace(scratch.turns);
    grid_.realise({start, goal, scratch.attachment, scratch.turns}, scratch.grid, path);
  }
  return {found, search.expanded(), search.generated()};
}

std::size_t GridJps::memory_bytes() const {
  return sizeof(*this) - sizeof(grid_) + grid_.memory_bytes() + rules_.memory_bytes() +
         (table_ ? table_->memory_bytes() : lines_->memory_bytes()) +
         (bounds_ ? bounds_->memory_bytes() : 0);
}

}  // namespace fairway
