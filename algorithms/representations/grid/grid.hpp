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

/// A lattice of square cells with moves between centres of free cells. A cell is free only if all
/// of it is free. A move may enter free cells only and cross open borders only; at a lattice point,
/// all four cells must be free and all four borders open. On terrain, moves and links cost
/// path_cost(). Immutable but for its owner.
class Grid {
 public:
  static constexpr std::string_view kName = "grid";
  static constexpr Guarantees kGuarantees{.terrain = true};

  using Graph = GridGraph;

  struct Options {
    static constexpr std::array kNeighbours{4, 8, 16, 32};
    static constexpr OptionRange kRefineRange{1, 64};

    double cell_size = 0;
    int neighbours = 8;
    int refine = 1;

    static void describe(Options& options, auto&& field) {
      describe_cell_size(options.cell_size, field);
      field("neighbours", options.neighbours, "moves from a cell", {.only = kNeighbours});
      field("refine", options.refine,
            "into how many parts the side of a cell is divided in a world of cells that is eroded "
            "by an agent's radius",
            kRefineRange);
    }
  };

  struct Scratch {
    std::vector<NearCandidate> candidates;

    std::size_t memory_bytes() const { return heap_bytes(candidates); }
  };

  static std::vector<NamedMethod<Options>> methods();

  /// Terrain needs cells of 1, also in eroded worlds.
  static Guarantees guarantees(const Options& options) {
    return {.terrain = (options.cell_size == 0 || options.cell_size == 1) && options.refine == 1};
  }

  /// The cells alone where they are the world's own.
  static PartSet parts(const FreeSpace& space, const Options& options) {
    const PartSet rasterised = parts_to_rasterise(space, options.cell_size);
    return own_cells(space, options.cell_size) ? rasterised : rasterised | kSightParts;
  }

  /// Throws std::invalid_argument for an invalid cell size or neighbourhood, or a cell size that
  /// terrain does not have. O(cells + cells met by walls). Keeps a reference to the free space.
  static Grid build(const FreeSpace& space, const Options& options);

  // To edit a grid in place, without terrain. Whoever does so sets all of what these say.
  GridGraph& graph() { return graph_; }
  int neighbours() const { return neighbours_; }
  void set_free(Vertex v, bool free);
  void set_inner_walls(bool inner_walls) { inner_walls_ = inner_walls; }
  /// Of each cell; may be empty while there is one.
  std::vector<std::int32_t>& components() { return components_; }
  void report_on(int components);

  const GridGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return graph_.position(v); }

  /// An end at a free cell's centre is linked to it alone, any other end to the free and visible
  /// ones of the four nearest centres. If there are none, it is linked to the visible centres of
  /// the nearest ring of cells that has any, up to 8 rings away.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  /// Runs of equal moves become one segment.
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  std::int32_t component(Vertex v) const {
    return components_.empty() ? 0 : components_[static_cast<std::size_t>(v)];
  }
  /// The least cost of a cell; 1 without terrain.
  double least_cost_factor() const { return least_cost_; }
  static bool octile_is_bound(const Options& options) { return options.neighbours <= 8; }
  /// The octile heuristic to a goal with these links; times least_cost_factor() it is a lower
  /// bound.
  GridOctile octile_to(Point goal, std::span<const Link> goal_links) const;

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  /// Adds a step of the build of what is made of the grid.
  void add_phase(std::string_view name, std::int64_t nanoseconds) {
    report_.phases.push_back({name, nanoseconds});
  }
  /// Free cells.
  std::size_t vertex_count() const { return free_count_; }
  /// Pairs of cells with a move between them.
  std::size_t edge_count() const { return graph_.edge_count(); }

  /// Calls segment(Point, Point) for the sides of the free cells. O(cells).
  void draw(auto&& segment) const {
    draw_cell_sides(
        graph_.grid(), [this](int i, int j) { return is_free_cell(i, j); }, segment);
  }

  /// Whether a wall stands between two free cells that share a side.
  bool has_inner_walls() const { return inner_walls_; }

  bool is_free(Vertex v) const {
    return (free_[static_cast<std::size_t>(v) / 64] >> (static_cast<std::size_t>(v) % 64) & 1) != 0;
  }

 private:
  Grid(const FreeSpace& space, GridGraph graph) : space_(&space), graph_(std::move(graph)) {}

  static Grid from_raster(const FreeSpace& space, const RasterisedSpace& raster, int neighbours);
  void link(const Location& at, Scratch& scratch, std::vector<Link>& links) const;
  double direct(const Location& start, const Location& goal) const;
  double segment_cost(Point a, Point b) const;
  bool is_free_cell(int i, int j) const;

  const FreeSpace* space_;
  GridGraph graph_;
  std::vector<std::uint64_t> free_;       // a bit a vertex
  std::vector<std::int32_t> components_;  // empty if there is only one
  bool inner_walls_ = false;
  double least_cost_ = 1;
  std::size_t free_count_ = 0;
  int neighbours_ = 8;
  BuildReport report_;
};

}  // namespace fairway
