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
/// path comes along a tangent on one side of a corner, turns towards the walls, and leaves along a
/// tangent on the other side. With a corner's edges sorted counter-clockwise, those that may follow
/// an edge are the first or the last of the row.
///
/// The depth of an edge is the greatest number of times that a walk along it can be continued,
/// possibly infinite. Along a shortest path, the edges' depth towards the goal falls and their
/// depth towards the start rises. An edge no deeper towards the goal than towards the start is
/// therefore useful only if the goal lies in its dead end. Each query finds such edges by going
/// back from the goal along them; all other edges are always open.
/// Source: S. Oh, H. W. Leong, "Edge N-Level Sparse Visibility Graphs: Fast Optimal Any-Angle
/// Pathfinding Using Hierarchical Taut Paths", SoCS 2017.
class TautTurns {
 public:
  /// Edges of one row, as indices.
  struct Range {
    std::uint32_t begin;
    std::uint32_t end;
  };

  /// The edges into dead ends that lead to a query's goal. Reset in O(1).
  class Marks {
   public:
    bool contains(std::uint32_t edge) const { return stamps_[edge] == stamp_; }
    std::size_t memory_bytes() const { return heap_bytes(stamps_, stack_); }

   private:
    friend class TautTurns;
    void begin(std::size_t edges);
    void insert(std::uint32_t edge);

    ZeroedArray<std::uint32_t> stamps_;
    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> stack_;
  };

  /// Sorts the row of the next corner and finds which of its edges may follow which. `positions`
  /// are of all vertices. Precondition: a path can bend at the corner along each edge; no vertex is
  /// twice in the row. O(n log n).
  void add_row(const FreeSpace& space, const Corner& corner, std::span<const Point> positions,
               std::vector<Vertex>& row);

  static constexpr std::uint32_t kForEver = std::numeric_limits<std::uint32_t>::max();

  /// Finds the dead ends. Returns the depth of each edge of each vertex, walked towards it;
  /// kForEver if infinite. Preconditions: the graph's rows are those added; it holds each edge both
  /// ways. Linear in the pairs of edges that may follow each other.
  std::vector<std::uint32_t> find_dead_ends(const CsrGraph& graph);

  /// The edges that may follow the edge from `parent` to v. Precondition: the graph has that edge.
  /// O(edges of v).
  Range after(const CsrGraph& graph, Vertex parent, Vertex v) const {
    std::uint32_t edge = graph.row_begin(v);
    while (graph.target(edge) != parent) ++edge;
    return after_coming_by(graph, v, edge);
  }

  /// Which tangents of a vertex's corner hold a point: as tangent_side().
  using Side = int;

  /// The edges by which a path that comes straight from the point can go on from v: also those by
  /// which it can come that goes on to the point, walked towards v. `positions` are of all
  /// vertices. O(log of the edges of v).
  Range across(const CsrGraph& graph, std::span<const Point> positions, Vertex v, Point point,
               Side side) const;

  /// Marks the edges into dead ends that lead to a goal: begin, then each vertex that is linked to
  /// the goal, then spread.
  void begin(Marks& marks) const { marks.begin(turns_.size()); }
  void mark(const CsrGraph& graph, std::span<const Point> positions, Vertex v, Point goal,
            Side side, Marks& marks) const {
    const Row& row = rows_[static_cast<std::size_t>(v)];
    if ((side >= 0 && row.dead_end_first) || (side <= 0 && row.dead_end_last)) {
      mark_twins(across(graph, positions, v, goal, side), marks);
    }
  }
  void spread(const CsrGraph& graph, Marks& marks) const;

  /// Whether a shortest path to the marked goal may take the edge.
  bool may_take(std::uint32_t edge, const Marks& marks) const {
    return turns_[edge].open || marks.contains(edge);
  }

  std::size_t memory_bytes() const {
    return turns_.capacity() * sizeof(Turn) + twins_.capacity() * sizeof(std::uint32_t) +
           rows_.capacity() * sizeof(Row);
  }

  /// The turn after the edge from v to w: a path from w goes on along v's row up to `bound`, or
  /// from there.
  struct Turn {
    std::uint32_t bound : 30;
    std::uint32_t up_to : 1;
    std::uint32_t open : 1;  ///< open to every query, from v to w
  };
  /// The edges of a vertex: those that begin at its corner's right wall, up to `split`, and those
  /// that end at its left wall; whether an edge walked towards it leads into a dead end. Without an
  /// order, all are of both kinds.
  struct Row {
    std::uint32_t split : 30;
    std::uint32_t dead_end_first : 1;
    std::uint32_t dead_end_last : 1;
  };
  static constexpr std::uint32_t kUnordered = (std::uint32_t{1} << 30U) - 1;
  static constexpr std::uint32_t kMostEdges = std::uint32_t{1} << 30U;

  /// The edges that may follow `edge` of v's row, walked towards v.
  Range after_coming_by(const CsrGraph& graph, Vertex v, std::uint32_t edge) const {
    const std::uint32_t begin = graph.row_begin(v);
    const Turn turn = turns_[edge];
    return turn.up_to ? Range{begin, begin + turn.bound}
                      : Range{begin + turn.bound, graph.row_end(v)};
  }

  /// The tables, to edit them in place.
  struct Tables {
    std::vector<Turn>& turns;           ///< of each edge
    std::vector<Row>& rows;             ///< of each vertex
    std::vector<std::uint32_t>& twins;  ///< of each edge: the same in the other direction
  };
  Tables tables() { return {turns_, rows_, twins_}; }

 private:
  void mark_twins(Range range, Marks& marks) const {
    for (std::uint32_t k = range.begin; k < range.end; ++k) {
      if (!turns_[twins_[k]].open) marks.insert(twins_[k]);
    }
  }
  void find_twins(const CsrGraph& graph);

  std::vector<Turn> turns_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> twins_;  // the same edge in the other direction
};

}  // namespace fairway
