#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/cgal_witness.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// A method that computes CGAL's exact geodesics on the surface of the free triangles. The surface
/// is built once. Each query computes distances from its goal to the whole component. CgalWitness
/// cites the sources and explains how the ends of a query become points of the surface.
class CgalShortestPath {
 public:
  static constexpr std::string_view kName = "cgal-shortest-path";
  /// CGAL rounds the points that it constructs and can miss a path. It therefore promises neither a
  /// path nor a shortest path.
  static constexpr Guarantees kGuarantees{};

  struct Options {
    static void describe(Options&, auto&&) {}
  };
  struct Scratch {};

  static std::vector<NamedSolver<Options>> methods() { return {{kName, {}}}; }
  static PartSet parts(const FreeSpace&, const Options&) {
    return SpacePart::kTriangulation | SpacePart::kLocation | PartSet(SpacePart::kCorners);
  }
  /// Builds the surface. O(n).
  static CgalShortestPath build(const FreeSpace& space, const Options& options);

  /// O(n^2 log n) at worst. Allocates, because CGAL builds a tree of distances for each goal.
  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  std::size_t memory_bytes() const { return surface_.memory_bytes(); }
  const BuildReport& report() const { return report_; }

 private:
  explicit CgalShortestPath(const FreeSpace& space);

  CgalWitness surface_;
  BuildReport report_;
};

}  // namespace fairway
