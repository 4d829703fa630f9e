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

/// Square cells with moves of a fixed number of cells along x, y or both, like pixels or tiles in
/// games. Options choose the cost of a move and the cells that must be free for a move. A path may
/// be illegal in three cases: moves check only their last cell, moves may leave the world, or the
/// path does not end at the goal. Immutable.
class Lattice {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "lattice";
  static constexpr Guarantees kGuarantees{.terrain = true};

  using Graph = LatticeGraph;
  using Options = LatticeOptions;
  /// Scratch space of a query.
  struct Scratch {
    ///@{ Cells to which the start or goal may be linked.
    std::vector<NearCandidate> candidates;

    std::size_t memory_bytes() const { return heap_bytes(candidates); }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace& space, const Options& options) {
    return parts_to_rasterise(space, options.cell_size) | kSightParts;
  }
  static Guarantees guarantees(const Options& options);

  /// Builds the lattice. Keeps a reference to the free space. Throws std::invalid_argument for
  /// invalid options. O(cells + cells met by walls).
  static Lattice build(const FreeSpace& space, const Options& options);

  const Graph& graph() const { return graph_; }
  Point position(Vertex v) const { return graph_.position(v); }

  /// Links both ends (the start and the goal) to centres of cells:
  /// - An end is linked to the free cells that contain it. If there are none, it is linked to
  /// visible centres in a ring of cells around it. This is the nearest ring with a visible centre,
  /// at most 8 rings away.
  /// - If `check` is `landing`, an end is linked only to one cell that contains it. On a border of
  /// cells, this is the cell on the right or above. The start's cell may be blocked.
  /// - If `tolerance` is positive, the goal is linked at no cost to cells within this distance.
  /// Only cells at a whole number of moves from a cell linked to the start are used.
  /// - If `check` is `landing` or `tolerance` is positive, a goal in a blocked cell gets no link.
  /// - If `tolerance` is 0 and `blocked_goal` is `refuse`, two ends in one cell are linked
  /// directly. In a blocked cell, they must also see each other.
  /// - If `blocked_goal` is `stay`, a goal in a blocked cell gets only a direct link of cost 0.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  /// The estimate is the squared distance to the goal, a large overestimate. The search stops when
  /// it closes the first vertex linked to the goal. It is fast, but its paths cost far more than
  /// the cheapest path.
  SearchResult search(Point goal, const Attachment& attachment, SearchScratch& scratch,
                      std::vector<Vertex>& vertices, SearchObserver* observer) const;
  /// Joins runs of equal moves to one segment. If `tolerance` is positive, the path ends at the
  /// last vertex. If `blocked_goal` is `stay` and there are no vertices, the path is the start
  /// alone.
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  /// Whether a query with a blocked goal gets a path that consists of the start only; see
  /// MayAcceptBlockedEnds.
  bool accepts_blocked_ends() const { return options_.blocked_goal == BlockedGoal::kStay; }
  /// Least cost of the terrain; 1 without terrain.
  double least_cost_factor() const { return graph_.least_cost(); }
  /// Number of the connected component of a vertex. A move connects two cells even if no move leads
  /// back.
  std::int32_t component(Vertex v) const {
    return components_.empty() ? 0 : components_[static_cast<std::size_t>(v)];
  }
  static bool octile_is_bound(const Options& options) {
    return options.neighbours == 4 || options.metric != LatticeMetric::kChebyshev;
  }
  /// Returns the octile heuristic to a goal that has these links. The heuristic is not multiplied
  /// by least_cost_factor(). Precondition: octile_is_bound().
  GridOctile octile_to(Point goal, std::span<const Link> goal_links) const;

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  /// Number of free cells, including the free cells around the world if paths may leave the world.
  std::size_t vertex_count() const { return free_count_; }

  /// Calls segment(Point, Point) for the sides of the world's free cells. O(cells).
  void draw(auto&& segment) const {
    const CellGrid& grid = graph_.grid();
    const auto is_chosen = [&](int i, int j) {
      return i >= 0 && j >= 0 && i < grid.columns && j < grid.rows && graph_.is_free(Cell{i, j});
    };
    draw_cell_sides(grid, is_chosen, segment);
  }
  ///@}

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
  std::vector<std::int32_t> components_;  // component of each cell; empty if there is only one
  std::size_t free_count_ = 0;
  BuildReport report_;
};

}  // namespace fairway
