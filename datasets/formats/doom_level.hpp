#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// A level of a WAD file in Doom's own format. Lengths are in map units; y points up.
struct DoomLevel {
  static constexpr int kNone = -1;
  static constexpr std::uint16_t kImpassable = 1;  ///< flag of a line that nobody can cross

  struct Line {
    int from = 0;  ///< index of a vertex
    int to = 0;
    std::uint16_t flags = 0;
    std::uint16_t special = 0;
    std::uint16_t tag = 0;
    int right = kNone;  ///< sector on the right, seen from `from` to `to`
    int left = kNone;   ///< sector on the left; kNone if the line is one-sided
  };
  struct Sector {
    int floor = 0;
    int ceiling = 0;
    std::uint16_t special = 0;
    std::uint16_t tag = 0;
  };
  struct Thing {
    Point at;
    int type = 0;
  };

  std::string name;
  std::vector<Point> vertices;
  std::vector<Line> lines;
  std::vector<Sector> sectors;
  std::vector<Thing> things;
};

/// Whether a file begins with PWAD or IWAD.
bool begins_as_wad(std::string_view text);

/// Reads the level that option `level` names, or the only level. Throws InputError with the
/// position of the fault in bytes, also for levels in the formats of Hexen (lump BEHAVIOR) and UDMF
/// (TEXTMAP). Linear. Source of the format: M. Fell, "The Unofficial Doom Specs" 1.666, chapters 2
/// to 4.
DoomLevel parse_doom_level(const TextFile& source, const MapOptions& options);

}  // namespace fairway
