#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "datasets/generators/map_doors.hpp"

namespace fairway {
namespace {

/// Reads the block of cells that a line states. Throws InputError.
CellBlock cell_block_of(const TextFile& source, int line,
                        const std::vector<std::string_view>& fields, const Raster& cells) {
  if (fields.size() != 2 && fields.size() != 4) {
    source.fail(line, fmt::format("found {}; expected a door: x y, or x0 y0 x1 y1",
                                  counted(fields.size(), "field", "fields")));
  }
  const auto column = [&](std::string_view token, int least) {
    return static_cast<int>(
        source.integer(token, line, "the column of a cell", least, cells.width() - 1));
  };
  const auto row = [&](std::string_view token, int least) {
    return static_cast<int>(
        source.integer(token, line, "the row of a cell", least, cells.height() - 1));
  };
  const int x = column(fields[0], 0);
  const int y = row(fields[1], 0);
  if (fields.size() == 2) return {x, y, 1, 1};
  return {x, y, column(fields[2], x) - x + 1, row(fields[3], y) - y + 1};
}

}  // namespace

std::vector<MapDoor> parse_cell_doors(const TextFile& source, const Raster& cells) {
  const auto width = static_cast<std::size_t>(cells.width());
  std::vector<int> line_of_cell(width * static_cast<std::size_t>(cells.height()), 0);
  std::vector<MapDoor> doors;
  LineReader lines(source.text());
  std::string_view text;
  std::vector<std::string_view> fields;
  while (lines.next(text)) {
    if (is_blank(text)) continue;
    split_fields(text, fields);
    const CellBlock block = cell_block_of(source, lines.number(), fields, cells);
    bool is_ever_free = false;
    for (int y = block.y; y < block.y + block.height; ++y) {
      for (int x = block.x; x < block.x + block.width; ++x) {
        is_ever_free |= cells.at(x, y) != Raster::kBlocked;
        int& owner =
            line_of_cell[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
        if (owner != 0) {
          source.fail(
              lines.number(),
              fmt::format(
                  "cell ({}, {}) is also in the door of line {}; expected doors that share no cell",
                  x, y, owner));
        }
        owner = lines.number();
      }
    }
    if (!is_ever_free) {
      source.fail(lines.number(), "the door has no free cell; expected at least one");
    }
    doors.push_back({fmt::format("the door of line {}", lines.number()), {}, block});
  }
  if (doors.empty()) {
    source.fail(last_line(source.text()), "no door; expected lines x y, or x0 y0 x1 y1");
  }
  return doors;
}

}  // namespace fairway
