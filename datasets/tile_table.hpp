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

/// The classes of most worlds of cells: ground, and water, which is reached from water only.
inline constexpr Raster::Class kGround = 1;
inline constexpr Raster::Class kWater = 2;

/// What a character of a map means.
struct Tile {
  Raster::Class kind = Raster::kBlocked;
  double cost = 1;  ///< of a unit of length; means nothing where the tile is blocked
  friend bool operator==(const Tile&, const Tile&) = default;
};

/// The tiles of a map by their characters.
class TileTable {
 public:
  /// What a cost in a file may be besides 0.
  static constexpr double kLeastCost = 1e-9;
  static constexpr double kMostCost = 1e9;

  const Tile* find(char c) const {
    const auto& tile = tiles_[static_cast<unsigned char>(c)];
    return tile ? &*tile : nullptr;
  }
  void set(char c, Tile tile) { tiles_[static_cast<unsigned char>(c)] = tile; }
  /// The characters in their order, parted by blanks, for messages.
  std::string characters() const;

  /// Takes the fields of a line `cost C NUMBER [CLASS]`: character C stands for a cell that costs
  /// NUMBER, or a wall where that is 0. CLASS, 1 where it is left out, is from 1 to 254; cells of
  /// different classes have a wall between them. Throws InputError, also where C had a line before.
  void read_line(const TextFile& source, int line, const std::vector<std::string_view>& fields);

 private:
  std::array<std::optional<Tile>, 256> tiles_;
};

/// Reads a table of costs: lines as TileTable::read_line takes them; empty ones and those that
/// begin with # mean nothing. Throws InputError.
TileTable parse_terrain_table(const TextFile& source);
TileTable read_terrain_table(const std::filesystem::path& file);

/// Throws InputError where a row has not `width` characters or one that is not in the table.
void check_row(const TextFile& source, int line, std::string_view row, std::size_t width,
               const TileTable& table);

/// The rows of a map to the end of the file, checked. Throws InputError where there are fewer than
/// `height`, or text after them. Allocates a view a row.
std::vector<std::string_view> read_rows(const TextFile& source, LineReader& lines,
                                        std::int64_t height, std::int64_t width,
                                        const TileTable& table);

/// The world that rows of characters make, with their costs or without. Preconditions: the rows
/// have been checked; there is one at least. O(cells).
WorldFile make_tile_world(const std::filesystem::path& file,
                          const std::vector<std::string_view>& rows, const TileTable& table,
                          bool with_costs);

}  // namespace fairway
