#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/visibility_graph/taut_turns.hpp"

namespace fairway {

/// Exchanges rows of a graph, with the turns there. Dead ends are recomputed only where depths
/// change: O(pairs of edges that may follow each other, one of them in a row that is exchanged or
/// with a depth that changes), and O(n log n) in the n edges of these rows.
class TautTurnsRepair {
 public:
  /// `depth` is what TautTurns::find_dead_ends() returned, as earlier repairs left it.
  /// Precondition: `vertices` are in order, each once.
  TautTurnsRepair(TautTurns& turns, std::vector<std::uint32_t>& depth, CsrGraph& graph,
                  std::span<const Vertex> vertices);

  /// Exchanges the row of one of the vertices. `row` is the only row of `turns`, or that has none
  /// and the row is empty.
  void replace_row(Vertex v, std::span<const Vertex> row, std::span<const double> costs,
                   TautTurns& turns);
  /// After all rows. Precondition: the graph holds each edge both ways.
  void finish();

 private:
  using Range = TautTurns::Range;
  using Row = TautTurns::Row;
  /// An edge from a vertex to another.
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
  void lose(std::uint32_t edge);
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
  std::vector<Half> kept_twins_;        // of edges to vertices whose rows stay
  std::vector<std::uint32_t> touched_;  // edges whose depth may be another
  std::vector<std::uint32_t> stack_;
};

}  // namespace fairway
