#pragma once

#include <algorithm>
#include <boost/iterator/iterator_facade.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/graph/member_graph.hpp"
#include "algorithms/representations/quadtree/cell_portals.hpp"
#include "algorithms/representations/quadtree/quadtree_options.hpp"
#include "algorithms/representations/quadtree/terrain_costs.hpp"

namespace fairway {

class QuadtreeGraph;

/// A function that returns the cost of the edge between the centres of a portal's two cells. The
/// function is called when the graph already has its vertices and the costs of its cells.
using CentreCost =
    std::function<double(const QuadtreeGraph& graph, const CellGrid& grid,
                         const std::vector<CellRect>& cells, const CellPortal& portal)>;

/// The graph of a quadtree. One table lists the portals around each cell. If vertices are portals,
/// edges are implicit: a portal is linked to all portals of its two cells. Memory is linear in the
/// portals. If vertices are centres of cells, the table also has the costs of edges.
///
/// On terrain, an edge inside a cell costs its length times the cell's cost. An edge between two
/// portals on one side of a cell costs as much as the path along this side. Only a
/// QuadtreeGraphEditor changes the graph. After a change, vertices can be unused; they have no
/// edges.
class QuadtreeGraph : public MemberGraph {
 public:
  /// An edge.
  struct Edge {
    ///@{ Source, and index of the target in the table.
    Vertex source = kNoVertex;
    std::int32_t slot = 0;
    ///@}
    friend bool operator==(const Edge&, const Edge&) = default;  ///< compares source and slot
  };

  /// Iterates over the edges of a vertex. The table has one row per cell. If vertices are centres,
  /// the edges are the entries of the vertex's row. If vertices are portals, they are the entries
  /// of the rows of the portal's two cells, except the portal itself.
  class OutEdgeIterator
      : public boost::iterator_facade<OutEdgeIterator, Edge, boost::forward_traversal_tag, Edge> {
   public:
    OutEdgeIterator() = default;
    /// Iterates over two rows of the table. The slots (indices in the table) of the first row are
    /// [slot, jump_at). The slots of the second row are [jump_to, end). If there is only one row,
    /// jump_at, jump_to and end are equal.
    OutEdgeIterator(Vertex source, const Vertex* targets, std::int32_t slot, std::int32_t jump_at,
                    std::int32_t jump_to, std::int32_t end)
        : source_(source),
          slot_(slot),
          jump_at_(jump_at),
          jump_to_(jump_to),
          end_(end),
          targets_(targets) {
      settle();
    }

   private:
    friend class boost::iterator_core_access;
    Edge dereference() const { return {source_, slot_}; }
    void increment() {
      ++slot_;
      settle();
    }
    bool equal(const OutEdgeIterator& other) const { return slot_ == other.slot_; }
    void settle() {
      if (slot_ == jump_at_) slot_ = jump_to_;
      while (slot_ != end_ && targets_[slot_] == source_) {
        ++slot_;
        if (slot_ == jump_at_) slot_ = jump_to_;
      }
    }

    Vertex source_ = kNoVertex;
    std::int32_t slot_ = 0;
    std::int32_t jump_at_ = 0;
    std::int32_t jump_to_ = 0;
    std::int32_t end_ = 0;
    const Vertex* targets_ = nullptr;
  };

  ///@{ Types that MemberGraph requires.
  using edge_descriptor = Edge;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using out_edge_iterator = OutEdgeIterator;
  ///@}

  QuadtreeGraph() = default;
  /// Builds the graph. `centre_cost` is called only if vertices are centres. Throws
  /// std::invalid_argument for more than 2^30 portals. O(cells + portals log portals + lattice
  /// cells on terrain).
  QuadtreeGraph(const FreeSpace& space, const CellGrid& grid, const std::vector<CellRect>& cells,
                std::vector<CellPortal> portals, QuadtreeVertices kind,
                const CentreCost& centre_cost);

  QuadtreeVertices kind() const { return kind_; }  ///< whether vertices are portals or centres
  /// Number of vertices, for MemberGraph.
  std::size_t vertices() const { return positions_.size(); }
  /// Number of vertices in use.
  std::size_t vertex_count() const { return positions_.size() - gaps_; }
  /// Position of a vertex.
  Point position(Vertex v) const { return positions_[static_cast<std::size_t>(v)]; }

  ///@{ The portal with index p, and the number of portals.
  const CellPortal& portal(std::int32_t p) const { return portals_[static_cast<std::size_t>(p)]; }
  std::size_t portal_count() const { return portals_.size(); }
  ///@}
  /// The portals around a cell. Always inlined for speed.
  [[gnu::always_inline]] std::span<const std::int32_t> portals_of(std::int32_t cell) const {
    const auto [first, end] = row(cell);
    return std::span(row_portals())
        .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
  }
  /// The portal of the cheapest edge between two neighbours. Precondition: vertices are centres.
  std::int32_t portal_between(Vertex from, Vertex to) const;

