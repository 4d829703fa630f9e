#pragma once

#include "algorithms/search/astar.hpp"

namespace fairway {

// The departures of the ancestors' searches from PlainSearch.

class FirstClosedSearch : public WatchedSearch {
 public:
  using WatchedSearch::WatchedSearch;
  constexpr bool first_closed() const { return true; }
};

class LookAheadSearch : public WatchedSearch {
 public:
  using WatchedSearch::WatchedSearch;
  constexpr bool look_ahead() const { return true; }
};

}  // namespace fairway
