#include "datasets/moving_ai_map.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <stdexcept>

namespace fairway {

namespace {

constexpr Raster::Class kUnknown = 255;

constexpr std::array<Raster::Class, 256> cell_classes() {
  std::array<Raster::Class, 256> classes{};
  for (Raster::Class& c : classes) c = kUnknown;
  for (const char c : {'.', 'G', 'S'}) classes[static_cast<unsigned char>(c)] = kGround;
  for (const char c : {'@', 'O', 'T'}) classes[static_cast<unsigned char>(c)] = Raster::kBlocked;
  classes['W'] = kWater;
  return classes;
}

constexpr std::array<Raster::Class, 256> kClasses = cell_classes();

Raster::Class class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }

struct Header {
  int width = 0;
  int height = 0;
};

Header parse_header(const TextFile& source, LineReader& lines) {
  std::vector<std::string_view> fields;
  const auto next_fields = [&](std::string_view expected) {
    std::string_view line;
    if (!lines.next(line)) {
      source.fail(lines.number(), fmt::format("the file ends here; expected {}", expected));
    }
    split_fields(line, fields);
    return line;
  };
  const std::string_view type = next_fields("'type octile'");
  if (fields.size() != 2 || fields[0] != "type" || fields[1] != "octile") {
    source.fail(lines.number(), fmt::format("{}: expected 'type octile'", in_quotes(type)));
  }
  Header header;
  for (int i = 0; i < 2; ++i) {
    const bool height_missing = header.height == 0;
    const bool width_missing = header.width == 0;
    const std::string_view expected =
        height_missing ? (width_missing ? "'height H' or 'width W'" : "'height H'") : "'width W'";
    const std::string_view line = next_fields(expected);
    const bool is_height = height_missing && fields.size() == 2 && fields[0] == "height";
    const bool is_width = width_missing && fields.size() == 2 && fields[0] == "width";
    if (!is_height && !is_width) {
      source.fail(lines.number(), fmt::format("{}: expected {}", in_quotes(line), expected));
    }
    (is_height ? header.height : header.width) = static_cast<int>(
        source.integer(fields[1], lines.number(), fields[0], 1, std::numeric_limits<int>::max()));
  }
  const std::string_view map = next_fields("'map'");
  if (fields.size() != 1 || fields[0] != "map") {
    source.fail(lines.number(), fmt::format("{}: expected 'map'", in_quotes(map)));
  }
  return header;
}

void check_row(const TextFile& source, int line, std::string_view row, const Header& header) {
  if (row.size() != static_cast<std::size_t>(header.width)) {
    source.fail(line, fmt::format("a row of {} cells; expected {}, as the header says", row.size(),
                                  header.width));
  }
  for (std::size_t x = 0; x < row.size(); ++x) {
    if (class_of(row[x]) == kUnknown) {
      source.fail(line, fmt::format("{} in column {}; expected a cell: one of . G S W @ O T",
                                    in_quotes(row.substr(x, 1)), x + 1));
    }
  }
}

}  // namespace

WorldFile parse_moving_ai_map(const TextFile& source) {
  LineReader lines(source.text());
  const Header header = parse_header(source, lines);

  LineReader rows = lines;
  std::string_view row;
  for (int y = 0; y < header.height; ++y) {
    if (!lines.next(row)) {
      source.fail(lines.number(),
                  fmt::format("the file ends after {} rows; expected {}, as the header says", y,
                              header.height));
    }
    check_row(source, lines.number(), row, header);
  }
  while (lines.next(row)) {
    if (!is_blank(row)) {
      source.fail(lines.number(), fmt::format("text after the last row; expected {} rows, as the "
                                              "header says, and then the end of the file",
                                              header.height));
    }
  }

  Raster raster(header.width, header.height);
  for (int y = 0; y < header.height; ++y) {
    rows.next(row);
    for (int x = 0; x < header.width; ++x) {
      raster.set(x, y, class_of(row[static_cast<std::size_t>(x)]));
    }
  }
  return WorldFile{source.file(), std::move(raster), {}};
}

std::string format_moving_ai_map(const Raster& raster) {
  std::string text =
      fmt::format("type octile\nheight {}\nwidth {}\nmap\n", raster.height(), raster.width());
  const auto width = static_cast<std::size_t>(raster.width());
  text.reserve(text.size() + (width + 1) * static_cast<std::size_t>(raster.height()));
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      switch (raster.at(x, y)) {
        case Raster::kBlocked:
          text += '@';
          break;
        case kGround:
          text += '.';
          break;
        case kWater:
          text += 'W';
          break;
        default:
          throw std::invalid_argument(
              fmt::format("cell ({}, {}) has class {}; a Moving AI map has classes 0, 1 and 2 only",
                          x, y, raster.at(x, y)));
      }
    }
    text += '\n';
  }
  return text;
}

}  // namespace fairway
