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

/// Free space as squares of different sizes. A square is split until it is all free (on terrain, of
/// one cost too), all blocked, or of the least size; one of the least size is used only if all
/// free. Open parts of common borders join cells. Immutable but for its owner.
class Quadtree {
 public:
  static constexpr std::string_view kName = "quadtree";
  static constexpr Guarantees kGuarantees{.corridors = true, .terrain = true};

  using Graph = QuadtreeGraph;

  using Options = QuadtreeOptions;

  struct Scratch {
    struct Step {
      double distance;
      std::int32_t node;
      std::int32_t x, y;  // lower corner, in lattice cells
      int level;
    };
    std::vector<NearCandidate> candidates;
    std::vector<Step> heap;
    std::vector<std::int32_t> cells;

    std::size_t memory_bytes() const { return heap_bytes(candidates, heap, cells); }
  };

  static std::vector<NamedMethod<Options>> methods();
  static PartSet parts(const FreeSpace& space, const Options& options);
  /// Terrain is honoured if the smallest cells are the world's own.
  static Guarantees guarantees(const Options& options);

  /// Throws std::invalid_argument for invalid sizes and limits. O(squares of the smallest size in
  /// the world's box + squares met by walls). Keeps a reference to the free space.
  static Quadtree build(const FreeSpace& space, const Options& options);

  /// What a quadtree consists of, to edit one in place.
  struct Content {
    const Options& options;
    const CellGrid& grid;
    QuadtreeNodes& tree;
    std::vector<CellRect>& cells;
    QuadtreeGraph& graph;
    std::vector<std::int32_t>& component;  ///< of each cell
    BuildReport& report;
  };
  Content content() { return {options_, grid_, tree_, cells_, graph_, component_, report_}; }
  /// That of build().
  static JoinRule join_rule(const Options& options);

  const QuadtreeGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return graph_.position(v); }

  /// Links an end to the vertices of the cells that contain it, or to visible vertices of cells
  /// near it if none does.
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// If an end lies in none of the path's cells, its first portal is a point: the vertex linked to
  /// it.
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  /// Whether the closed segment goes from cell to cell through open portals, or is a limit of such
  /// paths. It may run along borders and through corners that are open on one side. Exact. O(depth
  /// + portals of the cells met).
  bool covers(Point a, Point b, Scratch& scratch) const;

  std::int32_t component(Vertex v) const {
    const bool centre = graph_.kind() == QuadtreeVertices::kCentre;
    return component_[static_cast<std::size_t>(centre ? v : graph_.portal(v).before)];
  }
  /// The least cost of a unit of length; 1 without terrain.
  double least_cost_factor() const { return least_cost_factor_; }

  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const { return graph_.vertex_count(); }
  std::size_t edge_count() const { return graph_.edge_count(); }

  const CellGrid& grid() const { return grid_; }
  /// Once the world has changed, some may be none, without extent.
  const std::vector<CellRect>& cells() const { return cells_; }
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

 protected:
  /// Joins cells by the rule. With vertices at centres, edge costs come from the function.
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
  std::int32_t cell_round_corner(int x, int y, int sx, int sy) const;
  void centre_corridor(const FoundPath& found, std::vector<Portal>& portals) const;
  void portal_corridor(const FoundPath& found, std::vector<Portal>& portals) const;
  Portal crossed(std::int32_t portal, std::int32_t into) const;

  const FreeSpace* space_;
  Options options_;
  CellGrid grid_;
  QuadtreeNodes tree_;
  std::vector<CellRect> cells_;
  QuadtreeGraph graph_;
  std::vector<std::int32_t> component_;  // of each cell
  double least_cost_factor_ = 1;
  BuildReport report_;
};

}  // namespace fairway
