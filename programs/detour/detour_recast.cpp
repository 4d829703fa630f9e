#include "programs/detour/detour_recast.hpp"

#include <Recast.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <string_view>

#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

namespace {

/// An object that Recast allocates and frees.
template <class T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

template <class T>
Owned<T> owned(T* object, void (*free)(T*)) {
  if (object == nullptr) throw std::bad_alloc();
  return {object, free};
}

constexpr int kWalkableHeight = 1;  // in cells; the world is flat and has no ceiling
constexpr int kWalkableClimb = 1;

/// Runs the steps by which Recast builds a mesh.
class RecastBuild {
 public:
  RecastBuild(const FreeSpace& space, const DetourRecast::Options& options)
      : space_(space), options_(options), log_(false) {
    const double side = std::max(space.box().width(), space.box().height());
    constexpr double kCells = 512;
    step_ = options.cell_size > 0 ? options.cell_size : space.made_of_cells() ? 1 : side / kCells;
    width_ = cells(space.box().width());
    height_ = cells(space.box().height());
  }

  DetourPolygons run() {
    const Owned<rcCompactHeightfield> cells = walkable_cells();
    if (options_.erosion > 0) {
      expect(rcErodeWalkableArea(&log_, options_.erosion, *cells),
             "fails to erode the walkable area");
    }
    cut_into_regions(*cells);
    const Owned<rcContourSet> contours = owned(rcAllocContourSet(), rcFreeContourSet);
    expect(rcBuildContours(&log_, *cells, static_cast<float>(options_.contour_error),
                           static_cast<int>(options_.max_edge), *contours),
           "fails to make contours");
    const Owned<rcPolyMesh> mesh = owned(rcAllocPolyMesh(), rcFreePolyMesh);
    expect(rcBuildPolyMesh(&log_, *contours, DetourPolygons::kSides, *mesh),
           "fails to make polygons");
    return taken(*mesh);
  }

 private:
  void expect(bool done, std::string_view failure) const {
    if (done) return;
    throw UnsupportedWorld(fmt::format("Recast {} for {} x {} cells; a larger cell_size may help",
                                       failure, width_, height_));
  }

  int cells(double length) const {
    constexpr double kMost = 65534;  // limit of Detour's 16-bit coordinates
    const double count = std::max(1.0, std::ceil(length / step_));
    if (!(count <= kMost)) {
      throw UnsupportedWorld(
          fmt::format("the world is {} cells wide, and Detour's limit is {}; expected a "
                      "larger cell_size",
                      count, kMost));
    }
    return static_cast<int>(count);
  }

  Owned<rcCompactHeightfield> walkable_cells() {
    const float least[3] = {0, 0, 0};
    const float most[3] = {static_cast<float>(width_), 1, static_cast<float>(height_)};
    const Owned<rcHeightfield> solid = owned(rcAllocHeightfield(), rcFreeHeightField);
    expect(rcCreateHeightfield(&log_, *solid, width_, height_, least, most, 1, 1), "has no room");
    const Triangulation& triangles = space_.triangulation();
    const Point origin = space_.box().min;
    std::vector<float> points;
    for (const Point p : triangles.points()) {
      points.push_back(static_cast<float>((p.x - origin.x) / step_));
      points.push_back(0);
      points.push_back(static_cast<float>((p.y - origin.y) / step_));
    }
    std::vector<int> floor;
    for (TriangleId t = 0; t < triangles.triangle_count(); ++t) {
      if (!triangles.is_free(t)) continue;
      for (const int i : {0, 2, 1}) floor.push_back(triangles.triangle(t).vertex[i]);
    }
    const int count = static_cast<int>(floor.size() / 3);
    const std::vector<std::uint8_t> areas(static_cast<std::size_t>(count), RC_WALKABLE_AREA);
    expect(rcRasterizeTriangles(&log_, points.data(), static_cast<int>(triangles.vertex_count()),
                                floor.data(), areas.data(), count, *solid, kWalkableClimb),
           "fails to rasterise the triangles");
    Owned<rcCompactHeightfield> open = owned(rcAllocCompactHeightfield(), rcFreeCompactHeightfield);
    expect(rcBuildCompactHeightfield(&log_, kWalkableHeight, kWalkableClimb, *solid, *open),
           "fails to make a height field");
    return open;
  }

