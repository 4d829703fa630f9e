#include "tests/fuzz/world_checks.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "datasets/geojson.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/navigation_mesh.hpp"
#include "datasets/outlines.hpp"
#include "datasets/read_world.hpp"
#include "datasets/tiles.hpp"
#include "datasets/world_file.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/support/navigation_mesh_writer.hpp"

namespace fairway::fuzz {

namespace {

/// Limit of cells. Larger rasters are too slow to triangulate in many runs.
constexpr std::size_t kMostCells = 1 << 16;

std::size_t cell_count(const Raster& raster) {
  return static_cast<std::size_t>(raster.width()) * static_cast<std::size_t>(raster.height());
}

void check_written_cells(const WorldFile& world) {
  const Raster& raster = std::get<Raster>(world.content);
  if (world.terrain) {
    try {
      const std::string text = format_tiles(raster, *world.terrain);
      require(same_cells(parse_tiles(TextFile("written.tiles", text)), world),
              "a written tile world reads back different");
    } catch (const std::invalid_argument&) {  // more kinds of cells than characters
    }
  } else {
    const std::string text = format_moving_ai_map(raster);
    require(same_cells(parse_moving_ai_map(TextFile("written.map", text)), world),
            "a written map reads back different");
  }
}

void check_written_space(const FreeSpace& space) {
  const TextFile mesh("written.mesh", format_navigation_mesh(space));
  require(make_free_space(parse_navigation_mesh(mesh)).content_hash() == space.content_hash(),
          "a written mesh reads back different");
  const std::string text = format_world(space);
  const FreeSpace again = make_free_space(parse_world_file(TextFile("written.world", text)));
  require(again.content_hash() == space.content_hash() && format_world(again) == text,
          "a written world file reads back different");
  const bool zero_width = std::ranges::any_of(
      space.walls(), [](const Wall& wall) { return wall.free_left && wall.free_right; });
  if (zero_width) return;
  const TextFile polygons("written.json", format_geojson(outlines_of(space)));
  require(make_free_space(parse_geojson(polygons)).content_hash() == space.content_hash(),
          "written polygons read back different");
}

}  // namespace

bool same_cells(const WorldFile& a, const WorldFile& b) {
  const Raster& cells = std::get<Raster>(a.content);
  if (cells != std::get<Raster>(b.content) || a.terrain.has_value() != b.terrain.has_value()) {
    return false;
  }
  for (int y = 0; a.terrain && y < cells.height(); ++y) {
    for (int x = 0; x < cells.width(); ++x) {
      const bool blocked = cells.at(x, y) == Raster::kBlocked;
      if (!blocked && a.terrain->cost(x, y) != b.terrain->cost(x, y)) return false;
    }
  }
  return true;
}

void check_world(const TextFile& source, const WorldFile& world) {
  if (const auto* raster = std::get_if<Raster>(&world.content)) {
    if (cell_count(*raster) > kMostCells) return;
    check_written_cells(world);
  }
  const auto space =
      accepted(source, [&](const TextFile&) { return make_free_space(WorldFile(world)); });
  if (!space) return;
  require(space->component_count() > 0 && !space->walls().empty(), "a free space without space");
  require(std::isfinite(space->area()) && space->area() >= 0, "an area that is no number");
  for (const Corner& corner : space->corners()) {
    const Location at = space->locate(space->triangulation().point(corner.vertex));
    require(at.place != Place::kBlocked, "a corner that is not in free space");
  }
  check_written_space(*space);
}

}  // namespace fairway::fuzz
