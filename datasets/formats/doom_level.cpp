#include "datasets/formats/doom_level.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace fairway {

namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kEntryBytes = 16;
constexpr std::size_t kNameBytes = 8;
/// The maximum number of levels that a message lists.
constexpr std::size_t kMostNamedLevels = 40;

struct Lump {
  std::string name;
  std::size_t entry = 0;  ///< position of its directory entry in the file, in bytes
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

/// The names of lumps in levels of Doom and its descendants.
constexpr std::array<std::string_view, 21> kLevelLumps{
    "THINGS",  "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",    "SSECTORS", "NODES",
    "SECTORS", "REJECT",   "BLOCKMAP", "BEHAVIOR", "SCRIPTS", "LEAFS",    "LIGHTS",
    "MACROS",  "TEXTMAP",  "ZNODES",   "DIALOGUE", "ENDMAP",  "GL_VERT",  "GL_SEGS"};

bool is_level_lump(std::string_view name) {
  return std::ranges::find(kLevelLumps, name) != kLevelLumps.end();
}

class WadFile {
 public:
  explicit WadFile(const TextFile& source) : source_(source), bytes_(source.text()) {
    if (!begins_as_wad(bytes_)) source.fail_at_byte(0, "expected PWAD or IWAD");
    if (bytes_.size() < kHeaderBytes) {
      source.fail_at_byte(bytes_.size(), "the file ends here; expected a header of 12 bytes");
    }
    const std::uint32_t count = word(4);
    const std::uint32_t first = word(8);
    if (first > bytes_.size() || count > (bytes_.size() - first) / kEntryBytes) {
      source.fail_at_byte(4, fmt::format("a directory of {} lumps at byte {}, but the file has {} "
                                         "bytes; expected a directory within the file",
                                         count, first, bytes_.size()));
    }
    lumps_.reserve(count);
    for (std::size_t at = first; lumps_.size() < count; at += kEntryBytes) {
      std::string_view name = bytes_.substr(at + 8, kNameBytes);
      name = name.substr(0, name.find('\0'));
      lumps_.push_back({std::string(name), at, word(at), word(at + 4)});
    }
  }

  const TextFile& source() const { return source_; }
  std::span<const Lump> lumps() const { return lumps_; }

  std::uint16_t half(std::size_t at) const {
    return static_cast<std::uint16_t>(byte(at) | byte(at + 1) << 8);
  }
  std::int16_t signed_half(std::size_t at) const { return static_cast<std::int16_t>(half(at)); }

  /// The number of records of `record` bytes in a lump. Throws InputError unless the lump lies in
  /// the file.
  std::size_t records(const Lump& lump, std::size_t record) const {
    if (lump.size > 0 && (lump.offset > bytes_.size() || lump.size > bytes_.size() - lump.offset)) {
      source_.fail_at_byte(
          lump.entry, fmt::format("{} has {} bytes from byte {} on, but the file has {}; expected "
                                  "a lump within the file",
                                  lump.name, lump.size, lump.offset, bytes_.size()));
    }
    if (lump.size % record != 0) {
      source_.fail_at_byte(lump.entry, fmt::format("{} has {} bytes; expected records of {} bytes",
                                                   lump.name, lump.size, record));
    }
    return lump.size / record;
  }

 private:
  std::uint32_t byte(std::size_t at) const { return static_cast<unsigned char>(bytes_[at]); }
  std::uint32_t word(std::size_t at) const {
    return byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16 | byte(at + 3) << 24;
  }

  const TextFile& source_;
  std::string_view bytes_;
  std::vector<Lump> lumps_;
};

/// The lumps of a level: its marker, and the lumps that follow the marker.
struct LevelLumps {
  const Lump* marker;
  std::span<const Lump> lumps;
};

std::vector<LevelLumps> levels_of(std::span<const Lump> lumps) {
  std::vector<LevelLumps> levels;
  for (std::size_t i = 0; i + 1 < lumps.size(); ++i) {
    if (is_level_lump(lumps[i].name) || !is_level_lump(lumps[i + 1].name)) continue;
    std::size_t end = i + 1;
    while (end < lumps.size() && is_level_lump(lumps[end].name)) ++end;
    levels.push_back({&lumps[i], lumps.subspan(i + 1, end - i - 1)});
  }
  return levels;
}

std::string names_of(std::span<const LevelLumps> levels) {
  std::string names;
  for (const LevelLumps& level : levels.first(std::min(levels.size(), kMostNamedLevels))) {
    if (!names.empty()) names += ", ";
    names += in_quotes(level.marker->name);
  }
  if (levels.size() > kMostNamedLevels)
    names += fmt::format(" ({} more)", levels.size() - kMostNamedLevels);
  return names;
}

LevelLumps choose_level(const WadFile& wad, const MapOptions& options) {
  const std::vector<LevelLumps> levels = levels_of(wad.lumps());
  if (levels.empty()) {
    wad.source().fail_at_byte(8,
                              "the file has no level; expected a lump such as E1M1 or MAP01, "
                              "and THINGS, LINEDEFS, SIDEDEFS, VERTEXES and SECTORS after it");
  }
  const auto wanted = options.text("level");
  if (!wanted) {
    if (levels.size() == 1) return levels.front();
    wad.source().fail_at_byte(8, fmt::format("the file has {} levels: {}; expected option 'level' "
                                             "to name one of them",
                                             levels.size(), names_of(levels)));
  }
  const LevelLumps* chosen = nullptr;
  for (const LevelLumps& level : levels) {
    if (!equal_ignoring_case(level.marker->name, *wanted)) continue;
    if (chosen != nullptr) {
      wad.source().fail_at_byte(level.marker->entry,
                                fmt::format("a second level {}; expected only one of this name",
                                            in_quotes(level.marker->name)));
    }
    chosen = &level;
  }
  if (chosen == nullptr) {
    options.fail("level", fmt::format("expected {}, a level of {}, found {}", names_of(levels),
                                      wad.source().file().filename().string(), in_quotes(*wanted)));
  }
  return *chosen;
}

class LevelReader {
 public:
  LevelReader(const WadFile& wad, const LevelLumps& lumps) : wad_(wad), lumps_(lumps) {
    refuse_format("TEXTMAP", "UDMF");
    refuse_format("BEHAVIOR", "Hexen");
  }

