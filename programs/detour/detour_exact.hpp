#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/solver.hpp"
#include "programs/detour/detour_mesh.hpp"

namespace fairway {

/// Detour on a navigation mesh made from the free space. The constrained triangulation is merged to
/// convex polygons of at most six sides. Detour stores a coordinate as a number of steps, from 0 to
/// 65534. The mesh is exact if all coordinates of the world are multiples of one step. Otherwise,
/// each coordinate moves by up to half a step.
class DetourExact : public DetourSolver {
 public:
  static constexpr std::string_view kName = "detour";
  /// Paths can cut corners of the world if vertices have moved.
  static constexpr Guarantees kGuarantees{.legal = false};

  struct Options {
    DetourSearch search;
    bool snap = false;

    static void describe(Options& options, auto&& field) {
      DetourSearch::describe(options.search, field);
      field("snap", options.snap,
            "whether paths turn at vertices of the world instead of Detour's rounded vertices");
    }
    static void check_together(const Options& options, const auto& refuse) {
      DetourSearch::check_together(options.search, refuse);
    }
  };

  static std::vector<NamedSolver<Options>> methods() {
    return {{"detour", {}},
            {"detour-snapped", {.search = {}, .snap = true}},
            {"detour-sliced", {.search = {.sliced = true}}},
            {"detour-any-angle", {.search = {.sliced = true, .any_angle = true}}}};
  }
  static PartSet parts(const FreeSpace&, const Options&) {
    return SpacePart::kTriangulation | SpacePart::kLocation;
  }
  /// Throws UnsupportedWorld if the polygons do not fit into a tile. O(n log n).
  static DetourExact build(const FreeSpace& space, const Options& options);

 private:
  using DetourSolver::DetourSolver;
};

}  // namespace fairway
