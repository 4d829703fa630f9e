#pragma once

#include "algorithms/search/astar.hpp"

namespace fairway {

/// A* with an observer. The search ends when it closes the first vertex linked to the goal.
class FirstClosedSearch : public WatchedSearch {
 public:
  ///@{ See PlainSearch.
  using WatchedSearch::WatchedSearch;
  constexpr bool first_closed() const { return true; }
  ///@}
};

/// A* with look-ahead and an observer: a vertex with a goal link gives an upper bound of the cost
/// of the path as soon as the search reaches the vertex.
class LookAheadSearch : public WatchedSearch {
 public:
  ///@{ See PlainSearch.
  using WatchedSearch::WatchedSearch;
  constexpr bool look_ahead() const { return true; }
  ///@}
};

}  // namespace fairway
