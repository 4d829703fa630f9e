#pragma once

#include <cstddef>
#include <memory>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Finds the optimum by independent code: CGAL's shortest paths on a triangulated surface. The free
/// triangles form the surface. Uses only the triangles, their blocked edges and the corners of
/// Fairway. Immutable; threads may share it.
/// Sources: S.-Q. Xin, G.-J. Wang, "Improving Chen and Han's algorithm on the discrete geodesic
/// problem", ACM Transactions on Graphics 28 (2009); S. Kiazyk, S. Loriot, E. Colin de Verdiere,
/// "Triangulated Surface Mesh Shortest Paths", CGAL User and Reference Manual.
class CgalWitness {
 public:
  /// Makes the surface. Each corner becomes a vertex, so that wedges of a pinch and sides of a wall
  /// of zero width are not connected. O(n).
  explicit CgalWitness(const FreeSpace& space);
  ///@{ Moves the surface.
  CgalWitness(CgalWitness&&) noexcept;
  CgalWitness& operator=(CgalWitness&&) noexcept;
  ///@}
  ~CgalWitness();

  /// shortest() tries again if the length exceeds the expected length by more than this ratio.
  static constexpr double kTolerance = 1e-9;
  static constexpr int kAttempts = 6;  ///< largest number of tries of shortest()

  /// Returns the length of the shortest path, or infinity if there is none or an end is blocked.
  /// CGAL rounds its constructions, so it sometimes misses a path. Between lattice points, it
  /// misses 1 path in 50. It never finds a path that does not exist. If the length exceeds
  /// `expected` by more than kTolerance, CGAL tries again with swapped ends or a rotated surface,
  /// kAttempts times in all. The least length counts. O(n^2 log n) at worst, since each try covers
  /// the whole component.
  double shortest(Point start, Point goal, double expected) const;

  /// Finds a path by one try of CGAL, and writes its ends and turning points to `path`. One try can
  /// miss a path; see shortest(). If no path is found or an end is blocked, empties `path` and
  /// returns false.
  bool shortest_path(Point start, Point goal, Path& path) const;

  /// Bytes of the surface, without CGAL's data for a query.
  std::size_t memory_bytes() const;

 private:
  struct Surface;
  std::unique_ptr<Surface> surface_;
};

}  // namespace fairway
