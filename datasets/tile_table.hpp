#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/terrain.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// The classes of cells in most worlds: ground, and water, which is reached only from water.
inline constexpr Raster::Class kGround = 1;
inline constexpr Raster::Class kWater = 2;

/// The meaning of a character in a map.
struct Tile {
  Raster::Class kind = Raster::kBlocked;
  double cost = 1;  ///< of a unit of length; unused if the tile is blocked
  friend bool operator==(const Tile&, const Tile&) = default;
};

/// The tiles of a map by character.
class TileTable {
 public:
  /// Range of costs in a file, besides 0.
  static constexpr double kLeastCost = 1e-9;
  static constexpr double kMostCost = 1e9;

  const Tile* find(char c) const {
    const auto& tile = tiles_[static_cast<unsigned char>(c)];
    return tile ? &*tile : nullptr;
  }
  void set(char c, Tile tile) {
    tiles_[static_cast<unsigned char>(c)] = tile;
    is_known_[static_cast<unsigned char>(c)] = 1;
  }
  /// Whether all characters are in the table.
  bool has_all(std::string_view text) const {
    std::uint8_t all = 1;
    for (const char c : text) all &= is_known_[static_cast<unsigned char>(c)];
    return all != 0;
  }
  /// The characters in order, separated by blanks, for messages.
  std::string characters() const;

  /// Takes the fields of a line `cost C NUMBER [CLASS]`: character C is a cell that costs NUMBER,
  /// or is blocked if NUMBER is 0. CLASS is from 1 to 254, and 1 if left out; there is a wall
  /// between cells of different classes. Throws InputError, also if C already had a line.
  void read_line(const TextFile& source, int line, const std::vector<std::string_view>& fields);

 private:
  std::array<std::optional<Tile>, 256> tiles_;
  std::array<std::uint8_t, 256> is_known_{};
};

/// Reads a table of costs: lines for TileTable::read_line. Empty lines and those that begin with #
/// are ignored. Throws InputError.
TileTable parse_terrain_table(const TextFile& source);
TileTable read_terrain_table(const std::filesystem::path& file);

/// Throws InputError if a row does not have `width` characters, or has one that is not in the
/// table.
void check_row(const TextFile& source, int line, std::string_view row, std::size_t width,
               const TileTable& table);

/// The next rows of a map, checked. Throws InputError if there are fewer than `height`. Allocates
/// only one view for each row.
std::vector<std::string_view> next_rows(const TextFile& source, LineReader& lines,
                                        std::int64_t height, std::int64_t width,
                                        const TileTable& table);
/// Likewise, up to the end of the file: throws InputError if there is text after them.
std::vector<std::string_view> read_rows(const TextFile& source, LineReader& lines,
                                        std::int64_t height, std::int64_t width,
                                        const TileTable& table);

/// The cells of the given rows of characters. Preconditions: the rows have been checked; there is
/// at least one. O(cells).
Raster make_raster(const std::vector<std::string_view>& rows, const TileTable& table);

/// The world of the given rows of characters, with or without costs. Preconditions as of
/// make_raster. O(cells).
WorldFile make_tile_world(const std::filesystem::path& file,
                          const std::vector<std::string_view>& rows, const TileTable& table,
                          bool with_costs);

}  // namespace fairway
