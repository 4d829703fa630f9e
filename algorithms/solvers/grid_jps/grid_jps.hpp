#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"
#include "algorithms/solvers/grid_jps/goal_bounds.hpp"
#include "algorithms/solvers/grid_jps/jump_lines.hpp"
#include "algorithms/solvers/grid_jps/jump_search.hpp"
#include "algorithms/solvers/grid_jps/jump_table.hpp"
#include "algorithms/solvers/grid_solver.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// How jump points are found.
enum class JumpKind : std::uint8_t {
  kOnline,   ///< by scanning rows and columns, see JumpLines
  kStored,   ///< by reading jump lengths from a table, see JumpTable
  kBounded,  ///< from the start: in a JumpTable; from later cells: in the jumps of GoalBounds
};

/// Names of the values of JumpKind.
inline std::span<const std::string_view> option_names(JumpKind) {
  static constexpr std::array<std::string_view, 3> kNames{"online", "stored", "bounded"};
  return kNames;
}

/// Jump point search over a Grid of 8 neighbours. Paths are as short as with A* on this grid, and
/// the search expands far fewer nodes. Queries do not change the solver. Only repairs after a
/// change of the world edit it.
class GridJps : public GridSolver {
 public:
  static constexpr std::string_view kName = "grid-jps";  ///< Member of the concept Solver.

  /// Options of the methods.
  struct Options {
    double cell_size = 0;                ///< as in Grid::Options
    JumpKind jumps = JumpKind::kOnline;  ///< how jump points are found
    double build_s = 60;                 ///< limit of the time to build GoalBounds, in seconds
    double index_mb = 16;                ///< limit of the memory of GoalBounds, in MiB
    /// Describes the options, see docs/concepts/representation.md.
    static void describe(Options& options, auto&& field) {
      describe_cell_size(options.cell_size, field);
      field("jumps", options.jumps,
            "how jump points are found: online (by a scan of rows and columns, 64 cells at a "
            "time), stored (in a table of jump lengths, 16 bytes per cell) or bounded (in this "
            "table; each jump also stores a box, and the search skips jumps whose box does not "
            "contain the goal)");
      field("build_s", options.build_s,
            "with jumps = bounded: limit of CPU time for computing goal bounds, in seconds",
            OptionRange{.least = 0, .most = 1e9});
      field("index_mb", options.index_mb,
            "with jumps = bounded: limit of memory for goal bounds, in MiB",
            OptionRange{.least = 0, .most = 1e6});
    }
  };

  /// Working memory for the queries of one thread. Each query resets it in O(1). It reserves 16
  /// bytes per cell, but only pages that queries have written take memory.
  struct Scratch {
    Grid::Scratch grid;         ///< scratch of Grid::attach and Grid::realise
    Attachment attachment;      ///< links of start and goal
    JumpScratch search;         ///< scratch of the search
    std::vector<Vertex> turns;  ///< cells where the path turns

    /// Bytes on the heap.
    std::size_t memory_bytes() const { return heap_bytes(grid, attachment, search, turns); }
  };

  static std::vector<NamedSolver<Options>> methods();  ///< Member of the concept Solver.

  /// Builds the solver, which keeps a reference to the free space. Throws std::invalid_argument as
  /// Grid::build does, and MemoryLimitExceeded and TimeLimitExceeded as GoalBounds does. O(cells +
  /// cells met by walls), plus the time to build GoalBounds.
  static GridJps build(const FreeSpace& space, const Options& options);

  ///@{ Access for repairs after a change of the world. Either lines() or table() has a value.
  JumpRules& rules() { return rules_; }
  std::optional<JumpLines>& lines() { return lines_; }
  std::optional<JumpTable>& table() { return table_; }
  ///@}
  /// Whether the solver has GoalBounds. Repairs cannot edit them.
  bool is_bounded() const { return bounds_.has_value(); }

  /// Links start and goal as Grid::attach does. In the result, `expanded` is the number of expanded
  /// jump points, and `generated` is the number of jumps to jump points.
  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  std::size_t memory_bytes() const;  ///< Member of the concept Solver.

 private:
  explicit GridJps(Grid grid) : GridSolver(std::move(grid)), rules_(grid_) {}

  template <class Search>
  SolverResult run(Search search, const Location& start, const Location& goal, Scratch& scratch,
                   Path& path) const;

  JumpRules rules_;
  // Exactly one of lines_ and table_ has a value.
  std::optional<JumpLines> lines_;
  std::optional<JumpTable> table_;
  std::optional<GoalBounds> bounds_;  ///< boxes of jumps; has a value if jumps = bounded
};

}  // namespace fairway
