#pragma once

#include <cstddef>
#include <memory>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The optimum L* by code that is not Fairway's: CGAL's shortest paths on a triangulated surface,
/// which the free triangles make. Of Fairway it uses the triangles, their blocked edges and the
/// corners only. Immutable; threads may share it.
/// Sources: S.-Q. Xin, G.-J. Wang, "Improving Chen and Han's algorithm on the discrete geodesic
/// problem", ACM Transactions on Graphics 28 (2009); S. Kiazyk, S. Loriot, E. Colin de Verdiere,
/// "Triangulated Surface Mesh Shortest Paths", CGAL User and Reference Manual.
class CgalWitness {
 public:
  /// Each corner becomes a vertex of the surface, so that neither the wedges of a pinch nor the
  /// sides of a wall of zero width are connected. O(n).
  explicit CgalWitness(const FreeSpace& space);
  CgalWitness(CgalWitness&&) noexcept;
  CgalWitness& operator=(CgalWitness&&) noexcept;
  ~CgalWitness();

  static constexpr double kTolerance = 1e-9;
  static constexpr int kAttempts = 6;

  /// Length of the shortest path; infinity if there is none or an end is blocked. CGAL rounds what
  /// it constructs, and so loses a way at times (1 of 50 between points of a lattice), but it never
  /// finds one that is not there. If its length exceeds the expected one by more than kTolerance,
  /// relative, it is asked again, with the ends swapped or the surface turned, kAttempts times in
  /// all; the least length counts. Each spreads over the whole component: O(n^2 log n) at worst.
  double shortest(Point start, Point goal, double expected) const;

  /// The turning points of the path that CGAL finds, asked once, with both ends; see shortest() for
  /// what it may lose. Returns false, with an empty path, if it finds none or an end is blocked.
  bool shortest_path(Point start, Point goal, Path& path) const;

  /// Of the surface, without what CGAL makes for a query.
  std::size_t memory_bytes() const;

 private:
  struct Surface;
  std::unique_ptr<Surface> surface_;
};

}  // namespace fairway
