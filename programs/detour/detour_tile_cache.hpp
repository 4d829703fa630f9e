#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/representations/length_range.hpp"
#include "algorithms/solvers/solver.hpp"
#include "programs/detour/detour_mesh.hpp"

namespace fairway {

/// Detour with its tile cache, dtTileCache. The tile cache rebuilds a tile when the world changes
/// in this tile.
///
/// - A tile is a square of cells. Only entirely free cells are floor.
/// - Paths are legal except for two roundings. First, contours are simplified. Second, Detour
///   rounds the ends of links between tiles to multiples of 1/255 of a polygon's side.
/// - If a wall of zero width separates two cells, one of the two cells is not floor.
/// - If a change blocks few cells of a tile, boxes are added to the tile cache (addBoxObstacle).
/// - The stored cells (the layer) of a tile are replaced if the tile would need too many boxes, or
///   if a wall of the initial world disappears.
class DetourTileCache {
 public:
  static constexpr std::string_view kName = "detour-tile-cache";
  static constexpr Guarantees kGuarantees{.legal = false};
  using Scratch = DetourMesh::Scratch;

  struct Options {
    double cell_size = 0;
    int tile_cells = 48;
    double contour_error = 1.3;
    int max_obstacles = 128;
    bool snap = false;
    DetourSearch search;

    static void describe(Options& options, auto&& field) {
      field("cell_size", options.cell_size,
            "side of a cell, in the world's units; 0: automatic (1 in a world of cells, otherwise "
            "1/512 of the longer side of the world's bounding box)",
            kLengthRange);
      field("tile_cells", options.tile_cells, "number of cells along the side of a tile", {4, 255});
      field("contour_error", options.contour_error,
            "maximum distance of a simplified contour from the border of the cells, in cells",
            {0, 1000});
      field("max_obstacles", options.max_obstacles,
            "maximum number of blocked cells that the tile cache stores as boxes; further changes "
            "rebuild tiles from their cells",
            {1, 65535});
      field("snap", options.snap,
            "whether paths turn at corners of cells instead of the rounded ends of Detour's links");
      DetourSearch::describe(options.search, field);
    }
    static void check_together(const Options& options, const auto& refuse) {
      DetourSearch::check_together(options.search, refuse);
    }
  };

  static std::vector<NamedSolver<Options>> methods() {
    return {{"detour-tile-cache", {}},
            {"detour-tile-cache-tight", {.contour_error = 0, .snap = true, .search = {}}}};
  }
  static PartSet parts(const FreeSpace& space, const Options& options) {
    return parts_to_rasterise(space, options.cell_size) | SpacePart::kLocation;
  }

  /// Throws UnsupportedWorld if the world exceeds Detour's limits of regions, polygons or tiles.
  /// Keeps a reference to the free space. O(cells).
  static DetourTileCache build(const FreeSpace& space, const Options& options);
  DetourTileCache(DetourTileCache&&) noexcept;
  DetourTileCache& operator=(DetourTileCache&&) noexcept;
  ~DetourTileCache();

  /// Rebuilds all tiles with a changed cell. Returns false if Detour refuses a tile. Polygons and
  /// links are the same as in a mesh that is built for the changed world, but the order of links
  /// differs. Detour may therefore choose another path of equal cost. The first call rasterises the
  /// whole world, because later calls need this raster.
  bool change(const SpaceChange& change);

  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const;

  /// Bytes on the heap, including the layers and boxes of the tile cache.
  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  /// Updates the report after changes. O(cells).
  void update_report();
  /// vertex_count() is the number of polygons. edge_count() is the number of linked pairs of
  /// polygons. Both take O(polygons).
  std::size_t vertex_count() const;
  std::size_t edge_count() const;

  /// Number of boxes in the tile cache.
  std::size_t box_count() const;

  /// Calls segment(Point, Point) for each side of each polygon, in the order of tiles and polygons.
  void draw(auto&& segment) const {
    for (const auto& [a, b] : sides()) segment(a, b);
  }

 private:
  class Tiles;
  DetourTileCache(std::unique_ptr<Tiles> tiles, const Options& options);
  std::vector<std::pair<Point, Point>> sides() const;

  std::unique_ptr<Tiles> tiles_;
  DetourMesh mesh_;
  BuildReport report_;
};

}  // namespace fairway
