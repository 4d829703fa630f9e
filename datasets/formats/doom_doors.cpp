#include "datasets/formats/doom_doors.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

namespace fairway {

namespace {

constexpr std::array kManualDoors{1, 26, 27, 28, 31, 32, 33, 34, 117, 118};
/// Values of DoomLevel::Line::special for lines that open all doors with the same tag as the line.
/// A switch, a step on the line or a shot opens the doors; some also need a key. Specials that only
/// close doors are not listed.
constexpr std::array kRemoteDoors{2,   4,   29,  46,  61,  63,  86,  90,  99,  103, 105, 106,
                                  108, 109, 111, 112, 114, 115, 133, 134, 135, 136, 137};
/// Value of DoomLevel::Sector::special for a door that opens five minutes after the start of the
/// level.
constexpr int kLateDoor = 14;

template <std::size_t n>
bool has(const std::array<int, n>& specials, int special) {
  return std::binary_search(specials.begin(), specials.end(), special);
}

}  // namespace

std::vector<int> doors_of(const DoomLevel& level) {
  std::vector<int> tags;
  std::vector<int> doors;
  for (const DoomLevel::Line& line : level.lines) {
    if (line.left != DoomLevel::kNone && has(kManualDoors, line.special)) {
      doors.push_back(line.left);
    }
    if (has(kRemoteDoors, line.special)) tags.push_back(line.tag);
  }
  std::sort(tags.begin(), tags.end());
  for (std::size_t i = 0; i < level.sectors.size(); ++i) {
    const DoomLevel::Sector& sector = level.sectors[i];
    if (sector.special == kLateDoor || std::binary_search(tags.begin(), tags.end(), sector.tag)) {
      doors.push_back(static_cast<int>(i));
    }
  }
  std::sort(doors.begin(), doors.end());
  doors.erase(std::unique(doors.begin(), doors.end()), doors.end());
  return doors;
}

void open_doors(DoomLevel& level, const std::vector<int>& doors) {
  constexpr int kLintel = 4;
  constexpr int kNoCeiling = std::numeric_limits<int>::max();
  const auto is_door = [&](int sector) {
    return std::binary_search(doors.begin(), doors.end(), sector);
  };
  std::vector<int> lowest(level.sectors.size(), kNoCeiling);
  for (const DoomLevel::Line& line : level.lines) {
    if (line.left == DoomLevel::kNone) continue;
    for (const auto& [door, beside] :
         {std::pair(line.right, line.left), std::pair(line.left, line.right)}) {
      if (!is_door(door) || is_door(beside)) continue;
      int& least = lowest[static_cast<std::size_t>(door)];
      least = std::min(least, level.sectors[static_cast<std::size_t>(beside)].ceiling);
    }
  }
  for (const int door : doors) {
    const int least = lowest[static_cast<std::size_t>(door)];
    int& ceiling = level.sectors[static_cast<std::size_t>(door)].ceiling;
    if (least != kNoCeiling) ceiling = std::max(ceiling, least - kLintel);
  }
}

}  // namespace fairway