  DoomLevel read() const {
    DoomLevel level;
    level.name = lumps_.marker->name;
    each("VERTEXES", 4, [&](std::size_t at) { level.vertices.push_back(point(at)); });
    each("SECTORS", 26, [&](std::size_t at) {
      level.sectors.push_back(
          {wad_.signed_half(at), wad_.signed_half(at + 2), wad_.half(at + 22), wad_.half(at + 24)});
    });
    std::vector<int> sector_of_side;
    each("SIDEDEFS", 30, [&](std::size_t at) {
      expect_place(at + 28, "side", sector_of_side.size(), "sector", level.sectors.size());
      sector_of_side.push_back(wad_.half(at + 28));
    });
    each("LINEDEFS", 14,
         [&](std::size_t at) { level.lines.push_back(line(at, level, sector_of_side)); });
    each("THINGS", 10, [&](std::size_t at) {
      level.things.push_back({point(at), wad_.half(at + 6)});
    });
    return level;
  }

 private:
  const Lump* find(std::string_view name) const {
    const Lump* found = nullptr;
    for (const Lump& lump : lumps_.lumps) {
      if (lump.name != name) continue;
      if (found != nullptr) {
        wad_.source().fail_at_byte(lump.entry,
                                   fmt::format("a second lump {} of level {}; expected one", name,
                                               in_quotes(lumps_.marker->name)));
      }
      found = &lump;
    }
    return found;
  }
  void refuse_format(std::string_view lump, std::string_view game) const {
    const Lump* const found = find(lump);
    if (found == nullptr) return;
    wad_.source().fail_at_byte(found->entry,
                               fmt::format("level {} is in {}'s format, because it has a lump {}; "
                                           "expected a level in Doom's format",
                                           in_quotes(lumps_.marker->name), game, lump));
  }

  template <class Read>
  void each(std::string_view name, std::size_t record, Read read) const {
    const Lump* const lump = find(name);
    if (lump == nullptr) {
      wad_.source().fail_at_byte(
          lumps_.marker->entry,
          fmt::format("level {} has no lump {}; expected THINGS, LINEDEFS, SIDEDEFS, VERTEXES and "
                      "SECTORS after it",
                      in_quotes(lumps_.marker->name), name));
    }
    const std::size_t count = wad_.records(*lump, record);
    for (std::size_t i = 0; i < count; ++i) read(lump->offset + i * record);
  }

  Point point(std::size_t at) const {
    return {static_cast<double>(wad_.signed_half(at)),
            static_cast<double>(wad_.signed_half(at + 2))};
  }

  /// Throws InputError unless the number at the byte `at` is less than `count`.
  void expect_place(std::size_t at, std::string_view record, std::size_t number,
                    std::string_view name, std::size_t count) const {
    if (wad_.half(at) < count) return;
    wad_.source().fail_at_byte(at, fmt::format("{} {} has {} {}; expected 0 to below {}", record,
                                               number, name, wad_.half(at), count));
  }

  DoomLevel::Line line(std::size_t at, const DoomLevel& level,
                       const std::vector<int>& sector_of_side) const {
    constexpr std::uint16_t kNoSide = 65535;
    const std::size_t number = level.lines.size();
    expect_place(at, "line", number, "vertex", level.vertices.size());
    expect_place(at + 2, "line", number, "vertex", level.vertices.size());
    expect_place(at + 10, "line", number, "right side", sector_of_side.size());
    const bool two_sided = wad_.half(at + 12) != kNoSide;
    if (two_sided) expect_place(at + 12, "line", number, "left side", sector_of_side.size());
    const auto sector = [&](std::size_t side) { return sector_of_side[wad_.half(side)]; };
    return {wad_.half(at),
            wad_.half(at + 2),
            wad_.half(at + 4),
            wad_.half(at + 6),
            wad_.half(at + 8),
            sector(at + 10),
            two_sided ? sector(at + 12) : DoomLevel::kNone};
  }

  const WadFile& wad_;
  LevelLumps lumps_;
};

}  // namespace

bool begins_as_wad(std::string_view text) {
  return text.starts_with("PWAD") || text.starts_with("IWAD");
}

DoomLevel parse_doom_level(const TextFile& source, const MapOptions& options) {
  const WadFile wad(source);
  return LevelReader(wad, choose_level(wad, options)).read();
}

}  // namespace fairway
