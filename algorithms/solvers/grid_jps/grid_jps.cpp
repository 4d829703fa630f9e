#include "algorithms/solvers/grid_jps/grid_jps.hpp"

#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/solvers/grid_jps/bounded_search.hpp"
#include "algorithms/solvers/grid_jps/jump_search.hpp"

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
  if (bounds_) {
    return run(BoundedSearch(grid_, rules_, *table_, *bounds_, scratch.search), start, goal,
               scratch, path);
  }
  if (table_) {
    return run(JumpSearch(grid_, rules_, *table_, scratch.search), start, goal, scratch, path);
  }
  return run(JumpSearch(grid_, rules_, *lines_, scratch.search), start, goal, scratch, path);
}

template <class Search>
SolverResult GridJps::run(Search search, const Location& start, const Location& goal,
                          Scratch& scratch, Path& path) const {
  search.run(scratch.attachment, goal.point);
  const bool found = search.cost() < std::numeric_limits<double>::infinity();
  if (found) {
    search.trace(scratch.turns);
    path.push_back(start.point);
    for (const Vertex v : scratch.turns) append_distinct(path, grid_.position(v));
    append_distinct(path, goal.point);
  }
  return {found, search.expanded(), search.generated()};
}

std::size_t GridJps::memory_bytes() const {
  return sizeof(*this) - sizeof(grid_) + grid_.memory_bytes() + rules_.memory_bytes() +
         (table_ ? table_->memory_bytes() : lines_->memory_bytes()) +
         (bounds_ ? bounds_->memory_bytes() : 0);
}

}  // namespace fairway
