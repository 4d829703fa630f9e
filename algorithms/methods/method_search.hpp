#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/successor_graph.hpp"
#include "algorithms/methods/graph_search.hpp"
#include "algorithms/methods/method_index.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"

namespace fairway {

/// The search of a method according to its settings: A*, the adapter's own search, or a
/// GraphSearch. Owns the scratch space of one thread. Precondition: the index supports queries.
template <Representation R>
class MethodSearch {
 public:
  /// Both ends of a query after attach(), with the results of attach(). The scratch is unchanged
  /// since attach().
  struct Ends {
    ///@{ Start, goal, links, the representation's scratch, and the radius of the query.
    Point start;
    Point goal;
    const Attachment& attachment;
    const typename R::Scratch& scratch;
    double radius = 0;
    ///@}
  };

  /// Keeps a reference to the index. If `other` is not null, it replaces A*.
  MethodSearch(const MethodIndex<R>& index, std::unique_ptr<GraphSearch> other)
      : index_(index), other_(std::move(other)) {
    if constexpr (HasTieUnit<R>) {
      if (has_ties()) tied_ = TiedScratch(TiedList(representation().tie_unit()));
    }
  }

  /// A fork of the search that replaces A*, or null.
  std::unique_ptr<GraphSearch> fork_other() const { return other_ ? other_->fork() : nullptr; }

  /// Bytes of scratch space on the heap.
  std::size_t memory_bytes() const {
    return heap_bytes(scratch_, tied_) + (other_ ? other_->memory_bytes() : 0);
  }

  /// Finds a path with results like astar(). The observer may be null. For common settings, the
  /// heuristic is a template argument. For rare settings, a switch selects the heuristic at every
  /// vertex.
  SearchResult find(const Ends& ends, std::vector<Vertex>& vertices, SearchObserver* observer) {
    if (other_) {
      const auto result = other_->find({ends.start, ends.goal}, ends.attachment, vertices);
      if (result && result->found) report_path(ends, vertices, result->cost, observer);
      if (result) return *result;
    }
    if constexpr (HasOwnSearch<R>) {
      if (settings().search == SearchKind::kOwn) {
        return representation().search(ends.goal, ends.attachment, scratch_, vertices, observer);
      }
    }
    if constexpr (HasSuccessors<R>) {
      if (settings().pruning == Pruning::kAll && is_shortest_distance()) {
        // Rounding can make two different lengths equal, and pruning then removes the only path. If
        // no path is found, the search is repeated over all edges.
        const SearchResult first = search_successors(ends, vertices, observer);
        if (first.found) return first;
        SearchResult all = search_edges(ends, vertices, observer);
        all.expanded += first.expanded;
        all.generated += first.generated;
        return all;
      }
    }
    return search_edges(ends, vertices, observer);
  }

 private:
  /// The edges that can continue a path, for SuccessorGraph.
  struct Successors {
    const R& representation;
    const typename R::Scratch& scratch;

    auto operator()(Vertex parent, Vertex v) const {
      return representation.successors(parent, v, scratch);
    }
    void prefetch(Vertex v) const requires HasPrefetch<R> { representation.prefetch(v); }
  };

  const SearchSettings& settings() const { return index_.settings; }
  const R& representation() const { return *index_.adapter; }
  /// Returns the graph for agents of this radius. Returns a view by value if the representation
  /// serves any radius. Otherwise returns a reference.
  decltype(auto) graph_for(double radius) const {
    if constexpr (ServesAnyRadius<R>) {
      return representation().graph(radius);
    } else {
      static_cast<void>(radius);
      return representation().graph();
    }
  }
  /// Whether many vertices have equal f (cost so far plus estimate). This happens with the octile
  /// heuristic on octile costs.
  bool has_ties() const {
    if constexpr (HasTieUnit<R>) {
      return settings().heuristic == HeuristicKind::kOctile && index_.weight == 1 &&
             representation().tie_unit() > 0;
    }
    return false;
  }
  bool is_shortest_distance() const {
    return settings().heuristic == HeuristicKind::kEuclidean && index_.weight == 1;
  }

  auto euclidean_to(Point goal) const {
    return EuclideanHeuristic([&r = representation()](Vertex v) { return r.position(v); }, goal);
  }

  /// Returns the octile heuristic. Without HasOctileHeuristic, the result is a placeholder:
  /// check_search() rejects methods that would use it.
  auto octile_to(const Ends& ends) const {
    if constexpr (HasOctileHeuristic<R>) {
      return representation().octile_to(ends.goal, ends.attachment.goal);
    } else {
      return ZeroHeuristic{};
    }
  }

