#pragma once

#include <span>
#include <vector>

#include "tests/support/oracle.hpp"

namespace fairway {

/// Computes the optimum by brute force, for at most a few hundred walls. The graph has one node for
/// each pair of an end of a wall and a free wedge at this end. Two nodes are linked if the oracle
/// says that their points see each other. Boost's Dijkstra searches the graph.
class OraclePaths {
 public:
  /// Builds the graph. O(ends^2 * walls) for all ends of walls. Keeps a reference to the oracle.
  OraclePaths(const FreeSpace& space, const RationalOracle& oracle);

  /// Length of the shortest legal path; infinity if there is none or an end is blocked.
  /// O(ends * walls + links * log ends), where `ends` counts the ends of walls.
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
  std::vector<Node> nodes_;  ///< sorted by their points
  std::vector<Link> links_;
};

}  // namespace fairway
