#include "algorithms/freespace/free_space.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "algorithms/freespace/boundary.hpp"
#include "algorithms/freespace/free_space_builder.hpp"

namespace fairway {

FreeSpace FreeSpace::from_polygons(const Polygons& polygons) {
  return FreeSpaceBuilder(boundary_of(polygons)).build();
}

FreeSpace FreeSpace::from_eroded_cells(const Polygons& polygons, std::optional<Terrain> terrain) {
  FreeSpace space = from_polygons(polygons);
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  const Box cells{
      {0, 0},
      terrain ? Point{static_cast<double>(terrain->width()), static_cast<double>(terrain->height())}
              : Point{kUnbounded, kUnbounded}};
  const Box& box = space.box_;
  if (!cells.contains(box.min) || !cells.contains(box.max)) {
    throw InvalidWorld(
        fmt::format("free space reaches from ({}, {}) to ({}, {}), beyond the cells; expected it "
                    "from (0, 0) to ({}, {})",
                    box.min.x, box.min.y, box.max.x, box.max.y, cells.max.x, cells.max.y),
        -1, -1);
  }
  space.made_of_cells_ = true;
  space.terrain_ = std::move(terrain);
  return space;
}

FreeSpace FreeSpace::from_raster(Raster raster) {
  FreeSpace space = FreeSpaceBuilder(boundary_of(raster)).build();
  space.raster_ = std::move(raster);
  space.made_of_cells_ = true;
  return space;
}

FreeSpace FreeSpace::from_raster(Raster raster, Terrain terrain) {
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      if (raster.at(x, y) != Raster::kBlocked) continue;
      terrain.set_cost(x, y, std::numeric_limits<double>::infinity());
    }
  }
  FreeSpace space = from_raster(std::move(raster));
  space.terrain_ = std::move(terrain);
  return space;
}

FreeSpace FreeSpace::from_mesh(Mesh mesh) {
  FreeSpace space = FreeSpaceBuilder(boundary_of(mesh)).build();
  space.mesh_ = std::move(mesh);
  return space;
}

std::size_t FreeSpace::memory_bytes() const {
  return triangulation_.memory_bytes() + locator_.memory_bytes() +
         corners_.capacity() * sizeof(Corner) + corner_at_.capacity() * sizeof(CornerId) +
         corners_by_vertex_.capacity() * sizeof(CornerId) +
         corner_begin_.capacity() * sizeof(std::int32_t) + walls_.capacity() * sizeof(Wall) +
         (raster_ ? static_cast<std::size_t>(raster_->width()) *
                        static_cast<std::size_t>(raster_->height())
                  : 0) +
         (terrain_ ? terrain_->memory_bytes() : 0);
}

}  // namespace fairway
