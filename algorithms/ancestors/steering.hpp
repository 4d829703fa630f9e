#pragma once

#include "algorithms/search/astar.hpp"

namespace fairway {

/// A* that ends when it closes the first vertex linked to the goal, with an observer.
class FirstClosedSearch : public WatchedSearch {
 public:
  ///@{ See PlainSearch.
  using WatchedSearch::WatchedSearch;
  constexpr bool first_closed() const { return true; }
  ///@}
};

/// A* in which a reached vertex with a goal link bounds the cost, with an observer.
class LookAheadSearch : public WatchedSearch {
 public:
  ///@{ See PlainSearch.
  using WatchedSearch::WatchedSearch;
  constexpr bool look_ahead() const { return true; }
  ///@}
};

}  // namespace fairway
