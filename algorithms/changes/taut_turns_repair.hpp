#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/visibility_graph/taut_turns.hpp"

namespace fairway {

/// Replaces rows of a graph, and the turns of these rows. A row lists the edges of a vertex.
/// TautTurns explains turns, the depth of an edge, and dead ends. Dead ends are recomputed only
/// where depths change. O(n log n + p) for n edges of the replaced rows and p pairs of successive
/// edges. Only pairs count that have an edge in a replaced row or an edge with a changed depth.
class TautTurnsRepair {
 public:
  /// `depth` is the result of TautTurns::find_dead_ends(), updated by earlier repairs.
  /// Precondition: `vertices` ascend.
  TautTurnsRepair(TautTurns& turns, std::vector<std::uint32_t>& depth, CsrGraph& graph,
                  std::span<const Vertex> vertices);

  /// Replaces the row of one of the vertices. `row` lists the targets of the new edges. `turns` has
  /// a single row with the turns of v. If `row` is empty, `turns` has no row.
  void replace_row(Vertex v, std::span<const Vertex> row, std::span<const double> costs,
                   TautTurns& turns);
  /// Completes the repair after all rows were replaced. Precondition: the graph has each edge in
  /// both directions.
  void finish();

 private:
  using Range = TautTurns::Range;
  using Row = TautTurns::Row;
  /// An edge, with its number.
  struct Half {
    Vertex from;
    Vertex to;
    std::uint32_t edge;
    friend auto operator<=>(const Half&, const Half&) = default;
  };

  bool is_exchanged(Vertex v) const;
  Range before(std::uint32_t edge) const {
    return turns_.after_coming_by(graph_, graph_.target(edge), tables_.twins[edge]);
  }
  Vertex owner(std::uint32_t edge) const { return graph_.target(tables_.twins[edge]); }
  void forget_depths_before(std::uint32_t edge);
  void find_twins();
  void forget_new_depths();
  std::uint32_t endless_continuations(std::uint32_t edge) const;
  std::uint32_t depth_by_continuations(std::uint32_t edge) const;
  void find_depths();
  void close_dead_ends();

  const TautTurns& turns_;
  TautTurns::Tables tables_;
  std::vector<std::uint32_t>& depth_;
  CsrGraph& graph_;
  std::span<const Vertex> vertices_;
  std::vector<Half> kept_twins_;        // ends and twin of each edge of a replaced row
  std::vector<std::uint32_t> touched_;  // edges whose depth may have changed
  std::vector<std::uint32_t> stack_;
};

}  // namespace fairway
