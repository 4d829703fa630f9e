#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Judges paths by the walls alone: it uses neither the triangulation nor the visibility code that
/// may have made the path. Immutable; may be shared by threads.
class PathChecker {
 public:
  explicit PathChecker(const FreeSpace& space);

  struct Verdict {
    bool legal = false;
    std::size_t segment = 0;  ///< the first segment at fault (0 for a single point)
    std::string reason;       ///< empty where legal
  };

  /// Whether the path is a limit of paths inside the interior of free space. Exact. Expected
  /// O(points + walls near the path). An empty path is illegal.
  Verdict check(std::span<const Point> path) const;

 private:
  struct Index;
  std::vector<Wall> walls_;
  // (the author of path_checker.cpp completes this)
};

}  // namespace fairway
