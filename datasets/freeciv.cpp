#include "datasets/freeciv.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace fairway {

namespace {

/// A line `key = value` of a section.
struct Entry {
  std::string_view key;
  std::string_view value;
};

/// Reads the sections and entries of a Freeciv file. Strings may span several lines. Outside
/// strings, ; and # start a comment.
class SectionReader {
 public:
  explicit SectionReader(const TextFile& source) : lines_(source.text()) {}

  /// Reads the next entry. An entry without a key is the header of a section, and its value is the
  /// name of the section. Returns false at the end.
  bool next(Entry& entry) {
    std::string_view line;
    while (lines_.next(line)) {
      const bool continued = in_string_;
      std::string_view text = line.substr(0, end_of_text(line));
      if (continued) continue;
      text = trim(text);
      if (text.starts_with('[') && text.ends_with(']')) {
        entry = {{}, text.substr(1, text.size() - 2)};
        return true;
      }
      const std::size_t equals = text.find('=');
      if (equals == std::string_view::npos) continue;
      entry = {trim(text.substr(0, equals)), trim(text.substr(equals + 1))};
      return true;
    }
    return false;
  }

  int number() const { return lines_.number(); }

 private:
  /// Returns the position where the comment of a line begins, or the length of a line without a
  /// comment. Keeps track of strings that span several lines.
  std::size_t end_of_text(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (in_string_ && line[i] == '\\') {
        ++i;
      } else if (line[i] == '"') {
        in_string_ = !in_string_;
      } else if (!in_string_ && (line[i] == ';' || line[i] == '#')) {
        return i;
      }
    }
    return line.size();
  }

  LineReader lines_;
  bool in_string_ = false;
};

/// The content of a quoted value; nothing if the value is not quoted.
std::optional<std::string_view> unquoted(std::string_view value) {
  if (value.size() < 2 || !value.starts_with('"') || !value.ends_with('"')) return std::nullopt;
  return value.substr(1, value.size() - 2);
}

/// The entries of one section [terrain_...].
struct TerrainSection {
  int line = 0;
  std::string_view name;
  std::optional<char> identifier;
  std::optional<Raster::Class> kind;
  std::optional<double> cost;
};

void read_terrain_entry(const TextFile& source, int line, const Entry& entry,
                        TerrainSection& section) {
  const auto refuse = [&](std::string_view expected) {
    source.fail(line,
                fmt::format("{} = {}: expected {}", entry.key, in_quotes(entry.value), expected));
  };
  const auto text = unquoted(entry.value);
  if (entry.key == "identifier") {
    if (!text || text->size() != 1) refuse("one character in quotes");
    section.identifier = text->front();
  } else if (entry.key == "class") {
    if (text != "Land" && text != "Oceanic") refuse("\"Land\" or \"Oceanic\"");
    section.kind = text == "Land" ? kGround : kWater;
  } else if (entry.key == "movement_cost") {
    section.cost =
        static_cast<double>(source.integer(entry.value, line, "a movement cost", 0, 1'000'000));
  }
}

void add_terrain(const TextFile& source, const TerrainSection& section, TileTable& table) {
  if (section.name.empty()) return;
  const auto require = [&](bool given, std::string_view key) {
    if (given) return;
    source.fail(section.line, fmt::format("[{}] has no {}; expected one", section.name, key));
  };
  require(section.identifier.has_value(), "identifier");
  require(section.kind.has_value(), "class");
  require(section.cost.has_value(), "movement_cost");
  if (table.find(*section.identifier)) {
    source.fail(
        section.line,
        fmt::format("[{}] has the identifier {} of an earlier section; expected another one",
                    section.name, in_quotes({&*section.identifier, 1})));
  }
  table.set(*section.identifier, *section.cost == 0 ? Tile{} : Tile{*section.kind, *section.cost});
}

TileTable ruleset_beside(const TextFile& source) {
  const std::filesystem::path file =
      source.file().parent_path() / std::filesystem::path(kFreecivRuleset);
  if (!std::filesystem::exists(file)) {
    source.fail(1, fmt::format("a Freeciv scenario needs the costs of its terrain, but there is no "
                               "{}; expected this file beside the scenario",
                               file.string()));
  }
  return parse_freeciv_ruleset(TextFile::read(file));
}

/// Whether a key names a row of the map: t and digits.
bool is_row(std::string_view key) {
  return key.size() > 1 && key[0] == 't' &&
         key.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

}  // namespace

TileTable parse_freeciv_ruleset(const TextFile& source) {
  TileTable table;
  SectionReader reader(source);
  TerrainSection section;
  for (Entry entry; reader.next(entry);) {
    if (entry.key.empty()) {
      add_terrain(source, section, table);
      section = {};
      if (entry.value.starts_with("terrain_")) {
        section.line = reader.number();
        section.name = entry.value;
      }
    } else if (!section.name.empty()) {
      read_terrain_entry(source, reader.number(), entry, section);
    }
  }
  add_terrain(source, section, table);
  if (table.characters().empty()) {
    source.fail(last_line(source.text()), "no terrain; expected sections [terrain_...]");
  }
  return table;
}

WorldFile parse_freeciv(const TextFile& source) {
  return parse_freeciv(source, ruleset_beside(source));
}

WorldFile parse_freeciv(const TextFile& source, const TileTable& table) {
  SectionReader reader(source);
  std::vector<std::string_view> rows;
  bool in_map = false;
  for (Entry entry; reader.next(entry);) {
    const int line = reader.number();
    if (entry.key.empty()) {
      in_map = entry.value == "map";
    } else if (in_map && is_row(entry.key)) {
      const std::string expected = fmt::format("t{:04}", rows.size());
      const auto row = unquoted(entry.value);
      if (entry.key != expected || !row || row->empty()) {
        source.fail(line, fmt::format("{}: expected {}=\"...\", one character per tile",
                                      in_quotes(entry.key), expected));
      }
      check_row(source, line, *row, rows.empty() ? row->size() : rows[0].size(), table);
      rows.push_back(*row);
    }
  }
  if (rows.empty()) {
    source.fail(last_line(source.text()),
                "the file ends without a map; expected a section [map] with rows t0000=\"...\"");
  }
  return make_tile_world(source.file(), rows, table, true);
}

}  // namespace fairway
