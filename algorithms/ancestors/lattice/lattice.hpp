#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/ancestors/lattice/lattice_graph.hpp"
#include "algorithms/ancestors/lattice/lattice_options.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/cell_sides.hpp"
#include "algorithms/representations/near_links.hpp"
#include "algorithms/representations/optional_members.hpp"

namespace fairway {

/// Square cells and moves of a fixed number of cells along x, y or both, like the pixels or tiles
/// of games. Options choose what a move costs and what it must not meet; some are unsound. Paths
/// may be illegal if moves check only their last cell, leave the world, or end near the goal.
/// Immutable.
class Lattice {
 public:
  static constexpr std::string_view kName = "lattice";
  static constexpr Guarantees kGuarantees{.terrain = true};

  using Graph = LatticeGraph;
  using Options = LatticeOptions;
  struct Scratch {
    std::vector<NearCandidate> candidates;

    std::size_t memory_bytes() const { return heap_bytes(candidates); }
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace& space, const Options& options) {
    return parts_to_rasterise(space, options.cell_size) | kSightParts;
  }
  static Guarantees guarantees(const Options& options);

  /// Throws std::invalid_argument for invalid options. O(cells + cells met by walls). Keeps a
  /// reference to the free space.
  static Lattice build(const FreeSpace& space, const Options& options);

  const Graph& graph() const { return graph_; }
  Point position(Vertex v) const { return graph_.position(v); }

  /// Links an end to the centres of the free cells that contain it or, if none does, to visible
  /// centres in the nearest ring of cells that has any, up to 8 rings away. If moves check only
  /// their last cell, an end is linked to its own cell alone (on a border the upper one), a start
  /// also to a blocked one. With a tolerance, the goal is linked, at no cost, to every cell within
  /// it that is in step with the start's. Ends in one cell are linked directly if the goal is
  /// exact, and refused in blocked cells.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  /// A search with the squared distance as estimate, a large overestimate, which ends when the
  /// first vertex linked to the goal is closed. It is fast; its path costs far more than the least.
  SearchResult search(Point goal, const Attachment& attachment, SearchScratch& scratch,
                      std::vector<Vertex>& vertices, SearchObserver* observer) const;
  /// Runs of equal moves become one segment. With a tolerance the path ends at the last vertex;
  /// without vertices it is the start alone, the answer to blocked goals.
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  /// A goal outside free space is blocked: the start may be the answer.
  bool accepts_blocked_ends() const { return options_.blocked_goal == BlockedGoal::kStay; }
  /// The terrain's factor only; the heuristic must fit the metric.
  double least_cost_factor() const { return graph_.least_cost(); }
  /// The number of a cell's component, which moves in either direction connect.
  std::int32_t component(Vertex v) const {
    return components_.empty() ? 0 : components_[static_cast<std::size_t>(v)];
  }
  static bool octile_is_bound(const Options& options) {
    return options.neighbours == 4 || options.metric != LatticeMetric::kChebyshev;
  }
  /// The octile heuristic to a goal with these links, without least_cost_factor().
  GridOctile octile_to(Point goal, std::span<const Link> goal_links) const;

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  /// Includes free cells outside the world.
  std::size_t vertex_count() const { return free_count_; }

  /// Calls segment(Point, Point) for the sides of the world's free cells. O(cells).
  void draw(auto&& segment) const {
    const CellGrid& grid = graph_.grid();
    const auto is_chosen = [&](int i, int j) {
      return i >= 0 && j >= 0 && i < grid.columns && j < grid.rows && graph_.is_free(Cell{i, j});
    };
    draw_cell_sides(grid, is_chosen, segment);
  }

 private:
  using Cell = LatticeGraph::Cell;
  struct Around {
    std::array<Cell, 4> cell;
    std::size_t count = 0;
    const Cell* begin() const { return cell.data(); }
    const Cell* end() const { return cell.data() + count; }
  };

  Lattice(const FreeSpace& space, const Options& options, LatticeGraph graph)
      : space_(&space), options_(options), graph_(std::move(graph)) {}

  void label_components();
  bool contains(Cell cell, Point p) const;
  Cell cell_at(const Location& at) const;
  Around around(Point p) const;
  double realised_cost(Point a, Point b) const;
  double direct(const Location& start, const Location& goal) const;
  void link(const Location& at, bool may_be_blocked, Scratch& scratch,
            std::vector<Link>& links) const;
  void link_nearest(const Location& at, Scratch& scratch, std::vector<Link>& links) const;
  void link_within_tolerance(Point goal, Cell middle, Attachment& attachment) const;

  const FreeSpace* space_;
  Options options_;
  LatticeGraph graph_;
  std::vector<std::int32_t> components_;  // empty if there is only one
  std::size_t free_count_ = 0;
  BuildReport report_;
};

}  // namespace fairway
