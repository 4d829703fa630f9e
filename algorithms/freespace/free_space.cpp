#include "algorithms/freespace/free_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "algorithms/geometry/limits.hpp"

namespace fairway {

namespace {

/// Builds the triangulation and the walls from the edges. Throws InvalidWorld if the edges are
/// invalid.
FreeSpace::Content triangulated(FreeSpace::Input input, const std::vector<BoundaryEdge>& edges) {
  FreeSpace::Content content{.input = std::make_shared<FreeSpace::Input>(std::move(input))};
  const TriangulatedRegion& region =
      content.parts->region.get([&] { return TriangulationBuilder(edges).build(); });
  content.parts->walls.get([&] { return walls_of(edges); });
  content.box = bounding_box(region.triangulation.points());
  return content;
}

}  // namespace

FreeSpace FreeSpace::from_polygons(const Polygons& polygons) {
  return FreeSpace(triangulated({}, boundary_of(polygons)));
}

FreeSpace FreeSpace::from_eroded_cells(const Polygons& polygons, std::optional<Terrain> terrain) {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  const Box cells{
      {0, 0},
      terrain ? Point{static_cast<double>(terrain->width()), static_cast<double>(terrain->height())}
              : Point{kUnbounded, kUnbounded}};
  Content content = triangulated({.raster = {}, .mesh = {}, .terrain = std::move(terrain)},
                                 boundary_of(polygons));
  const Box& box = content.box;
  if (!cells.contains(box.min) || !cells.contains(box.max)) {
    throw InvalidWorld(
        fmt::format("free space extends from ({}, {}) to ({}, {}), beyond the cells; expected free "
                    "space from (0, 0) to ({}, {})",
                    box.min.x, box.min.y, box.max.x, box.max.y, cells.max.x, cells.max.y),
        -1, -1);
  }
  content.made_of_cells = true;
  return FreeSpace(std::move(content));
}

FreeSpace FreeSpace::from_raster(Raster raster) {
  return FreeSpace(content_of_cells(std::move(raster)));
}

FreeSpace FreeSpace::from_raster(Raster raster, Terrain terrain) {
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      if (raster.at(x, y) != Raster::kBlocked) continue;
      terrain.set_cost(x, y, std::numeric_limits<double>::infinity());
    }
  }
  return FreeSpace(content_of_cells(std::move(raster), std::move(terrain)));
}

FreeSpace FreeSpace::from_mesh(Mesh mesh) {
  const std::vector<BoundaryEdge> edges = boundary_of(mesh);
  return FreeSpace(triangulated({.raster = {}, .mesh = std::move(mesh), .terrain = {}}, edges));
}

FreeSpace FreeSpace::from_eroded(const std::vector<BoundaryEdge>& edges,
                                 const FreeSpace& original) {
  Content content =
      triangulated({.raster = {}, .mesh = {}, .terrain = original.input().terrain}, edges);
  content.made_of_cells = original.made_of_cells();
  return FreeSpace(std::move(content));
}

FreeSpace::Content FreeSpace::content_of_cells(Raster raster, std::optional<Terrain> terrain) {
  const auto width = static_cast<double>(raster.width());
  const auto height = static_cast<double>(raster.height());
  Box box{{width, height}, {0, 0}};
  std::ptrdiff_t free = 0;
  for (int y = 0; y < raster.height(); ++y) {
    const auto row = std::as_const(raster).row(y);
    const auto is_free = [](Raster::Class c) { return c != Raster::kBlocked; };
    // A sum of int is faster than std::count, which sums in 64 bits.
    const int free_in_row = std::accumulate(
        row.begin(), row.end(), 0, [&](int sum, Raster::Class c) { return sum + is_free(c); });
    if (free_in_row == 0) continue;
    free += free_in_row;
    const auto first = std::find_if(row.begin(), row.end(), is_free) - row.begin();
    const auto end = row.rend() - std::find_if(row.rbegin(), row.rend(), is_free);
    box.min = {std::min(box.min.x, static_cast<double>(first)), std::min<double>(box.min.y, y)};
    box.max = {std::max(box.max.x, static_cast<double>(end)), y + 1.0};
  }
  if (free == 0) throw InvalidWorld(kNoFreeSpace, -1, -1);
  return {.input = std::make_shared<Input>(Input{std::move(raster), {}, std::move(terrain)}),
          .box = box,
          .area = static_cast<double>(free),
          .made_of_cells = true};
}

Location FreeSpace::locate_in_cells(Point p) const {
  Location location{p};
  if (!content_.box.contains(p) || !within_limits(p)) return location;
  const auto x = static_cast<int>(p.x);
  const auto y = static_cast<int>(p.y);
  const int left = x == p.x ? x - 1 : x;
  const int below = y == p.y ? y - 1 : y;
  const auto is_free = [this](int i, int j) {
    return raster()->at_or_blocked(i, j) != Raster::kBlocked;
  };
  if (is_free(x, y) || is_free(left, y) || is_free(x, below) || is_free(left, below)) {
    location.place = Place::kCell;
  }
  return location;
}

PartSet FreeSpace::with_needed(PartSet parts) const {
  const bool derived = parts.contains(SpacePart::kLocation) || parts.contains(SpacePart::kCorners);
  return derived ? parts | SpacePart::kTriangulation : parts;
}

void FreeSpace::make(PartSet parts) const {
  parts = with_needed(parts);
  if (parts.contains(SpacePart::kTriangulation)) region();
  if (parts.contains(SpacePart::kLocation)) locator();
  if (parts.contains(SpacePart::kCorners)) corner_table();
  if (parts.contains(SpacePart::kWalls)) walls();
}

std::vector<PartCost> FreeSpace::made_parts() const {
  std::vector<PartCost> costs;
  if (made_of_cells() && input().memory_bytes() > 0) {
    costs.push_back({SpacePart::kCells, 0, input().memory_bytes()});
  }
  const auto add = [&](SpacePart part, const auto& made, auto&& bytes_of) {
    if (made.is_made()) costs.push_back({part, made.nanoseconds(), bytes_of(made.value())});
  };
  const auto own_bytes = [](const auto& value) { return value.memory_bytes(); };
  add(SpacePart::kTriangulation, parts().region, own_bytes);
  add(SpacePart::kLocation, parts().locator, own_bytes);
  add(SpacePart::kCorners, parts().corners, own_bytes);
  add(SpacePart::kWalls, parts().walls,
      [](const std::vector<Wall>& walls) { return walls.capacity() * sizeof(Wall); });
  return costs;
}

std::size_t FreeSpace::memory_bytes() const {
  std::size_t bytes = made_of_cells() ? 0 : input().memory_bytes();
  for (const PartCost& part : made_parts()) bytes += part.bytes;
  return bytes;
}

std::size_t FreeSpace::Input::memory_bytes() const {
  std::size_t bytes = terrain ? terrain->memory_bytes() : 0;
  if (raster) bytes += raster->memory_bytes();
  if (mesh) {
    bytes += mesh->points.capacity() * sizeof(Point) + mesh->faces.capacity() * sizeof(Mesh::Face);
    for (const Mesh::Face& face : mesh->faces) {
      bytes += face.vertices.capacity() * sizeof(face.vertices[0]) + face.wall.capacity() / 8;
    }
  }
  return bytes;
}

}  // namespace fairway
