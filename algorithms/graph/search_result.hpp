#pragma once

#include <cstdint>
#include <limits>

namespace fairway {

/// The result of a search between two attached ends, except for the vertices of its path.
struct SearchResult {
  bool found = false;
  double cost = std::numeric_limits<double>::infinity();
  std::uint64_t expanded = 0;   ///< vertices taken from the open list
  std::uint64_t generated = 0;  ///< edges looked at (without those left out) and links of the start
};

}  // namespace fairway
