#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/search_result.hpp"
#include "algorithms/graph/zeroed_array.hpp"

namespace fairway {

/// A binary heap of vertices. It stores the slot of each vertex, so that keys can increase and
/// decrease.
class KeyedHeap {
 public:
  /// Priority of a vertex; the least key comes first. Compared by `first`, then by `second`.
  struct Key {
    double first;   ///< estimated cost of a path through the vertex
    double second;  ///< least cost from the vertex to the goal
    friend auto operator<=>(const Key&, const Key&) = default;  ///< lexicographic order
  };

  /// Empties the heap and prepares it for n vertices. O(vertices still in the heap).
  void begin(std::size_t n);
  bool empty() const { return entries_.empty(); }  ///< Whether the heap has no vertices.
  ///@{ The least key, and the vertex with this key. Precondition: the heap is not empty.
  Key least() const { return entries_.front().key; }
  Vertex least_vertex() const { return entries_.front().vertex; }
  ///@}
  /// Whether a vertex is in the heap.
  bool holds(Vertex v) const { return place_[static_cast<std::size_t>(v)] != 0; }
  /// Adds a vertex or changes its key. O(log n).
  void set(Vertex v, Key key);
  /// Removes a vertex. Precondition: holds(v). O(log n).
  void remove(Vertex v);
  std::size_t memory_bytes() const { return heap_bytes(entries_, place_); }  ///< Allocated bytes.

 private:
  struct Entry {
    Key key;
    Vertex vertex;
  };
  void put(std::size_t at, const Entry& entry);
  void sift(std::size_t at, const Entry& entry);

  std::vector<Entry> entries_;
  ZeroedArray<std::uint32_t> place_;  // for each vertex: 1 + its slot; 0 if it is not in the heap
};

/// D* Lite: a search from the goal that keeps the values of its vertices (costs to the goal)
/// between queries. While the goal stays the same, a query recomputes only the values that change
/// with the start and the edges. A new goal starts a new search. Paths cost as much as the paths of
/// A*, up to rounding. The search ends when all keys in the heap exceed the best cost by more than
/// the rounding error. Each vertex of the path is then consistent: its values `g` and `rhs` are
/// equal. Ties go to the vertex with the smaller number, so the path depends only on the query.
/// Preconditions: each edge exists in both directions at the same cost. If edges change while
/// values are kept, no edge may cost 0. One object per thread; 36 bytes a vertex.
/// Sources: S. Koenig, M. Likhachev, "D* Lite", AAAI 2002, and "Fast Replanning for Navigation in
/// Unknown Terrain", IEEE Trans. Robotics 21 (2005).
class DStarLite {
 public:
  /// Discards all values: the next query starts a new search.
  void forget() { ready_ = false; }

  /// Finds a path of least cost. The graph has vertex_count() and visit_edges(v, visit). `visit`
  /// may call visit_edges() again: the graph must support visits nested two deep. `bound(v)` is a
  /// consistent lower bound of the cost from the start to v. `moved` is a lower bound of the cost
  /// from the start of the last query to the start of this query. `changed` lists the vertices with
  /// edges that changed since the last query. `vertices` receives the path as in astar().
  template <class Graph, class Bound>
  SearchResult find(const Graph& graph, const Attachment& attachment, Point goal, double moved,
                    const Bound& bound, std::span<const Vertex> changed,
                    std::vector<Vertex>& vertices);

  /// Call this after find(). Returns false if find() gave up because edges of cost 0 formed a
  /// cycle. The caller then uses A* instead.
  bool is_ready() const { return ready_; }
  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(nodes_, open_, goal_links_, touched_); }

 private:
  /// Bound of the relative rounding error of a path's cost.
  static constexpr double kRounding = 1e-9;

  struct Node {
    double g;
    double rhs;
    double goal_link;  ///< cost of the vertex's link to the goal
    std::uint32_t stamp;
  };

  static std::size_t index(Vertex v) { return static_cast<std::size_t>(v); }

  void begin(std::size_t n);
  Node& node(Vertex v);
  bool consistent(Vertex v) { return node(v).g == node(v).rhs; }
  void link_goal(std::span<const Link> links);
  double best_of(const Attachment& attachment);

  template <class Graph>
  double least_onward(const Graph& graph, Vertex v);
  template <class Bound>
  void place(Vertex v, const Bound& bound);
  template <class Graph, class Bound>
  void update(const Graph& graph, Vertex v, const Bound& bound);
  template <class Graph, class Bound>
  void expand(const Graph& graph, Vertex u, const Bound& bound, SearchResult& result);
  template <class Graph>
  bool trace(const Graph& graph, const Attachment& attachment, SearchResult& result,
             std::vector<Vertex>& vertices);

  ZeroedArray<Node> nodes_;
  KeyedHeap open_;
  std::vector<Link> goal_links_;
  std::vector<Vertex> touched_;  // vertices linked to the goal of this or of the last query
  Point goal_{};
  double km_ = 0;  // sum of `moved` over the queries of this search
  std::size_t size_ = 0;
  std::uint32_t stamp_ = 0;
  bool ready_ = false;
};

