#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/cell_sides.hpp"
#include "algorithms/representations/grid/grid_graph.hpp"
#include "algorithms/representations/near_links.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// A lattice of square cells with moves between the centres of free cells. A cell is free only if
/// its whole area is free. A move may enter only free cells and cross only open borders. If a move
/// passes a lattice point, all four cells at this point must be free and all four borders open. On
/// terrain, path_cost() gives the cost of moves and links. Only code for changing worlds edits a
/// grid.
class Grid {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "grid";
  static constexpr Guarantees kGuarantees{.terrain = true};

  using Graph = GridGraph;

  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ Permitted values of the options `neighbours` and `refine`.
    static constexpr std::array kNeighbours{4, 8, 16, 32};
    static constexpr OptionRange kRefineRange{1, 64};
    ///@}

    ///@{ The options; describe() calls field(name, value, help[, range]) for each.
    double cell_size = 0;
    int neighbours = 8;
    int refine = 1;

    static void describe(Options& options, auto&& field) {
      describe_cell_size(options.cell_size, field);
      field("neighbours", options.neighbours,
            "number of directions in which a path can move from a cell", {.only = kNeighbours});
      field("refine", options.refine,
            "number of parts into which each side of a cell is divided, if a world of cells was "
            "eroded by an agent's radius",
            kRefineRange);
    }
    ///@}
  };

  /// Scratch space of a query.
  struct Scratch {
    ///@{ Cells to which an end of the query may be linked.
    std::vector<NearCandidate> candidates;

    std::size_t memory_bytes() const { return heap_bytes(candidates); }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods();

  /// Returns what the grid promises with these options. It promises `terrain` only if the side of
  /// its cells is 1. This also holds in eroded worlds.
  static Guarantees guarantees(const Options& options) {
    return {.terrain = (options.cell_size == 0 || options.cell_size == 1) && options.refine == 1};
  }

  /// Returns the parts of the free space that the grid uses. The grid always uses the parts that
  /// rasterise() needs. If the grid's cells are not the cells of the world, it also uses the parts
  /// that sight tests need.
  static PartSet parts(const FreeSpace& space, const Options& options) {
    const PartSet rasterised = parts_to_rasterise(space, options.cell_size);
    return own_cells(space, options.cell_size) ? rasterised : rasterised | kSightParts;
  }

  /// Builds a grid. Keeps a reference to the free space. Throws std::invalid_argument for an
  /// invalid cell size or neighbourhood, and for a cell size other than 1 on terrain. O(cells +
  /// cells that walls meet).
  static Grid build(const FreeSpace& space, const Options& options);

  ///@}

  ///@{ Access for code that edits a grid without terrain in place. The code must keep all of these
  /// members consistent with each other.
  GridGraph& graph() { return graph_; }
  int neighbours() const { return neighbours_; }
  void set_free(Vertex v, bool free);
  void set_inner_walls(bool inner_walls) { inner_walls_ = inner_walls; }
  /// Component of each cell; may be empty while there is only one component.
  std::vector<std::int32_t>& components() { return components_; }
  void report_on(int components);
  ///@}

  ///@{ Members of the concept Representation.
  const GridGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return graph_.position(v); }

  /// Links the start and the goal of a query to centres of free cells. If an end is itself such a
  /// centre, links it only to this centre. Otherwise links it to the visible centres among the four
  /// nearest centres. If none of the four is visible, links it to the visible centres in the
  /// nearest ring of cells that has a visible centre. Searches at most 8 rings.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  /// Writes a path in which each run of equal moves is one segment.
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  std::int32_t component(Vertex v) const {
    return components_.empty() ? 0 : components_[static_cast<std::size_t>(v)];
  }
  /// The lowest cost per unit of length among all cells; 1 without terrain.
  double least_cost_factor() const { return least_cost_; }
  static bool octile_is_bound(const Options& options) { return options.neighbours <= 8; }
  /// Returns the octile heuristic for this goal. `goal_links` are the links between the goal and
  /// cells. If octile_is_bound() is true, the heuristic times least_cost_factor() is a lower bound
  /// of the cost to the goal.
  GridOctile octile_to(Point goal, std::span<const Link> goal_links) const;
  /// Cost of a move between two neighbouring cells of a row; 0 on terrain, where costs differ.
  double tie_unit() const { return graph_.has_terrain() ? 0 : graph_.move_length(0); }

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  /// Adds a phase to the report of the build. Used by adapters that build a grid as their first
  /// step.
  void add_phase(std::string_view name, std::int64_t nanoseconds) {
    report_.phases.push_back({name, nanoseconds});
  }
  /// Number of free cells.
  std::size_t vertex_count() const { return free_count_; }
  /// Number of pairs of cells with a move between them.
  std::size_t edge_count() const { return graph_.edge_count(); }

  /// Calls segment(Point, Point) for the sides of the free cells. O(cells).
  void draw(auto&& segment) const {
    draw_cell_sides(
        graph_.grid(), [this](int i, int j) { return is_free_cell(i, j); }, segment);
  }

  /// Whether the grid has two free cells that share a side and are separated by a wall.
  bool has_inner_walls() const { return inner_walls_; }

  /// Whether a cell is free.
  bool is_free(Vertex v) const {
    return (free_[static_cast<std::size_t>(v) / 64] >> (static_cast<std::size_t>(v) % 64) & 1) != 0;
  }
  ///@}

 private:
  Grid(const FreeSpace& space, GridGraph graph) : space_(&space), graph_(std::move(graph)) {}

  static Grid from_raster(const FreeSpace& space, const RasterisedSpace& raster, int neighbours);
  void link(const Location& at, Scratch& scratch, std::vector<Link>& links) const;
  double direct(const Location& start, const Location& goal) const;
  double segment_cost(Point a, Point b) const;
  bool is_free_cell(int i, int j) const;

  const FreeSpace* space_;
  GridGraph graph_;
  std::vector<std::uint64_t> free_;       // one bit for each vertex: whether the cell is free
  std::vector<std::int32_t> components_;  // empty if there is only one component
  bool inner_walls_ = false;
  double least_cost_ = 1;
  std::size_t free_count_ = 0;
  int neighbours_ = 8;
  BuildReport report_;
};

}  // namespace fairway
