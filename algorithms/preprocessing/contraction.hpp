#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/preprocessing/build_budget.hpp"
#include "algorithms/preprocessing/cost_bound.hpp"
#include "algorithms/preprocessing/graph_copy.hpp"
#include "algorithms/search/open_heap.hpp"

namespace fairway {

/// Contracts the vertices of a graph one after the other. Contraction removes a vertex from the
/// graph. Shortcuts replace paths through it, so that the least costs between the other vertices
/// stay the same.
/// - The next vertex has the least priority. The priority is a weighted sum of the shortcuts to
///   add, the edges to remove (negative) and the neighbours contracted before. The priority of the
///   first vertex in the queue is recomputed before the vertex is contracted.
/// - A shortcut is not added if a witness search finds a path that avoids the vertex and costs no
///   more. The search skips a vertex if the lower bound of its cost to each target is too high.
///
/// Sources: T. Uras, S. Koenig, C. Hernandez, "Subgoal Graphs for Optimal Pathfinding in
/// Eight-Neighbor Grids", ICAPS 2013; R. Geisberger, P. Sanders, D. Schultes, D. Delling,
/// "Contraction Hierarchies: Faster and Simpler Hierarchical Routing in Road Networks", WEA 2008,
/// sections 2 and 3.
class Contraction {
 public:
  /// An edge or shortcut.
  struct Arc {
    Vertex to;      ///< target
    Vertex middle;  ///< contracted vertex that the shortcut bypasses; kNoVertex for an edge
    double cost;    ///< cost of the edge or shortcut
  };

  /// Which vertices are contracted.
  enum class Depth : std::uint8_t {
    kAll,  ///< all vertices outside a dense core
    /// Only vertices that need no expensive shortcut. A shortcut is expensive if its cost exceeds
    /// GraphCopy::bound() between its ends by more than rounding errors.
    kTwoLevels,
  };

  /// Contracts vertices as `depth` requires. The vertices that remain are the core. Keeps a
  /// reference to the graph. Throws MemoryLimitExceeded and TimeLimitExceeded.
  Contraction(const GraphCopy& graph, Depth depth, const BuildBudget& budget);

  /// All vertices in the order of their contraction; the vertices of the core come last.
  const std::vector<Vertex>& order() const { return order_; }
  /// Number of contracted vertices. All other vertices are the core.
  std::size_t contracted() const { return contracted_; }
  /// The edges and shortcuts from a vertex to vertices contracted later. For a vertex of the core,
  /// the edges and shortcuts to other vertices of the core.
  const std::vector<Arc>& up(Vertex v) const { return out_[index(v)]; }
  /// The edges and shortcuts to a vertex from vertices contracted later. Equal to up() in a
  /// symmetric graph.
  const std::vector<Arc>& down(Vertex v) const {
    return symmetric_ ? out_[index(v)] : in_[index(v)];
  }

 private:
  struct Open {
    double left;  ///< lower bound of the cost to a target
    double cost;
    Vertex vertex;
    bool before(const Open& other) const {
      return left < other.left || (left == other.left && cost < other.cost);
    }
  };
  struct Candidate {
    int priority;
    Vertex vertex;
    bool before(const Candidate& other) const {
      return priority < other.priority || (priority == other.priority && vertex < other.vertex);
    }
  };
  struct Label {
    double cost;
    double over = 0;           ///< for a target: cost of the path through the contracted vertex
    std::uint32_t stamp = 0;   ///< stamp_ of the search that set the cost
    std::uint32_t target = 0;  ///< equals stamp_ while a search seeks a path to this vertex
  };
  /// A vertex to which a witness search still looks for a path that costs at most `over`.
  struct Target {
    Point position;
    Vertex vertex;
    double over;
  };
  struct Shortcut {
    Vertex from;
    Vertex to;
    double cost;
  };

  static std::size_t index(Vertex v) { return static_cast<std::size_t>(v); }
  std::vector<Arc>& in(Vertex v) { return symmetric_ ? out_[index(v)] : in_[index(v)]; }

  int priority(Vertex v);
  void contract(Vertex v);
  bool needs_detour() const;
  void find_shortcuts(Vertex v, std::size_t most_settled);
  template <HeuristicKind kind>
  void search_witnesses(Vertex from, Vertex v, std::size_t most_settled);
  template <HeuristicKind kind>
  double left_to_target(Vertex v, double cost);
  void remove_target(Vertex v);
  void add(std::vector<Arc>& arcs, const Arc& arc);
  void remove(std::vector<Arc>& arcs, Vertex to);
  std::size_t index_bytes() const { return (up_arcs_ + live_arcs_ / 2) * sizeof(Arc); }

  const CostBound& bound_;
  double factor_;  ///< factor of the lower bound, reduced to allow for rounding
  bool symmetric_;
  /// Arcs from v: up(v) if v is contracted, otherwise arcs to vertices that are not contracted.
  std::vector<std::vector<Arc>> out_;
  std::vector<std::vector<Arc>> in_;  ///< arcs to v, like out_; unused if the graph is symmetric
  std::vector<Vertex> order_;
  std::size_t contracted_ = 0;
  std::vector<int> contracted_neighbours_;
  std::size_t up_arcs_ = 0;    ///< number of arcs of contracted vertices
  std::size_t live_arcs_ = 0;  ///< number of arcs of uncontracted vertices; each edge counts twice

  std::vector<Label> labels_;
  std::uint32_t stamp_ = 0;
  OpenHeap<Open> open_;
  std::vector<Target> targets_;
  std::vector<Shortcut> shortcuts_;
  bool reached_limit_ = false;  ///< whether a search of the last find_shortcuts() reached its limit
};

}  // namespace fairway