template <class Graph>
double DStarLite::least_onward(const Graph& graph, Vertex v) {
  double least = node(v).goal_link;
  graph.visit_edges(v, [&](Vertex w, auto&& cost) {
    if (node(w).g < kInfinity) least = std::min(least, cost() + node(w).g);
  });
  return least;
}

template <class Bound>
void DStarLite::place(Vertex v, const Bound& bound) {
  const Node& at = node(v);
  if (at.g == at.rhs) {
    if (open_.holds(v)) open_.remove(v);
    return;
  }
  const double least = std::min(at.g, at.rhs);
  open_.set(v, {least + bound(v) + km_, least});
}

template <class Graph, class Bound>
void DStarLite::update(const Graph& graph, Vertex v, const Bound& bound) {
  node(v).rhs = least_onward(graph, v);
  place(v, bound);
}

template <class Graph, class Bound>
void DStarLite::expand(const Graph& graph, Vertex u, const Bound& bound, SearchResult& result) {
  ++result.expanded;
  Node& at = node(u);
  if (at.g > at.rhs) {
    at.g = at.rhs;
    open_.remove(u);
    const double g = at.g;
    graph.visit_edges(u, [&](Vertex w, auto&& cost) {
      ++result.generated;
      Node& other = node(w);
      const double over = cost() + g;
      if (over >= other.rhs) return;
      other.rhs = over;
      place(w, bound);
    });
    return;
  }
  at.g = kInfinity;
  update(graph, u, bound);
  graph.visit_edges(u, [&](Vertex w, auto&&) {
    ++result.generated;
    update(graph, w, bound);
  });
}

template <class Graph>
bool DStarLite::trace(const Graph& graph, const Attachment& attachment, SearchResult& result,
                      std::vector<Vertex>& vertices) {
  vertices.clear();
  double least = kInfinity;
  Vertex at = kNoVertex;
  double cost = 0;
  for (const Link& link : attachment.start) {
    if (!consistent(link.vertex)) continue;
    const double whole = link.cost + node(link.vertex).g;
    if (whole > least || (whole == least && link.vertex >= at) || whole == kInfinity) continue;
    least = whole;
    at = link.vertex;
    cost = link.cost;
  }
  if (attachment.direct <= least) {
    result.cost = attachment.direct;
    return true;
  }
  while (at != kNoVertex) {
    if (!consistent(at) || vertices.size() >= size_) return false;
    vertices.push_back(at);
    const double g = node(at).g;
    if (node(at).goal_link == g) {
      result.cost = cost + g;
      return true;
    }
    Vertex next = kNoVertex;
    double step = 0;
    graph.visit_edges(at, [&](Vertex w, auto&& edge) {
      if (!(node(w).g < kInfinity)) return;
      const double c = edge();
      if (c + node(w).g != g) return;
      // Among equally good vertices, take the vertex with the least cost to the goal. An edge of
      // cost 0 does not reduce this cost.
      if (next != kNoVertex &&
          (node(w).g > node(next).g || (node(w).g == node(next).g && w >= next)))
        return;
      next = w;
      step = c;
    });
    cost += step;
    at = next;
  }
  return false;
}

template <class Graph, class Bound>
SearchResult DStarLite::find(const Graph& graph, const Attachment& attachment, Point goal,
                             double moved, const Bound& bound, std::span<const Vertex> changed,
                             std::vector<Vertex>& vertices) {
  SearchResult result;
  vertices.clear();
  const bool same = ready_ && goal == goal_ && graph.vertex_count() == size_;
  if (same) {
    km_ += moved;
  } else {
    begin(graph.vertex_count());
    goal_ = goal;
  }
  link_goal(attachment.goal);
  for (const Vertex v : touched_) update(graph, v, bound);
  if (same) {
    for (const Vertex v : changed) update(graph, v, bound);
  }
  for (;;) {
    while (!open_.empty()) {
      const double best = best_of(attachment);
      const KeyedHeap::Key least = open_.least();
      if (least.first - km_ > best + kRounding * (best + km_)) break;
      const Vertex u = open_.least_vertex();
      const double value = std::min(node(u).g, node(u).rhs);
      const KeyedHeap::Key now{value + bound(u) + km_, value};
      if (least < now) {
        open_.set(u, now);
      } else {
        expand(graph, u, bound, result);
      }
    }
    const double best = best_of(attachment);
    if (best == kInfinity) return result;
    if (trace(graph, attachment, result, vertices)) break;
    if (open_.empty()) {  // the cheapest edges form a cycle of cost 0: discard all values
      ready_ = false;
      vertices.clear();
      return result;
    }
    expand(graph, open_.least_vertex(), bound, result);
  }
  result.found = true;
  return result;
}

}  // namespace fairway
