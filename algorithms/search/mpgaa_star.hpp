#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"
#include "algorithms/graph/search_result.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/search/open_heap.hpp"
#include "algorithms/search/search_scratch.hpp"

namespace fairway {

/// Multipath Generalised Adaptive A*: A* that learns from query to query while the goal stays. What
/// a search expanded gets a better estimate of its cost to the goal, and a search ends where it
/// meets a path found earlier that still costs what its estimate says. Edges that cost less than
/// before lower the estimates behind them. The cost is that of A*, up to rounding; among paths of
/// equal cost the one found may depend on earlier queries. Precondition: edges lead both ways at
/// one cost. One for each thread; 16 bytes a vertex beside the scratch of A*. Sources: C.
/// Hernández, R. Asín, J. A. Baier, "Reusing Previously Found A* Paths for Fast Goal-Directed
/// Navigation in Dynamic Terrain", AAAI 2015; X. Sun, S. Koenig, W. Yeoh, "Generalized Adaptive
/// A*", AAMAS 2008.
class MpgaaStar {
 public:
  /// The next search begins anew.
  void forget() { ready_ = false; }
  std::size_t memory_bytes() const { return heap_bytes(kept_, lowered_, expanded_, goal_links_); }

  /// `bound` is a consistent lower bound of the cost to the goal, the same one while the goal and
  /// its links are. `changed` are the vertices whose edges changed since the last query. With
  /// `prunes` the edges that a PrunedGraph leaves out are skipped. `vertices` receives the path as
  /// astar() has it. O((expanded + generated + lowered) log of it + length of the path).
  template <SearchGraph Graph, Heuristic Bound>
  SearchResult find(const Graph& graph, const Attachment& attachment, Point goal,
                    const Bound& bound, std::span<const Vertex> changed, bool prunes,
                    SearchScratch& scratch, std::vector<Vertex>& vertices);

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  /// Estimates of neighbours are sums in other orders, which rounding makes differ by less than
  /// this share. Lowering them for it would go on through all of them.
  static constexpr double kRounding = 1e-12;
  static constexpr Vertex kToGoal = -2;

  struct Kept {
    double estimate;  ///< a lower bound of the cost to the goal
    Vertex next;      ///< on the path found last over it; kToGoal behind the last vertex
    std::uint32_t stamp;
  };
  struct Expanded {
    Vertex vertex;
    double g;
  };
  struct Lowered {
    double estimate;
    Vertex vertex;
    bool before(const Lowered& other) const { return estimate < other.estimate; }
  };

  Kept& kept(Vertex v) { return kept_[static_cast<std::size_t>(v)]; }
  bool knows(Vertex v) { return kept(v).stamp == stamp_; }
  void keep(Vertex v, double estimate, Vertex next) { kept(v) = {estimate, next, stamp_}; }

  void begin(std::size_t n, Point goal, std::span<const Link> links);
  bool is_same(std::size_t n, Point goal, std::span<const Link> links) const;
  void drop_path(Vertex from, Vertex to);

  template <class Bound>
  double estimate(Vertex v, const Bound& bound) {
    return knows(v) ? kept(v).estimate : bound(v);
  }
  /// Of the edge, or the cheapest of several; infinity if there is none.
  template <class Graph>
  static double cost_between(const Graph& graph, Vertex v, Vertex w);
  double goal_cost(const SearchScratch& scratch, Vertex v) const;
  template <class Graph>
  bool follow_path(const Graph& graph, const SearchScratch& scratch, Vertex from);
  template <class Graph, class Bound>
  void lower(const Graph& graph, const Bound& bound, std::span<const Vertex> changed,
             const SearchScratch& scratch);
  template <class Graph>
  void keep_path(const Graph& graph, const SearchScratch& scratch, Vertex last, bool reused,
                 std::vector<Vertex>& vertices);

