#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fairway::test {

/// Collects the bytes of a WAD file. Numbers are little-endian.
class WadBytes {
 public:
  WadBytes& half(int value) {
    text_ += static_cast<char>(value & 0xff);
    text_ += static_cast<char>(value >> 8 & 0xff);
    return *this;
  }
  WadBytes& word(std::uint32_t value) {
    half(static_cast<int>(value & 0xffff));
    return half(static_cast<int>(value >> 16));
  }
  WadBytes& name(std::string name) {
    name.resize(8, '\0');
    text_ += name;
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

using WadLumps = std::vector<std::pair<std::string, std::string>>;

/// Makes a WAD file. The directory is at the end, after the lumps.
inline std::string wad_of(const WadLumps& lumps, const std::string& magic = "PWAD") {
  std::string content;
  WadBytes directory;
  for (const auto& [name, lump] : lumps) {
    directory.word(static_cast<std::uint32_t>(12 + content.size()));
    directory.word(static_cast<std::uint32_t>(lump.size())).name(name);
    content += lump;
  }
  WadBytes header;
  header.word(static_cast<std::uint32_t>(lumps.size()));
  header.word(static_cast<std::uint32_t>(12 + content.size()));
  return magic + header.text() + content + directory.text();
}

/// The records of a level. lumps() writes a separate record for each side of a line.
struct WadLevel {
  struct Line {
    int from;
    int to;
    int right;      ///< sector on the right of the line
    int left = -1;  ///< sector on the left; -1: none
    int flags = 0;
    int special = 0;
    int tag = 0;
  };
  struct Sector {
    int floor = 0;
    int ceiling = 128;
    int special = 0;
    int tag = 0;
  };

  std::vector<std::array<int, 2>> vertices;
  std::vector<Line> lines;
  std::vector<Sector> sectors;
  std::vector<std::array<int, 3>> things = {};  ///< x, y, type
  std::string name = "E1M1";

  WadLumps lumps() const {
    WadBytes thing_bytes;
    WadBytes line_bytes;
    WadBytes side_bytes;
    WadBytes vertex_bytes;
    WadBytes sector_bytes;
    for (const auto& [x, y, type] : things) thing_bytes.half(x).half(y).half(90).half(type).half(7);
    int sides = 0;
    const auto add_side = [&](int sector) {
      if (sector < 0) return 65535;
      side_bytes.half(0).half(0).name("-").name("-").name("STONE").half(sector);
      return sides++;
    };
    for (const Line& line : lines) {
      line_bytes.half(line.from).half(line.to).half(line.flags).half(line.special).half(line.tag);
      line_bytes.half(add_side(line.right));
      line_bytes.half(add_side(line.left));
    }
    for (const auto& [x, y] : vertices) vertex_bytes.half(x).half(y);
    for (const Sector& sector : sectors) {
      sector_bytes.half(sector.floor).half(sector.ceiling).name("FLOOR").name("SKY").half(160);
      sector_bytes.half(sector.special).half(sector.tag);
    }
    return {{name, ""},
            {"THINGS", thing_bytes.text()},
            {"LINEDEFS", line_bytes.text()},
            {"SIDEDEFS", side_bytes.text()},
            {"VERTEXES", vertex_bytes.text()},
            {"SECTORS", sector_bytes.text()}};
  }
  std::string text() const { return wad_of(lumps()); }
};

/// Two rooms of 100 by 100, which are the sectors 0 and 2. Between them is sector 1, a closed door
/// of 20 by 100.
inline WadLevel two_rooms_and_a_door() {
  constexpr int kDoor = 1;
  return {.vertices =
              {{0, 0}, {0, 100}, {100, 100}, {100, 0}, {120, 100}, {120, 0}, {220, 100}, {220, 0}},
          .lines = {{0, 1, 0},
                    {1, 2, 0},
                    {3, 0, 0},
                    {3, 2, 0, 1, 0, kDoor},
                    {4, 5, 2, 1, 0, kDoor},
                    {2, 4, 1},
                    {5, 3, 1},
                    {4, 6, 2},
                    {6, 7, 2},
                    {7, 5, 2}},
          .sectors = {{}, {0, 0}, {}}};
}

/// One room of 100 by 100. The room is sector 0.
inline WadLevel one_room() {
  return {.vertices = {{0, 0}, {0, 100}, {100, 100}, {100, 0}},
          .lines = {{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 0, 0}},
          .sectors = {{}}};
}

}  // namespace fairway::test