  void cut_into_regions(rcCompactHeightfield& cells) {
    constexpr int kBorder = 0;
    switch (options_.regions) {
      case RecastRegions::kWatershed:
        expect(
            rcBuildDistanceField(&log_, cells) &&
                rcBuildRegions(&log_, cells, kBorder, options_.min_region, options_.merge_region),
            "makes no regions");
        break;
      case RecastRegions::kMonotone:
        expect(rcBuildRegionsMonotone(&log_, cells, kBorder, options_.min_region,
                                      options_.merge_region),
               "makes no regions");
        break;
      case RecastRegions::kLayers:
        expect(rcBuildLayerRegions(&log_, cells, kBorder, options_.min_region), "makes no regions");
        break;
    }
  }

  DetourPolygons taken(const rcPolyMesh& mesh) const {
    const auto vertices = static_cast<std::size_t>(mesh.nverts);
    const auto polygons = static_cast<std::size_t>(mesh.npolys);
    DetourPolygons made;
    made.origin = space_.box().min;
    made.step = step_;
    made.width = width_;
    made.height = height_;
    made.vertices.assign(mesh.verts, mesh.verts + 3 * vertices);
    made.polygons.assign(mesh.polys, mesh.polys + 2 * DetourPolygons::kSides * polygons);
    return made;
  }

  const FreeSpace& space_;
  const DetourRecast::Options& options_;
  rcContext log_;
  double step_ = 1;
  int width_ = 0;
  int height_ = 0;
};

/// Area of all polygons in the plane, in the world's units.
double area_of(const DetourPolygons& mesh) {
  double twice = 0;
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const std::uint16_t* ring = &mesh.polygons[2 * DetourPolygons::kSides * p];
    const auto point = [&](int i) {
      const std::uint16_t* at = &mesh.vertices[3 * std::size_t{ring[i]}];
      return Point{static_cast<double>(at[0]), static_cast<double>(at[2])};
    };
    for (int i = 2; i < DetourPolygons::kSides && ring[i] != DetourPolygons::kNone; ++i) {
      twice += std::abs(twice_area(point(0), point(i - 1), point(i)));
    }
  }
  return twice / 2 * mesh.step * mesh.step;
}

/// Number of connected components of the polygons.
int components_of(const DetourPolygons& mesh) {
  std::vector<bool> seen(mesh.polygon_count());
  std::vector<std::size_t> stack;
  int count = 0;
  for (std::size_t first = 0; first < seen.size(); ++first) {
    if (seen[first]) continue;
    ++count;
    seen[first] = true;
    stack.assign(1, first);
    while (!stack.empty()) {
      const std::size_t p = stack.back();
      stack.pop_back();
      for (int i = 0; i < DetourPolygons::kSides; ++i) {
        const std::uint16_t other =
            mesh.polygons[(2 * p + 1) * DetourPolygons::kSides + static_cast<std::size_t>(i)];
        if (other >= seen.size() || seen[other]) continue;
        seen[other] = true;
        stack.push_back(other);
      }
    }
  }
  return count;
}

}  // namespace

DetourRecast DetourRecast::build(const FreeSpace& space, const Options& options) {
  BuildReport report;
  LapClock clock;
  const DetourPolygons polygons = RecastBuild(space, options).run();
  report.phases.push_back({"recast", clock.lap()});
  // Recast moves the border of the floor by at most one cell, because a cell that the floor touches
  // counts as floor. Erosion moves the border by `erosion` further cells.
  const double reach = 1 + options.erosion;
  DetourMesh mesh(polygons, options.search, reach, {});
  report.phases.push_back({"tile", clock.lap()});
  report.covered_area = std::min(area_of(polygons), space.area());
  report.components = components_of(polygons);
  return {std::move(mesh), std::move(report)};
}

}  // namespace fairway
