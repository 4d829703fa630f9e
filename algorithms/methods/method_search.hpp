#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <span>
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

/// The search of a method as its settings choose it: A*, the adapter's own, or another one of any
/// graph. Has the scratch of one thread and refers to the index, which supports queries.
template <Representation R>
class MethodSearch {
 public:
  /// What attach() was told and has found. The scratch is as attach() left it.
  struct Ends {
    Point start;
    Point goal;
    const Attachment& attachment;
    const typename R::Scratch& scratch;
  };

  /// `other` is used instead of A*, if it is given.
  MethodSearch(const MethodIndex<R>& index, std::unique_ptr<GraphSearch> other)
      : index_(index), other_(std::move(other)) {}

  std::unique_ptr<GraphSearch> fork_other() const { return other_ ? other_->fork() : nullptr; }

  std::size_t memory_bytes() const {
    return heap_bytes(scratch_) + (other_ ? other_->memory_bytes() : 0);
  }

  /// Answers as astar(); the observer may be null. Chooses the types of heuristic and steering once
  /// per query, so that common combinations do not choose at every vertex; rare ones do.
  SearchResult find(const Ends& ends, std::vector<Vertex>& vertices, SearchObserver* observer) {
    if (other_) {
      const auto result = other_->find({ends.start, ends.goal}, ends.attachment, vertices);
      if (result && result->found) tell_path(ends, vertices, result->cost, observer);
      if (result) return *result;
    }
    if constexpr (HasOwnSearch<R>) {
      if (settings().search == SearchKind::kOwn) {
        return representation().search(ends.goal, ends.attachment, scratch_, vertices, observer);
      }
    }
    if constexpr (HasSuccessors<R>) {
      if (settings().pruning == Pruning::kAll && is_shortest_distance()) {
        // Rounding can make two lengths tie that differ exactly, and so leave out the only way on.
        // If no path is found, the search is repeated over all edges.
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
  const SearchSettings& settings() const { return index_.settings; }
  const R& representation() const { return *index_.adapter; }
  bool is_shortest_distance() const {
    return settings().heuristic == HeuristicKind::kEuclidean && index_.weight == 1;
  }

  auto euclidean_to(Point goal) const {
    return EuclideanHeuristic([&r = representation()](Vertex v) { return r.position(v); }, goal);
  }

  /// Precondition without the representation's own: the heuristic is not octile (check_search).
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
        return search_weighted(ends, octile_to(ends), vertices);
      }
    }
    if (observer == nullptr && settings().heuristic == HeuristicKind::kZero) {
      return search_unwatched(ends, ZeroHeuristic{}, vertices);
    }
    return search_watched(ends, vertices, observer);
  }

  template <class H>
  SearchResult search_weighted(const Ends& ends, const H& heuristic,
                               std::vector<Vertex>& vertices) {
    return index_.weight == 1
               ? search_unwatched(ends, heuristic, vertices)
               : search_unwatched(ends, WeightedHeuristic(heuristic, index_.weight), vertices);
  }

  template <class H>
  SearchResult search_unwatched(const Ends& ends, const H& heuristic,
                                std::vector<Vertex>& vertices) {
    const auto& graph = representation().graph();
    if constexpr (PrunedGraph<typename R::Graph>) {
      if (settings().pruning == Pruning::kNone) {
        return astar(graph, ends.attachment, heuristic, scratch_, vertices, BareSearch{});
      }
    }
    return astar(graph, ends.attachment, heuristic, scratch_, vertices);
  }

  /// Searches only edges by which a shortest path can go on.
  SearchResult search_successors(const Ends& ends, std::vector<Vertex>& vertices,
                                 SearchObserver* observer) {
    const auto successors = [&](Vertex parent, Vertex v) {
      return representation().successors(parent, v, ends.scratch);
    };
    const SuccessorGraph graph(representation().graph(), successors);
    const auto heuristic = euclidean_to(ends.goal);
    return observer == nullptr ? astar(graph, ends.attachment, heuristic, scratch_, vertices)
                               : astar(graph, ends.attachment, heuristic, scratch_, vertices,
                                       WatchedSearch(observer));
  }

  /// Searches with any heuristic, chosen at every vertex, and an optional observer.
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
    return astar(representation().graph(), ends.attachment, ConsistentIf(consistent, heuristic),
                 scratch_, vertices, WatchedSearch(observer, settings().pruning == Pruning::kNone));
  }

  static double least_link(const Ends& ends, Vertex v) {
    double least = std::numeric_limits<double>::infinity();
    for (const Link& link : ends.attachment.start) {
      if (link.vertex == v) least = std::min(least, link.cost);
    }
    return least;
  }

  /// Tells the observer, if there is one, of a path that was found without expanding what it
  /// passes.
  void tell_path(const Ends& ends, const std::vector<Vertex>& vertices, double cost,
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
};

}  // namespace fairway
