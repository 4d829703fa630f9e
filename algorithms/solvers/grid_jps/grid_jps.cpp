#include "algorithms/solvers/grid_jps/grid_jps.hpp"

#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

std::vector<NamedSolver<GridJps::Options>> GridJps::methods() {
  return {{.name = "grid-jps", .options = {}},
          {.name = "grid-jps-stored", .options = {.jumps = JumpKind::kStored}}};
}

GridJps GridJps::build(const FreeSpace& space, const Options& options) {
  Grid grid = build_grid(space, options.cell_size);
  LapClock clock;
  GridJps built(std::move(grid));
  if (options.jumps == JumpKind::kStored) {
    built.table_.emplace(built.grid_, built.rules_);
  } else {
    built.lines_.emplace(built.grid_, built.rules_);
  }
  built.grid_.add_phase("jumps", clock.lap());
  return built;
}

SolverResult GridJps::solve(const Location& start, const Location& goal, Scratch& scratch,
                            Path& path) const {
  path.clear();
  if (grid_.attach(start, goal, scratch.grid, scratch.attachment) != AttachStatus::kAttached) {
    return {};
  }
  return table_ ? solve(*table_, start, goal, scratch, path)
                : solve(*lines_, start, goal, scratch, path);
}

template <class Jumps>
SolverResult GridJps::solve(const Jumps& jumps, const Location& start, const Location& goal,
                            Scratch& scratch, Path& path) const {
  JumpSearch search(grid_, rules_, jumps, scratch.search);
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
         (table_ ? table_->memory_bytes() : lines_->memory_bytes());
}

}  // namespace fairway
