#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/tile_table.hpp"
#include "datasets/world.hpp"

namespace fairway {

enum class WorldFormat {
  kMovingAiMap,
  kTiles,
  kFreeciv,
  kPolygonText,
  kNavigationMesh,
  kGeoJson,
  kWkt,
  kWorldFile,
  kPng,
  kPnm,
  kRosMap,
  kDoomWad,
  kObj,
};

/// The format of a world, detected from the beginning of its text; nothing if unknown.
std::optional<WorldFormat> world_format_of(std::string_view text);

/// Reads a world of any known format. The content decides the format. If it does not, the extension
/// decides. `terrain_table` defines the cells and costs of a Moving AI map (see
/// parse_terrain_table()). Throws InputError for a faulty text, an unknown format, an option that
/// the format does not have, and a terrain table with a map of another format.
WorldFile parse_world(const TextFile& source, const MapOptions& options = {},
                      const TileTable* terrain_table = nullptr);
/// Reads a world from a file. `terrain_table` is the file of the terrain table; an empty path means
/// no table.
WorldFile read_world(const std::filesystem::path& file, const MapOptions& options = {},
                     const std::filesystem::path& terrain_table = {});

/// Builds the free space of a world, with its terrain if it has one. Throws InputError with the
/// line of the ring, vertex or face if the world is invalid. O(n log n).
FreeSpace make_free_space(WorldFile&& world);

/// Reads a file and builds its free space.
FreeSpace load_free_space(const std::filesystem::path& file, const MapOptions& options = {},
                          const std::filesystem::path& terrain_table = {});

}  // namespace fairway
