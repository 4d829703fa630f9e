#pragma once

#include <cstdint>
#include <limits>

namespace fairway {

/// The result of a search between two attached ends. The vertices of the path are returned
/// separately.
struct SearchResult {
  bool found = false;                                     ///< whether a path exists
  double cost = std::numeric_limits<double>::infinity();  ///< cost of the path, or infinity
  std::uint64_t expanded = 0;   ///< number of vertices taken from the open list
  std::uint64_t generated = 0;  ///< number of examined edges, plus the links of the start
};

}  // namespace fairway