  SearchResult search_edges(const Ends& ends, std::vector<Vertex>& vertices,
                            SearchObserver* observer) {
    if (observer == nullptr && settings().heuristic == HeuristicKind::kEuclidean) {
      return search_weighted(ends, euclidean_to(ends.goal), vertices);
    }
    if constexpr (HasOctileHeuristic<R>) {
      if (observer == nullptr && settings().heuristic == HeuristicKind::kOctile) {
        if (has_ties()) return search_unwatched(ends, octile_to(ends), tied_, vertices);
        return search_weighted(ends, octile_to(ends), vertices);
      }
    }
    if (observer == nullptr && settings().heuristic == HeuristicKind::kZero) {
      return search_unwatched(ends, ZeroHeuristic{}, scratch_, vertices);
    }
    return search_watched(ends, vertices, observer);
  }

  template <class H>
  SearchResult search_weighted(const Ends& ends, const H& heuristic,
                               std::vector<Vertex>& vertices) {
    return index_.weight == 1 ? search_unwatched(ends, heuristic, scratch_, vertices)
                              : search_unwatched(ends, WeightedHeuristic(heuristic, index_.weight),
                                                 scratch_, vertices);
  }

  template <class H, class Scratch>
  SearchResult search_unwatched(const Ends& ends, const H& heuristic, Scratch& scratch,
                                std::vector<Vertex>& vertices) {
    const auto& graph = graph_for(ends.radius);
    if constexpr (PrunedGraph<std::remove_cvref_t<decltype(graph)>>) {
      if (settings().pruning == Pruning::kNone) {
        return astar(graph, ends.attachment, heuristic, scratch, vertices, BareSearch{});
      }
    }
    return astar(graph, ends.attachment, heuristic, scratch, vertices);
  }

  /// Searches only edges that can continue a shortest path.
  SearchResult search_successors(const Ends& ends, std::vector<Vertex>& vertices,
                                 SearchObserver* observer) {
    const auto& edges = graph_for(ends.radius);
    const SuccessorGraph graph(edges, Successors{representation(), ends.scratch});
    const auto heuristic = euclidean_to(ends.goal);
    return observer == nullptr ? astar(graph, ends.attachment, heuristic, scratch_, vertices)
                               : astar(graph, ends.attachment, heuristic, scratch_, vertices,
                                       WatchedSearch(observer));
  }

  /// Like the search above, but selects the heuristic again at every vertex. This needs less code.
  /// The observer may be null.
  SearchResult search_watched(const Ends& ends, std::vector<Vertex>& vertices,
                              SearchObserver* observer) {
    const auto octile_distance = octile_to(ends);
    const HeuristicKind kind = settings().heuristic;
    const auto heuristic = [&](Vertex v) -> double {
      const Point p = representation().position(v);
      switch (kind) {
        case HeuristicKind::kEuclidean:
          return index_.weight * euclidean(p, ends.goal);
        case HeuristicKind::kOctile:
          return index_.weight * octile_distance(v);
        case HeuristicKind::kZero:
          return 0;
        case HeuristicKind::kManhattan:
          return index_.weight * manhattan(p, ends.goal);
        case HeuristicKind::kChebyshev:
          break;
      }
      return index_.weight * chebyshev(p, ends.goal);
    };
    const bool consistent = kind == HeuristicKind::kZero ||
                            (index_.weight == 1 &&
                             (kind == HeuristicKind::kEuclidean || kind == HeuristicKind::kOctile));
    const auto search = [&](auto& scratch) {
      return astar(graph_for(ends.radius), ends.attachment, ConsistentIf(consistent, heuristic),
                   scratch, vertices,
                   WatchedSearch(observer, settings().pruning == Pruning::kNone));
    };
    return has_ties() ? search(tied_) : search(scratch_);
  }

  static double least_link(const Ends& ends, Vertex v) {
    double least = std::numeric_limits<double>::infinity();
    for (const Link& link : ends.attachment.start) {
      if (link.vertex == v) least = std::min(least, link.cost);
    }
    return least;
  }

  /// Reports the vertices of a path to the observer, after a search that reports no steps. Does
  /// nothing without an observer.
  void report_path(const Ends& ends, const std::vector<Vertex>& vertices, double cost,
                   SearchObserver* observer) const {
    if (observer == nullptr) return;
    Vertex parent = kNoVertex;
    double g = 0;
    for (const Vertex v : vertices) {
      g = parent == kNoVertex ? least_link(ends, v) : g + least_edge(parent, v);
      observer->vertex_reached(v, parent, g, cost - g);
      parent = v;
    }
    observer->goal_reached(parent, cost);
  }

  double least_edge(Vertex from, Vertex to) const {
    double least = std::numeric_limits<double>::infinity();
    visit_out_edges(representation().graph(), from, [&](Vertex v, auto&& cost) {
      if (v == to) least = std::min(least, static_cast<double>(cost()));
    });
    return least;
  }

  const MethodIndex<R>& index_;
  std::unique_ptr<GraphSearch> other_;
  SearchScratch scratch_;
  TiedScratch tied_;  // replaces scratch_ if has_ties()
};

}  // namespace fairway
