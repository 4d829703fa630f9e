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

/// The classes of cells in most worlds: ground and water. Agents cannot cross from one class to
/// another.
inline constexpr Raster::Class kGround = 1;
inline constexpr Raster::Class kWater = 2;

/// The meaning of a character in a map.
struct Tile {
  Raster::Class kind = Raster::kBlocked;
  double cost = 1;  ///< cost of a unit of length; unused if the tile is blocked
  friend bool operator==(const Tile&, const Tile&) = default;
};

/// The tiles of a map by character.
class TileTable {
 public:
  /// The range of positive costs in a file. A cost of 0 marks a blocked tile.
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
  /// Whether the table contains all characters.
  bool has_all(std::string_view text) const {
    std::uint8_t all = 1;
    for (const char c : text) all &= is_known_[static_cast<unsigned char>(c)];
    return all != 0;
  }
  /// The characters in order, separated by blanks, for messages.
  std::string characters() const;

  /// Adds the tile of a line `cost C NUMBER [CLASS]`. A cell with character C costs NUMBER per unit
  /// of length, or is blocked if NUMBER is 0. CLASS is 1 to 254 (default: 1). Walls separate cells
  /// of different classes. Throws InputError, also for a second line with C.
  void read_line(const TextFile& source, int line, const std::vector<std::string_view>& fields);

 private:
  std::array<std::optional<Tile>, 256> tiles_;
  std::array<std::uint8_t, 256> is_known_{};
};

/// Reads a cost table: lines for TileTable::read_line(). Ignores empty lines and lines that begin
/// with #. Throws InputError.
TileTable parse_terrain_table(const TextFile& source);
TileTable read_terrain_table(const std::filesystem::path& file);

/// Throws InputError if a row does not have `width` characters, or has a character that is not in
/// the table.
void check_row(const TextFile& source, int line, std::string_view row, std::size_t width,
               const TileTable& table);

/// Reads and checks the next rows of a map. Throws InputError if there are fewer than `height`.
/// Allocates one view per row.
std::vector<std::string_view> next_rows(const TextFile& source, LineReader& lines,
                                        std::int64_t height, std::int64_t width,
                                        const TileTable& table);
/// Like next_rows(), but throws InputError if text follows the rows.
std::vector<std::string_view> read_rows(const TextFile& source, LineReader& lines,
                                        std::int64_t height, std::int64_t width,
                                        const TileTable& table);

/// Returns the cells of a map that is given as rows of characters. Preconditions: the rows are
/// checked; there is at least one row. O(cells).
Raster make_raster(const std::vector<std::string_view>& rows, const TileTable& table);

/// Returns the world of a map that is given as rows of characters. With `with_costs`, the world has
/// a terrain with the costs of its cells. Preconditions: as for make_raster(). O(cells).
WorldFile make_tile_world(const std::filesystem::path& file,
                          const std::vector<std::string_view>& rows, const TileTable& table,
                          bool with_costs);

}  // namespace fairway