  ZeroedArray<Kept> kept_;
  OpenHeap<Lowered> lowered_;
  std::vector<Expanded> expanded_;  ///< by the search
  std::vector<Link> goal_links_;
  Point goal_{};
  std::size_t size_ = 0;
  std::uint32_t stamp_ = 0;
  bool ready_ = false;
};

template <class Graph>
double MpgaaStar::cost_between(const Graph& graph, Vertex v, Vertex w) {
  double least = kInfinity;
  visit_out_edges(graph, v, [&](Vertex other, auto&& cost) {
    if (other == w) least = std::min<double>(least, cost());
  });
  return least;
}

/// Whether the path found earlier still leads from here to the goal at the cost estimated. If not,
/// it is forgotten up to where it fails, so that all such walks together take no longer than the
/// paths that were found.
template <class Graph>
bool MpgaaStar::follow_path(const Graph& graph, const SearchScratch& scratch, Vertex from) {
  Vertex v = from;
  for (std::size_t steps = 0; steps <= size_ && knows(v); ++steps) {
    const Kept& at = kept(v);
    if (at.next == kToGoal && at.estimate == goal_cost(scratch, v)) return true;
    if (at.next < 0 || !knows(at.next)) break;
    if (at.estimate != cost_between(graph, v, at.next) + kept(at.next).estimate) break;
    v = at.next;
  }
  drop_path(from, v);
  return false;
}

/// Makes the estimates consistent again where edges cost less than before, from the least on.
template <class Graph, class Bound>
void MpgaaStar::lower(const Graph& graph, const Bound& bound, std::span<const Vertex> changed,
                      const SearchScratch& scratch) {
  const auto lower_to = [&](Vertex v, double estimate) {
    if (kept(v).estimate <= estimate * (1 + kRounding)) return;
    kept(v).estimate = estimate;
    lowered_.push({estimate, v});
  };
  for (const Vertex v : changed) {
    if (!knows(v)) continue;
    double least = goal_cost(scratch, v);
    visit_out_edges(graph, v, [&](Vertex w, auto&& cost) {
      const double onward = estimate(w, bound);
      if (onward < least) least = std::min<double>(least, cost() + onward);
    });
    lower_to(v, least);
  }
  while (!lowered_.empty()) {
    const Lowered least = lowered_.pop();
    if (kept(least.vertex).estimate < least.estimate) continue;
    visit_out_edges(graph, least.vertex, [&](Vertex w, auto&& cost) {
      if (knows(w) && kept(w).estimate > least.estimate) lower_to(w, cost() + least.estimate);
    });
  }
}

/// Estimates along the path are summed from its end on, which follow_path() does too.
template <class Graph>
void MpgaaStar::keep_path(const Graph& graph, const SearchScratch& scratch, Vertex last,
                          bool reused, std::vector<Vertex>& vertices) {
  for (Vertex v = last; v != kNoVertex; v = scratch.node(v).parent) vertices.push_back(v);
  if (!reused) keep(last, goal_cost(scratch, last), kToGoal);
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const Vertex next = vertices[i - 1];
    const Vertex v = vertices[i];
    keep(v, cost_between(graph, v, next) + kept(next).estimate, next);
  }
  std::reverse(vertices.begin(), vertices.end());
  for (Vertex v = last; kept(v).next != kToGoal; v = kept(v).next) {
    vertices.push_back(kept(v).next);
  }
}

template <SearchGraph Graph, Heuristic Bound>
SearchResult MpgaaStar::find(const Graph& graph, const Attachment& attachment, Point goal,
                             const Bound& bound, std::span<const Vertex> changed, bool prunes,
                             SearchScratch& scratch, std::vector<Vertex>& vertices) {
  SearchResult result;
  vertices.clear();
  expanded_.clear();
  scratch.begin(num_vertices(graph), attachment.goal);
  if (is_same(num_vertices(graph), goal, attachment.goal)) {
    lower(graph, bound, changed, scratch);
  } else {
    begin(num_vertices(graph), goal, attachment.goal);
  }

  result.cost = attachment.direct;
  const auto relax = [&](Vertex v, double base, auto&& cost, Vertex parent) {
    ++result.generated;
    if (scratch.is_closed(v)) return;
    const double g = base + cost();
    if (scratch.is_open(v)) {
      if (g >= scratch.g_of(v)) return;
      scratch.node(v).parent = parent;
      scratch.decrease(v, g);
    } else {
      const double h = estimate(v, bound);
      if (g + h >= result.cost) return;
      scratch.node(v).parent = parent;
      scratch.open(v, g, h);
    }
  };
  for (const Link& link : attachment.start) {
    relax(
        link.vertex, 0, [&] { return link.cost; }, kNoVertex);
  }
  Vertex last = kNoVertex;
  bool reused = false;
  while (!reused && scratch.least_f() < result.cost) {
    const auto least = scratch.close_least();
    const Vertex u = least.vertex;
    const double g = least.g;
    reused = follow_path(graph, scratch, u);
    const double onward = reused ? least.h : goal_cost(scratch, u);
    if (g + onward < result.cost) {
      result.cost = g + onward;
      last = u;
    }
    if (reused) break;
    ++result.expanded;
    expanded_.push_back({u, g});
    visit_onward_edges(graph, u, prunes ? scratch.node(u).parent : kNoVertex,
                       [&](Vertex v, auto&& cost) { relax(v, g, cost, u); });
  }

  for (const auto [v, g] : expanded_) {
    keep(v, std::max(estimate(v, bound), result.cost - g), kNoVertex);
  }
  if (last != kNoVertex) keep_path(graph, scratch, last, reused, vertices);
  result.found = result.cost < kInfinity;
  return result;
}

}  // namespace fairway
