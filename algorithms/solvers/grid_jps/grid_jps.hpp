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

enum class JumpKind : std::uint8_t {
  kOnline,   ///< see JumpLines
  kStored,   ///< see JumpTable
  kBounded,  ///< see JumpTable and GoalBounds
};

inline std::span<const std::string_view> option_names(JumpKind) {
  static constexpr std::array<std::string_view, 3> kNames{"online", "stored", "bounded"};
  return kNames;
}

/// Jump point search over a Grid of 8 neighbours: paths as short as those of A*, after far fewer
/// expansions. Immutable but for its owner.
class GridJps : public GridSolver {
 public:
  static constexpr std::string_view kName = "grid-jps";

  struct Options {
    double cell_size = 0;
    JumpKind jumps = JumpKind::kOnline;
    double build_s = 60;
    double index_mb = 16;

    static void describe(Options& options, auto&& field) {
      describe_cell_size(options.cell_size, field);
      field("jumps", options.jumps,
            "how jump points are found: online (bits of rows and columns, 64 cells at a time), "
            "stored (16 bytes a cell tell how far jumps go) or bounded (stored, and a box of the "
            "cells to which each jump leads)");
      field("build_s", options.build_s, "limit of the CPU time to find the boxes, in seconds",
            OptionRange{.least = 0, .most = 1e9});
      field("index_mb", options.index_mb, "limit of the memory of the boxes, in MiB",
            OptionRange{.least = 0, .most = 1e6});
    }
  };

  /// Reset in O(1). Up to 16 bytes a cell: the pages that queries wrote.
  struct Scratch {
    Grid::Scratch grid;
    Attachment attachment;
    JumpScratch search;
    std::vector<Vertex> turns;

    std::size_t memory_bytes() const { return heap_bytes(grid, attachment, search, turns); }
  };

  static std::vector<NamedSolver<Options>> methods();

  /// Throws std::invalid_argument as Grid::build, UnsupportedWorld as GoalBounds. O(cells + cells
  /// met by walls), and the time of the bounds. Keeps a reference to the free space.
  static GridJps build(const FreeSpace& space, const Options& options);

  // To edit it in place. Lines or a table: one of the two is there.
  JumpRules& rules() { return rules_; }
  std::optional<JumpLines>& lines() { return lines_; }
  std::optional<JumpTable>& table() { return table_; }
  /// Bounds do not follow changes.
  bool is_bounded() const { return bounds_.has_value(); }

  /// Links the ends as Grid::attach. `expanded` counts jump points, `generated` the jumps to them.
  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  std::size_t memory_bytes() const;

 private:
  explicit GridJps(Grid grid) : GridSolver(std::move(grid)), rules_(grid_) {}

  template <class Search>
  SolverResult run(Search search, const Location& start, const Location& goal, Scratch& scratch,
                   Path& path) const;

  JumpRules rules_;
  // Exactly one of the two is set.
  std::optional<JumpLines> lines_;
  std::optional<JumpTable> table_;
  std::optional<GoalBounds> bounds_;  ///< beside a table only
};

}  // namespace fairway
