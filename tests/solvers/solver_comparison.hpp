#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway::test {

/// Compares a repaired solver with a rebuilt solver: reports, paths and expansions must be equal.
/// Each of the two solvers keeps its scratch space through all changes.
template <Solver S>
class SolverComparison {
 public:
  /// Asks for a path from each point to the next point.
  void compare(const S& repaired, const FreeSpace& space, const S& rebuilt, const FreeSpace& now,
               const std::vector<Point>& points) {
    ASSERT_EQ(repaired.vertex_count(), rebuilt.vertex_count());
    ASSERT_EQ(repaired.edge_count(), rebuilt.edge_count());
    ASSERT_EQ(repaired.report().components, rebuilt.report().components);
    ASSERT_EQ(repaired.report().covered_area, rebuilt.report().covered_area);
    ASSERT_EQ(repaired.report().phases.size(), rebuilt.report().phases.size());
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Point from = points[i];
      const Point to = points[i + 1];
      const SolverResult is = repaired.solve(space.locate(from), space.locate(to), scratch_, path_);
      const SolverResult as = rebuilt.solve(now.locate(from), now.locate(to), fresh_, expected_);
      ++compared_;
      found_ += is.found;
      ASSERT_EQ(is.found, as.found);
      ASSERT_EQ(is.expanded, as.expanded);
      ASSERT_EQ(is.generated, as.generated);
      ASSERT_EQ(path_, expected_);
    }
  }

  int compared() const { return compared_; }
  int found() const { return found_; }

 private:
  typename S::Scratch scratch_;
  typename S::Scratch fresh_;
  Path path_;
  Path expected_;
  int compared_ = 0;
  int found_ = 0;
};

}  // namespace fairway::test
