#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// Lines joined end to end. A closed chain does not repeat its first point.
struct Chain {
  Ring points;
  bool closed = false;
};

struct ChainReport {
  std::size_t joined = 0;  ///< pairs of equal ends that were joined
  std::size_t gaps = 0;    ///< pairs of other ends that were joined
  double longest_gap = 0;
  std::size_t junctions = 0;  ///< points where three ends or more meet
};

/// Joins lines of two points or more at their ends: where exactly two ends are equal, and then, for
/// what is left, ends that are at most `close` apart, the nearest first. No point is moved: a gap
/// becomes an edge. Throws std::length_error if more than four million pairs of ends are so close.
/// Expected O((n + k) log n) for n lines with p points and k such pairs, and O(p).
std::vector<Chain> join_chains(std::vector<Ring> lines, double close, ChainReport& report);

}  // namespace fairway
