#pragma once

#include <span>
#include <vector>

#include "tests/support/oracle.hpp"

namespace fairway {

/// The optimum by brute force, for at most some hundred walls. Uses all pairs of wall ends that see
/// each other by the oracle, a node per free wedge at each end, and Boost's Dijkstra.
class OraclePaths {
 public:
  /// O(ends^2 walls). Keeps a reference to the oracle.
  OraclePaths(const FreeSpace& space, const RationalOracle& oracle);

  /// Length of the shortest legal path; infinity if there is none or an end is blocked. O(ends
  /// walls + links log ends).
  double shortest(Point start, Point goal) const;

 private:
  struct Node {
    Point at;
    int wedge;
  };
  struct Link {
    std::size_t from;
    std::size_t to;
    double cost;
  };

  std::size_t node(Point at, int wedge) const;
  void link_to_ends(Point p, std::size_t number, std::vector<Link>& links) const;

  const RationalOracle& oracle_;
  std::vector<Point> ends_;
  std::vector<Node> nodes_;  ///< sorted by their ends
  std::vector<Link> links_;
};

}  // namespace fairway