  /// Returns begin and end of the edges of v, as MemberGraph requires.
  std::pair<OutEdgeIterator, OutEdgeIterator> out_edges_of(Vertex v) const {
    if (kind_ == QuadtreeVertices::kCentre) {
      const auto [first, end] = row(v);
      return {{v, targets_.data(), first, end, end, end}, {v, targets_.data(), end, end, end, end}};
    }
    const CellPortal& p = portal(v);
    // The iterator visits the rows in the order of the table. So the end iterator is past both
    // rows.
    const auto [lower, upper] = std::minmax({row(p.before), row(p.after)});
    const auto [first, jump_at] = lower;
    const auto [jump_to, end] = upper;
    return {{v, targets_.data(), first, jump_at, jump_to, end},
            {v, targets_.data(), end, jump_at, jump_to, end}};
  }
  /// Visits the edges that can continue a shortest path; see PrunedGraph. A shortest path uses at
  /// most two portals of a cell. So a path that reached portal v through one of v's cells continues
  /// only into the other cell. At its first portal, a path may continue into both cells. If
  /// vertices are centres, no edge is skipped. On terrain, no edge is skipped either, because an
  /// edge along a side can cost less than an edge inside.
  template <class Visit>
  [[gnu::always_inline]] void visit_onward_edges(Vertex v, Vertex parent, Visit&& visit) const {
    if (all_edges_lead_on_) return visit_out_edges(*this, v, visit);
    const Point at = position(v);
    const CellPortal& p = portal(v);
    std::int32_t cell = std::min(p.before, p.after);
    std::int32_t last = std::max(p.before, p.after);
    if (parent != kNoVertex) {
      const bool from_first = portal(parent).borders(cell);
      const bool from_last = portal(parent).borders(last);
      if (from_first && from_last) return;
      if (from_first) cell = last;
      if (from_last) last = cell;
    }
    // A single loop handles one cell or both, so that `visit` is inlined.
    for (;; cell = last) {
      const auto [first, end] = row(cell);
      for (const Vertex w : std::span(targets_.data() + first, targets_.data() + end)) {
        if (w != v) visit(w, [&, w] { return distance(at, position(w)); });
      }
      if (cell == last) return;
    }
  }
  /// Returns the number of edges of v, as MemberGraph requires.
  std::size_t degree(Vertex v) const {
    if (kind_ == QuadtreeVertices::kCentre) return row_length(v);
    const CellPortal& p = portal(v);
    // Both rows contain v itself, which is no neighbour. An unused portal has two empty rows.
    return std::max(row_length(p.before) + row_length(p.after), std::size_t{2}) - 2;
  }
  ///@{ Members that MemberGraph requires.
  Vertex target(Edge e) const { return targets_[static_cast<std::size_t>(e.slot)]; }
  double cost(Edge e) const {
    if (kind_ == QuadtreeVertices::kCentre) return costs_[static_cast<std::size_t>(e.slot)];
    const double length = distance(position(e.source), position(target(e)));
    if (!pieces_cost_) [[likely]]
      return length;
    return cost_on_terrain(e, length);
  }
  ///@}
  bool has_terrain() const { return !cell_costs_.empty(); }  ///< whether cells have costs
  /// Cost per unit of length in a cell.
  double cell_cost(std::int32_t cell) const {
    return has_terrain() ? cell_costs_[static_cast<std::size_t>(cell)] : 1;
  }
  /// Cost of the path from centre to centre of p's two cells by way of the point `through`.
  /// Precondition: vertices are centres.
  double cost_through(const CellPortal& p, Point through) const;

  /// Number of undirected edges. O(cells).
  std::size_t edge_count() const;
  std::size_t memory_bytes() const;  ///< bytes on the heap, by capacity

 private:
  friend class QuadtreeGraphEditor;

  std::pair<std::int32_t, std::int32_t> row(std::int32_t cell) const {
    const auto c = static_cast<std::size_t>(cell);
    return {row_begin_[c], row_begin_[c + row_end_at_]};
  }
  std::size_t row_length(std::int32_t cell) const {
    const auto [first, end] = row(cell);
    return static_cast<std::size_t>(end - first);
  }
  const std::vector<std::int32_t>& row_portals() const {
    return kind_ == QuadtreeVertices::kCentre ? slot_portals_ : targets_;
  }

  /// Cost of an edge of this length between two portals on terrain. Two portals of a cell are on
  /// one side of the cell if they are on one lattice line.
  double cost_on_terrain(Edge e, double length) const {
    const CellPortal& from = portal(e.source);
    const CellPortal& to = portal(target(e));
    const auto [first, end] = row(from.before);
    const bool before = first <= e.slot && e.slot < end;
    const bool one_side =
        from.upright() == to.upright() && (from.upright() ? from.x == to.x : from.y == to.y);
    if (!one_side) return cell_cost(before ? from.before : from.after) * length;
    const BorderCost& a = border_costs_[static_cast<std::size_t>(e.source)];
    const BorderCost& b = border_costs_[static_cast<std::size_t>(target(e))];
    return std::abs(before ? a.before - b.before : a.after - b.after);
  }

  QuadtreeVertices kind_ = QuadtreeVertices::kPortal;
  bool pieces_cost_ = false;        // whether edges between portals have terrain costs
  bool all_edges_lead_on_ = false;  // see visit_onward_edges()
  std::vector<Point> positions_;
  std::vector<CellPortal> portals_;
  /// First slot of the row of each cell. The row of cell c ends at row_begin_[c + row_end_at_].
  /// Initially, row_end_at_ is 1, and a row ends where the next row begins. After an edit, the
  /// second half of this vector has the ends of the rows.
  std::vector<std::int32_t> row_begin_;
  std::size_t row_end_at_ = 1;
  std::size_t gaps_ = 0;                    // number of unused vertices
  std::vector<Vertex> targets_;             // slots: portals, or cells if vertices are centres
  std::vector<std::int32_t> slot_portals_;  // portal of each slot; empty if vertices are portals
  std::vector<double> costs_;               // cost of each slot; empty if vertices are portals
  std::vector<double> cell_costs_;          // cost of each cell; empty without terrain
  std::vector<BorderCost> border_costs_;    // costs of each portal on terrain; empty for centres
};

}  // namespace fairway
