#include "datasets/tiles.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "datasets/tile_table.hpp"

namespace fairway {

namespace {

class TilesParser {
 public:
  explicit TilesParser(const TextFile& source) : source_(source), lines_(source.text()) {}

  WorldFile parse() {
    std::string_view line = next_line("'type tiles'");
    split_fields(line, fields_);
    if (fields_.size() != 2 || fields_[0] != "type" || fields_[1] != "tiles") {
      fail(fmt::format("{}: expected 'type tiles'", in_quotes(line)));
    }
    read_header();
    const auto rows = read_rows(source_, lines_, height_, width_, table_);
    return make_tile_world(source_.file(), rows, table_, true);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { source_.fail(lines_.number(), what); }

  std::string_view next_line(std::string_view expected) {
    std::string_view line;
    if (!lines_.next(line)) fail(fmt::format("the file ends here; expected {}", expected));
    return line;
  }

  /// Reads the header, up to and including the line `map`.
  void read_header() {
    while (true) {
      const std::string_view line =
          next_line("'height H', 'width W', 'cost C NUMBER' or 'map', which ends the header");
      split_fields(line, fields_);
      if (fields_.empty() || line.starts_with('#')) continue;
      if (fields_[0] == "cost") {
        table_.read_line(source_, lines_.number(), fields_);
      } else if (fields_[0] == "height") {
        read_size(line, height_);
      } else if (fields_[0] == "width") {
        read_size(line, width_);
      } else if (fields_[0] == "map" && fields_.size() == 1) {
        break;
      } else {
        fail(fmt::format("{}: expected 'height H', 'width W', 'cost C NUMBER' or 'map'",
                         in_quotes(line)));
      }
    }
    if (height_ == 0) fail("'map' before the height; expected 'height H' in the header");
    if (width_ == 0) fail("'map' before the width; expected 'width W' in the header");
  }

  void read_size(std::string_view line, std::int64_t& size) {
    if (size != 0) fail(fmt::format("another {}: expected one", fields_[0]));
    if (fields_.size() != 2) {
      fail(fmt::format("{}: expected '{} N'", in_quotes(line), fields_[0]));
    }
    size = source_.integer(fields_[1], lines_.number(), fields_[0], 1,
                           std::numeric_limits<int>::max());
  }

  const TextFile& source_;
  LineReader lines_;
  std::vector<std::string_view> fields_;
  TileTable table_;
  std::int64_t height_ = 0;
  std::int64_t width_ = 0;
};

/// The characters that format_tiles() assigns to kinds of cells, in ascending order of class and
/// cost. A kind is a class and a cost.
constexpr std::string_view kWritten =
    ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,:;-+=*%&!?$~^_|/<>(){}[]";
constexpr char kWall = '@';

}  // namespace

WorldFile parse_tiles(const TextFile& source) { return TilesParser(source).parse(); }

std::string format_tiles(const Raster& raster, const Terrain& terrain) {
  using Kind = std::pair<Raster::Class, double>;
  std::map<Kind, char> characters;
  const auto kind_at = [&](int x, int y) { return Kind(raster.at(x, y), terrain.cost(x, y)); };
  bool walls = false;
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      if (raster.at(x, y) == Raster::kBlocked) {
        walls = true;
      } else {
        characters.emplace(kind_at(x, y), '\0');
      }
    }
  }
  if (characters.size() > kWritten.size()) {
    throw std::invalid_argument(
        fmt::format("the world has {} kinds of cells (a class and a cost); a tile world has {} at "
                    "most",
                    characters.size(), kWritten.size()));
  }
  std::string text =
      fmt::format("type tiles\nheight {}\nwidth {}\n", raster.height(), raster.width());
  std::size_t next = 0;
  for (auto& [kind, character] : characters) {
    character = kWritten[next++];
    text += fmt::format("cost {} {}", character, kind.second);
    if (kind.first != kGround) text += fmt::format(" {}", kind.first);
    text += '\n';
  }
  if (walls) text += fmt::format("cost {} 0\n", kWall);
  text += "map\n";
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      text += raster.at(x, y) == Raster::kBlocked ? kWall : characters.at(kind_at(x, y));
    }
    text += '\n';
  }
  return text;
}

}  // namespace fairway
