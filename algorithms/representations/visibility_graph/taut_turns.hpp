#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/graph/zeroed_array.hpp"

namespace fairway {

/// The pairs of edges of a pruned visibility graph that may follow each other on a shortest path. A
/// path arrives along a tangent on one side of a corner. It turns towards the corner's walls, and
/// leaves along a tangent on the opposite side of the corner. The edges of a corner are a row,
/// sorted counter-clockwise. So the edges that may follow an edge are the first or the last edges
/// of the row.
///
/// The depth of an edge is the largest number of edges that can follow it on a taut walk, possibly
/// infinite. On a shortest path, the depth towards the goal falls from edge to edge, and the depth
/// towards the start rises. An edge is said to lead into a dead end if its depth towards the goal
/// does not exceed its depth towards the start. A shortest path uses such an edge only if the goal
/// is in the dead end. Each query finds the useful edges by a search backwards from the goal. Edges
/// that lead into no dead end are open to every query.
/// Source: S. Oh, H. W. Leong, "Edge N-Level Sparse Visibility Graphs: Fast Optimal Any-Angle
/// Pathfinding Using Hierarchical Taut Paths", SoCS 2017.
class TautTurns {
 public:
  /// A range of edge indices in one row.
  struct Range {
    ///@{ First edge index, and one past the last edge index.
    std::uint32_t begin;
    std::uint32_t end;
    ///@}
  };

  /// The marked edges of a query: all edges that lead into the dead end of the goal. Reset in O(1).
  class Marks {
   public:
    /// Whether an edge is marked.
    bool contains(std::uint32_t edge) const { return stamps_[edge] == stamp_; }
    std::size_t memory_bytes() const { return heap_bytes(stamps_, stack_); }  ///< bytes on the heap

   private:
    friend class TautTurns;
    void begin(std::size_t edges);
    void insert(std::uint32_t edge);

    ZeroedArray<std::uint32_t> stamps_;
    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> stack_;
  };

  /// Adds the row of the next corner: sorts the row and finds which edges may follow which.
  /// `positions` has the positions of all vertices. Preconditions: a path can bend at the corner
  /// along each edge; no vertex occurs twice in the row. O(n log n).
  void add_row(const FreeSpace& space, const Corner& corner, std::span<const Point> positions,
               std::vector<Vertex>& row);

  /// Stands for an infinite depth. The depth of an edge is the largest number of edges that can
  /// follow it.
  static constexpr std::uint32_t kForEver = std::numeric_limits<std::uint32_t>::max();

  /// Finds the dead ends. Returns the depth of each edge. The edge to u in the row of v stands for
  /// the move from u to v. Preconditions: the rows of the graph were given to add_row(), in order;
  /// each edge exists in both directions. Linear in the pairs of edges that may follow each other.
  std::vector<std::uint32_t> find_dead_ends(const CsrGraph& graph);

  /// Returns the edges that may follow the edge from `parent` to v. Precondition: the graph has
  /// this edge. O(edges of v).
  Range after(const CsrGraph& graph, Vertex parent, Vertex v) const {
    std::uint32_t edge = graph.row_begin(v);
    while (graph.target(edge) != parent) ++edge;
    return after_coming_by(graph, v, edge);
  }

  /// Side of a corner on which a point lies: -1, 0 or +1; see tangent_side().
  using Side = int;

  /// Returns the edges of v that can continue a path which comes straight from `point`. By
  /// symmetry, a path that goes straight from v to `point` can reach v only by these edges, in the
  /// opposite direction. `side` is the side of the corner on which `point` lies. `positions` has
  /// the positions of all vertices. O(log of the edges of v).
  Range across(const CsrGraph& graph, std::span<const Point> positions, Vertex v, Point point,
               Side side) const;

  /// Starts to mark the edges that lead into the dead end of a goal. Call begin(), then mark() for
  /// each vertex linked to the goal, then spread().
  void begin(Marks& marks) const { marks.begin(turns_.size()); }
  ///@{ See begin().
  void mark(const CsrGraph& graph, std::span<const Point> positions, Vertex v, Point goal,
            Side side, Marks& marks) const {
    const Row& row = rows_[static_cast<std::size_t>(v)];
    if ((side >= 0 && row.dead_end_first) || (side <= 0 && row.dead_end_last)) {
      mark_twins(across(graph, positions, v, goal, side), marks);
    }
  }
  void spread(const CsrGraph& graph, Marks& marks) const;
  ///@}

  /// Whether a shortest path to the marked goal may use the edge.
  bool may_take(std::uint32_t edge, const Marks& marks) const {
    return turns_[edge].open || marks.contains(edge);
  }

  /// Loads the turns of this and the next edges into the cache.
  void prefetch_turns(std::uint32_t edge) const { __builtin_prefetch(turns_.data() + edge); }

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const {
    return turns_.capacity() * sizeof(Turn) + twins_.capacity() * sizeof(std::uint32_t) +
           rows_.capacity() * sizeof(Row);
  }

  /// The turn at v for the edge from v to w. A path that arrives from w at v by this edge continues
  /// along certain edges of v's row. These are either the edges before index `bound`, or all other
  /// edges.
  struct Turn {
    ///@{ Number of edges before the bound, and whether the path continues along these edges.
    std::uint32_t bound : 30;
    std::uint32_t up_to : 1;
    ///@}
    std::uint32_t open : 1;  ///< whether every query may use the edge from v to w
  };
  /// The edges of a vertex, in two groups. tangent_side() is -1 for the edges before index `split`,
  /// and +1 for the other edges. Each group has a flag: whether an edge of the group, walked
  /// towards the vertex, leads into a dead end. If `split` is kUnordered, all edges belong to both
  /// groups.
  struct Row {
    ///@{ Index of the first edge of the second group, and the flags of the two groups.
    std::uint32_t split : 30;
    std::uint32_t dead_end_first : 1;
    std::uint32_t dead_end_last : 1;
    ///@}
  };
  static constexpr std::uint32_t kUnordered = (std::uint32_t{1} << 30U) - 1;  ///< see Row
  /// Limit of the edges of a vertex.
  static constexpr std::uint32_t kMostEdges = std::uint32_t{1} << 30U;

  /// Returns the edges of v that may follow on a taut path which arrives at v by `edge`.
  /// Precondition: `edge` is in v's row.
  Range after_coming_by(const CsrGraph& graph, Vertex v, std::uint32_t edge) const {
    const std::uint32_t begin = graph.row_begin(v);
    const Turn turn = turns_[edge];
    return turn.up_to ? Range{begin, begin + turn.bound}
                      : Range{begin + turn.bound, graph.row_end(v)};
  }

  /// The tables, for code that edits them in place.
  struct Tables {
    std::vector<Turn>& turns;           ///< turn of each edge
    std::vector<Row>& rows;             ///< row of each vertex
    std::vector<std::uint32_t>& twins;  ///< the opposite edge of each edge
  };
  Tables tables() { return {turns_, rows_, twins_}; }  ///< access to the tables

 private:
  void mark_twins(Range range, Marks& marks) const {
    for (std::uint32_t k = range.begin; k < range.end; ++k) {
      if (!turns_[twins_[k]].open) marks.insert(twins_[k]);
    }
  }
  void find_twins(const CsrGraph& graph);

  std::vector<Turn> turns_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> twins_;  // the opposite edge of each edge
};

}  // namespace fairway
