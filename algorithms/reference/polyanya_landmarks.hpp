#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/reference/polyanya_mesh.hpp"

namespace fairway {

/// Lengths of shortest paths from a few corners of each component, the landmarks, to all of its
/// corners. By the triangle inequality no path between two points is shorter than the difference of
/// their distances from a landmark; in rooms and caves that is far more than the straight line.
/// Immutable. Source: A. V. Goldberg, C. Harrelson, "Computing the
/// shortest path: A* search meets graph theory", SODA 2005.
class PolyanyaLandmarks {
 public:
  static constexpr std::size_t kCount = 8;  ///< of each component
  static constexpr std::size_t kMostExpanded = 4;
  /// From each landmark; NaN where it is not known.
  using Distances = std::array<double, kCount>;

  /// No landmarks.
  PolyanyaLandmarks() = default;
  /// The corner farthest from all landmarks so far is the next, in every component. A round is one
  /// search over the whole mesh. There are no landmarks where one expands more than kMostExpanded
  /// intervals a side: worlds of few and small obstacles, in which that grows quadratically and
  /// the straight line tells as much. O(n log n).
  explicit PolyanyaLandmarks(const PolyanyaMesh& mesh);

  /// Bounds of a goal's distances.
  struct Goal {
    Distances least;
    Distances most;
  };
  /// Takes the polygons that hold the goal. Nothing is known where they are of several components.
  /// Precondition: not empty().
  Goal goal_at(const PolyanyaMesh& mesh, std::span<const PolygonId> polygons, Point goal) const;

  /// No path from a corner (of PolyanyaMesh::turns) to the goal is shorter. -infinity where nothing
  /// is known. Precondition: not empty().
  double least_to(const Goal& goal, std::int32_t turn) const {
    const Distances& from = distances_[static_cast<std::size_t>(turn)];
    double least = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < kCount; ++i) {
      // std::max keeps its first argument where the second is NaN.
      least = std::max(std::max(least, from[i] - goal.most[i]), goal.least[i] - from[i]);
    }
    return least;
  }

  bool empty() const { return distances_.empty(); }
  std::size_t memory_bytes() const { return distances_.capacity() * sizeof(Distances); }

 private:
  std::vector<Distances> distances_;  // of PolyanyaMesh::turns
  double rounding_ = 0;               // more than the distances can be wrong by
};

}  // namespace fairway
