#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/representations/near_links.hpp"
#include "algorithms/representations/quadtree/quadtree_graph.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// Free space as squares of different sizes. A square is divided until it is all free (and of one
/// cost on terrain), all blocked, or of the smallest size. A square of the smallest size is used
/// only if it is all free. The free squares are the cells; some of them may be joined to
/// rectangles. Cells are connected by the open parts of their common borders. Only the owner of a
/// changing world edits a quadtree after its build.
class Quadtree {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "quadtree";
  static constexpr Guarantees kGuarantees{.corridors = true, .terrain = true};

  using Graph = QuadtreeGraph;

  using Options = QuadtreeOptions;

  /// Scratch space of a query.
  struct Scratch {
    /// A node of the tree that is still to be visited.
    struct Step {
      double distance;    ///< squared distance from the query's end to the node's square
      std::int32_t node;  ///< the node
      std::int32_t x;     ///< lattice column of the lower left corner of the node's square
      std::int32_t y;     ///< lattice row of the lower left corner of the node's square
      int level;          ///< level of the node's square
    };
    ///@{ Candidates for links, queue of nodes to visit, and visited cells.
    std::vector<NearCandidate> candidates;
    std::vector<Step> heap;
    std::vector<std::int32_t> cells;

    std::size_t memory_bytes() const { return heap_bytes(candidates, heap, cells); }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace& space, const Options& options);
  /// Returns what the quadtree promises with these options. It promises `terrain` only if its
  /// smallest squares are the world's own cells.
  static Guarantees guarantees(const Options& options);

  /// Builds a quadtree. Keeps a reference to the free space. Throws std::invalid_argument for
  /// invalid sizes and limits. O(squares of the smallest size in the world's box + squares that
  /// walls meet).
  static Quadtree build(const FreeSpace& space, const Options& options);

  /// The members of a quadtree, for code that edits it in place.
  struct Content {
    ///@{ The members.
    const Options& options;
    const CellGrid& grid;
    QuadtreeNodes& tree;
    std::vector<CellRect>& cells;
    QuadtreeGraph& graph;
    ///@}
    std::vector<std::int32_t>& component;  ///< component of each cell
    BuildReport& report;                   ///< the report of the build
  };
  /// Access to the members.
  Content content() { return {options_, grid_, tree_, cells_, graph_, component_, report_}; }
  /// Returns the rule by which build() joins two cells. The rule limits the aspect ratio of the
  /// joined cell.
  static JoinRule join_rule(const Options& options);

  const QuadtreeGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return graph_.position(v); }

  /// Links each end to the vertices of the cells that contain the end. If no cell contains the end,
  /// links the end to visible vertices of cells nearby.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// Writes the portals that a path crosses, in order. If none of the crossed cells contains the
  /// start, the first vertex becomes a portal of one point. The same holds for the goal and the
  /// last vertex.
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  /// Whether the closed segment ab is legal within the cells. It is legal if it passes from cell to
  /// cell only through open portals, or if it is a limit of such paths. So it may follow borders.
  /// It may pass a corner if the portals on one side of the corner are open. Exact. O(depth +
  /// portals of the cells met).
  bool covers(Point a, Point b, Scratch& scratch) const;

  std::int32_t component(Vertex v) const {
    const bool centre = graph_.kind() == QuadtreeVertices::kCentre;
    return component_[static_cast<std::size_t>(centre ? v : graph_.portal(v).before)];
  }
  /// The lowest cost per unit of length among all cells; 1 without terrain.
  double least_cost_factor() const { return least_cost_factor_; }

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const { return graph_.vertex_count(); }
  std::size_t edge_count() const { return graph_.edge_count(); }

  const CellGrid& grid() const { return grid_; }  ///< lattice of the smallest squares
  /// The cells. In a changing world, some indices are unused and have an empty rectangle.
  const std::vector<CellRect>& cells() const { return cells_; }
  /// Whether a closed cell contains p.
  bool cell_contains(std::int32_t cell, Point p) const {
    const CellRect& rect = cells_[static_cast<std::size_t>(cell)];
    return grid_.x(rect.x0) <= p.x && p.x <= grid_.x(rect.x1) && grid_.y(rect.y0) <= p.y &&
           p.y <= grid_.y(rect.y1);
  }

  /// Calls segment(Point, Point) for each side of each cell.
  void draw(auto&& segment) const {
    for (const CellRect& cell : cells_) {
      if (cell == CellRect{}) continue;
      const std::array<Point, 4> corners{
          grid_.corner(cell.x0, cell.y0), grid_.corner(cell.x1, cell.y0),
          grid_.corner(cell.x1, cell.y1), grid_.corner(cell.x0, cell.y1)};
      for (std::size_t k = 0; k < 4; ++k) segment(corners[k], corners[(k + 1) % 4]);
    }
  }
  ///@}

 protected:
  /// Builds a quadtree that joins cells by `rule`. If vertices are centres, `centre_cost` returns
  /// the costs of edges.
  Quadtree(const FreeSpace& space, const Options& options, const JoinRule& rule,
           const CentreCost& centre_cost);

 private:
  /// The cells that contain a point: up to two on a border, up to four at a corner.
  struct Around {
    std::array<std::int32_t, 4> cell;
    std::size_t count = 0;
    std::span<const std::int32_t> cells() const { return {cell.data(), count}; }
  };

  Around around(Point p) const;
  void link(const Location& at, const Around& cells, Scratch& scratch,
            std::vector<Link>& links) const;
  void gather_near(Point p, Scratch& scratch) const;
  void gather_cell(std::int32_t cell, Point p, Scratch& scratch) const;
  double direct(const Location& start, const Around& from, const Location& goal,
                const Around& to) const;
  double cost_inside(std::int32_t cell, Point p, Point q) const;
  bool joined(std::int32_t a, std::int32_t b, bool upright, int line, int from, int to) const;
  bool covers_across(Point a, Point b) const;
  bool covers_along_line(Point a, Point b, bool upright, int first, int line) const;
  std::int32_t cell_after(std::int32_t cell, Point a, Point b, int sx, int sy) const;
  std::int32_t cell_around_corner(int x, int y, int sx, int sy) const;
  void centre_corridor(const FoundPath& found, std::vector<Portal>& portals) const;
  void portal_corridor(const FoundPath& found, std::vector<Portal>& portals) const;
  Portal crossed(std::int32_t portal, std::int32_t into) const;

  const FreeSpace* space_;
  Options options_;
  CellGrid grid_;
  QuadtreeNodes tree_;
  std::vector<CellRect> cells_;
  QuadtreeGraph graph_;
  std::vector<std::int32_t> component_;  // component of each cell
  double least_cost_factor_ = 1;
  BuildReport report_;
};

}  // namespace fairway
