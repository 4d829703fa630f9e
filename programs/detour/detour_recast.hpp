#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/representations/length_range.hpp"
#include "algorithms/solvers/solver.hpp"
#include "programs/detour/detour_mesh.hpp"

namespace fairway {

/// How Recast cuts the walkable cells into regions.
enum class RecastRegions : std::uint8_t { kWatershed, kMonotone, kLayers };
inline std::span<const std::string_view> option_names(RecastRegions) {
  static constexpr std::array<std::string_view, 3> kNames{"watershed", "monotone", "layers"};
  return kNames;
}

/// Detour on a mesh that Recast builds. The free triangles are the floor of a level. Recast
/// computes cells, regions, contours and polygons with the steps and default values of its
/// demonstration program. A cell that the floor touches counts as floor. Without erosion, the mesh
/// therefore exceeds free space by up to a cell.
class DetourRecast : public DetourSolver {
 public:
  static constexpr std::string_view kName = "detour-recast";
  static constexpr Guarantees kGuarantees{.legal = false};

  struct Options {
    double cell_size = 0;
    double contour_error = 1.3;
    double max_edge = 40;
    RecastRegions regions = RecastRegions::kWatershed;
    int min_region = 64;
    int merge_region = 400;
    int erosion = 0;
    DetourSearch search;

    static void describe(Options& options, auto&& field) {
      field("cell_size", options.cell_size,
            "side of a cell, in the world's units; 0: automatic (1 in a world of cells, otherwise "
            "1/512 of the longer side of the world's bounding box)",
            kLengthRange);
      field("contour_error", options.contour_error,
            "maximum distance of a simplified contour from the border of the cells, in cells",
            {0, 1000});
      field("max_edge", options.max_edge, "maximum length of a border edge, in cells; 0: no limit",
            {0, 65535});
      field("regions", options.regions,
            "Recast's method of dividing the walkable cells into regions");
      field("min_region", options.min_region,
            "minimum number of cells of an isolated region; smaller isolated regions are dropped",
            {0, 1'000'000});
      field(
          "merge_region", options.merge_region,
          "number of cells below which a region is merged into a neighbouring region, if possible",
          {0, 1'000'000});
      field("erosion", options.erosion,
            "width of the border that is removed along walls, in cells (Recast's walkableRadius)",
            {0, 255});
      DetourSearch::describe(options.search, field);
    }
    static void check_together(const Options& options, const auto& refuse) {
      DetourSearch::check_together(options.search, refuse);
    }
  };

  static std::vector<NamedSolver<Options>> methods() {
    return {{"detour-recast", {}},
            {"detour-recast-eroded", {.erosion = 1, .search = {}}},
            {"detour-recast-tight",
             {.contour_error = 0,
              .max_edge = 0,
              .regions = RecastRegions::kMonotone,
              .min_region = 0,
              .search = {}}}};
  }
  static PartSet parts(const FreeSpace&, const Options&) {
    return SpacePart::kTriangulation | SpacePart::kLocation;
  }
  /// Throws UnsupportedWorld if Recast fails or its polygons do not fit into a tile. O(cells).
  static DetourRecast build(const FreeSpace& space, const Options& options);

 private:
  using DetourSolver::DetourSolver;
};

}  // namespace fairway
