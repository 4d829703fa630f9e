#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/cgal_witness.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// CGAL's exact geodesics on the free triangles as a method: the surface is built once, and each
/// query spreads from its goal over the whole component. See CgalWitness for sources and for how
/// the ends are put into the surface.
class CgalShortestPath {
 public:
  static constexpr std::string_view kName = "cgal-shortest-path";
  /// CGAL rounds what it constructs and may lose a way, so it promises neither a path nor the best.
  static constexpr Guarantees kGuarantees{};

  struct Options {
    static void describe(Options&, auto&&) {}
  };
  struct Scratch {};

  static std::vector<NamedSolver<Options>> methods() { return {{kName, {}}}; }
  static PartSet parts(const FreeSpace&, const Options&) {
    return SpacePart::kTriangulation | SpacePart::kLocation | PartSet(SpacePart::kCorners);
  }
  /// O(n).
  static CgalShortestPath build(const FreeSpace& space, const Options& options);

  /// O(n^2 log n) at worst. Allocates: CGAL makes its tree anew for each goal.
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
