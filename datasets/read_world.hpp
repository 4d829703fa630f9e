#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"
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
  kWorldFile,
};

/// The format of a world, told from how its text begins; none where it is not known.
std::optional<WorldFormat> world_format_of(std::string_view text);

/// Reads a world of any known format, told from the content, else from the extension. Throws
/// InputError; one that lists the known formats where the file's is not among them. A table, see
/// parse_terrain_table, tells what the cells of a Moving AI map are and cost; it is refused for
/// worlds of other formats.
WorldFile parse_world(const TextFile& source, const TileTable* terrain_table = nullptr);
/// The same of a file, with the table in a file; none where that path is empty.
WorldFile read_world(const std::filesystem::path& file,
                     const std::filesystem::path& terrain_table = {});

/// Builds the free space of a world, with its terrain where it has one. Throws InputError with the
/// line of the ring, vertex or face where the world is invalid. O(n log n).
FreeSpace make_free_space(WorldFile&& world);

/// Both at once.
FreeSpace load_free_space(const std::filesystem::path& file,
                          const std::filesystem::path& terrain_table = {});

}  // namespace fairway
