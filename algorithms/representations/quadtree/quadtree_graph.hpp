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

/// The cost of an edge between centres of a portal's cells. The graph passed in has its vertices
/// and the costs of its cells.
using CentreCost =
    std::function<double(const QuadtreeGraph& graph, const CellGrid& grid,
                         const std::vector<CellRect>& cells, const CellPortal& portal)>;

/// The graph of a quadtree, in one table of the portals round each cell. With vertices at portals,
/// edges are implicit (all portals of a portal's two cells) and memory is linear. With vertices at
/// centres, the table also holds edge costs. On terrain, a piece inside a cell costs its length
/// times the cell's cost; a piece between two portals on one side of a cell costs as much as along
/// that border. Only a QuadtreeGraphEditor changes it; then some vertices may be none, without
/// edges.
class QuadtreeGraph : public MemberGraph {
 public:
  struct Edge {
    Vertex source = kNoVertex;
    std::int32_t slot = 0;  ///< in the table
    friend bool operator==(const Edge&, const Edge&) = default;
  };

  /// Runs over one or two rows of the table and leaves out the source itself.
  class OutEdgeIterator
      : public boost::iterator_facade<OutEdgeIterator, Edge, boost::forward_traversal_tag, Edge> {
   public:
    OutEdgeIterator() = default;
    /// Rows [slot, jump_at) and [jump_to, end); the second may be missing (all three are equal).
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

  using edge_descriptor = Edge;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using out_edge_iterator = OutEdgeIterator;

  QuadtreeGraph() = default;
  /// `centre_cost` serves vertices at centres only. O(cells + portals log portals + lattice cells
  /// on terrain).
  QuadtreeGraph(const FreeSpace& space, const CellGrid& grid, const std::vector<CellRect>& cells,
                std::vector<CellPortal> portals, QuadtreeVertices kind,
                const CentreCost& centre_cost);

  QuadtreeVertices kind() const { return kind_; }
  std::size_t vertices() const { return positions_.size(); }
  /// Vertices that are there.
  std::size_t vertex_count() const { return positions_.size() - gaps_; }
  Point position(Vertex v) const { return positions_[static_cast<std::size_t>(v)]; }

  const CellPortal& portal(std::int32_t p) const { return portals_[static_cast<std::size_t>(p)]; }
  std::size_t portal_count() const { return portals_.size(); }
  /// The portals round a cell. Inlined also where several searches are compiled together.
  [[gnu::always_inline]] std::span<const std::int32_t> portals_of(std::int32_t cell) const {
    const auto [first, end] = row(cell);
    return std::span(row_portals())
        .subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
  }
  /// With vertices at centres: the portal of the cheapest edge between two neighbours.
  std::int32_t portal_between(Vertex from, Vertex to) const;

  std::pair<OutEdgeIterator, OutEdgeIterator> out_edges_of(Vertex v) const {
    if (kind_ == QuadtreeVertices::kCentre) {
      const auto [first, end] = row(v);
      return {{v, targets_.data(), first, end, end, end}, {v, targets_.data(), end, end, end, end}};
    }
    const CellPortal& p = portal(v);
    // In the table's order, so that the end is behind all.
    const auto [lower, upper] = std::minmax({row(p.before), row(p.after)});
    const auto [first, jump_at] = lower;
    const auto [jump_to, end] = upper;
    return {{v, targets_.data(), first, jump_at, jump_to, end},
            {v, targets_.data(), end, jump_at, jump_to, end}};
  }
  /// See PrunedGraph. A shortest path visits at most two portals of a cell: from a portal it goes
  /// on through the other cell, or through both where it begins. Leaves nothing out with vertices
  /// at centres, or if pieces on a border cost less than those beside it.
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
    // One loop over one cell or both, so that `visit` is inlined.
    for (;; cell = last) {
      const auto [first, end] = row(cell);
      for (const Vertex w : std::span(targets_.data() + first, targets_.data() + end)) {
        if (w != v) visit(w, [&, w] { return distance(at, position(w)); });
      }
      if (cell == last) return;
    }
  }
  std::size_t degree(Vertex v) const {
    if (kind_ == QuadtreeVertices::kCentre) return row_length(v);
    const CellPortal& p = portal(v);
    // A portal that is gone has two empty rows.
    return std::max(row_length(p.before) + row_length(p.after), std::size_t{2}) - 2;
  }
  Vertex target(Edge e) const { return targets_[static_cast<std::size_t>(e.slot)]; }
  double cost(Edge e) const {
    if (kind_ == QuadtreeVertices::kCentre) return costs_[static_cast<std::size_t>(e.slot)];
    const double length = distance(position(e.source), position(target(e)));
    if (!pieces_cost_) [[likely]]
      return length;
    return cost_on_terrain(e, length);
  }
  bool has_terrain() const { return !cell_costs_.empty(); }
  /// The cost of a unit of length in a cell.
  double cell_cost(std::int32_t cell) const {
    return has_terrain() ? cell_costs_[static_cast<std::size_t>(cell)] : 1;
  }
  /// With vertices at centres: the path between a portal's cells through a point.
  double cost_through(const CellPortal& p, Point through) const;

  /// Each edge counts once. O(cells).
  std::size_t edge_count() const;
  std::size_t memory_bytes() const;

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

  /// Two portals on one line lie on one side of the cell between them.
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
  bool pieces_cost_ = false;        // with terrain and vertices at portals
  bool all_edges_lead_on_ = false;  // see visit_onward_edges()
  std::vector<Point> positions_;
  std::vector<CellPortal> portals_;
  /// Where rows begin. A row ends where the next one begins, or, once the graph has changed, at its
  /// own number in the second half.
  std::vector<std::int32_t> row_begin_;
  std::size_t row_end_at_ = 1;
  std::size_t gaps_ = 0;                    // vertices that are none
  std::vector<Vertex> targets_;             // portals, or neighbours of the row's cell
  std::vector<std::int32_t> slot_portals_;  // with vertices at centres only
  std::vector<double> costs_;               // with vertices at centres only
  std::vector<double> cell_costs_;          // with terrain only
  std::vector<BorderCost> border_costs_;    // with terrain and vertices at portals only
};

}  // namespace fairway
