#include "datasets/formats/wkt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/formats/united_areas.hpp"

namespace fairway {

namespace {

constexpr std::array<std::string_view, 7> kGeometries{
    "POLYGON",    "MULTIPOLYGON", "GEOMETRYCOLLECTION", "LINESTRING", "MULTILINESTRING",
    "MULTIPOINT", "POINT"};
constexpr std::string_view kExpected =
    "POLYGON, MULTIPOLYGON, LINESTRING, MULTILINESTRING, POINT, MULTIPOINT or GEOMETRYCOLLECTION";
constexpr int kMaxDepth = 64;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\v' || c == '\f'; }

bool is_punctuation(char c) { return c == '(' || c == ')' || c == ',' || c == ';' || c == '='; }

/// Words, numbers and single punctuation marks, with their lines. At the end, an empty token.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : rest_(text) { advance(); }

  std::string_view token() const { return token_; }
  int line() const { return line_; }
  bool is(std::string_view word) const { return equal_ignoring_case(token_, word); }
  bool accept(std::string_view word) {
    if (!is(word)) return false;
    advance();
    return true;
  }
  void advance() {
    while (!rest_.empty() && is_space(rest_.front())) {
      next_line_ += rest_.front() == '\n' ? 1 : 0;
      rest_.remove_prefix(1);
    }
    // The end of the file is where its last token is.
    if (!rest_.empty()) line_ = next_line_;
    std::size_t n = rest_.empty() ? 0 : 1;
    if (n == 1 && !is_punctuation(rest_.front())) {
      while (n < rest_.size() && !is_space(rest_[n]) && !is_punctuation(rest_[n])) ++n;
    }
    token_ = rest_.substr(0, n);
    rest_.remove_prefix(n);
  }

 private:
  std::string_view rest_;
  std::string_view token_;
  int line_ = 1;
  int next_line_ = 1;
};

class WktReader {
 public:
  explicit WktReader(const TextFile& source) : source_(source), tokens_(source.text()) {}

  WorldFile read() {
    do {
      if (tokens_.accept("SRID")) {
        expect("=");
        const std::string_view number = tokens_.token();
        source_.integer(number, tokens_.line(), "the number of a reference system", 0, 999'999);
        notes_.push_back(fmt::format("The reference system {} is not used.", number));
        tokens_.advance();
        expect(";");
      }
      read_geometry(0);
      while (tokens_.accept(";")) {
      }
    } while (!tokens_.token().empty());
    if (areas_.empty()) source_.fail(1, "no polygon in the file; expected one at least");
    if (points_ > 0) notes_.push_back(fmt::format("{} points were left out.", points_));
    if (heights_ > 0) {
      notes_.push_back(fmt::format(
          "{} positions have more than two coordinates: the others were left out.", heights_));
    }
    if (repeated_ > 0) {
      notes_.push_back(
          fmt::format("{} repetitions of the position before were dropped.", repeated_));
    }
    if (areas_.size() > 1) {
      notes_.push_back(
          fmt::format("{} polygons are one free space: what any of them covers.", areas_.size()));
    }
    return unite(source_, areas_, walls_, std::move(notes_));
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    source_.fail(tokens_.line(),
                 tokens_.token().empty()
                     ? fmt::format("the file ends; expected {}", expected)
                     : fmt::format("expected {}, found {}", expected, in_quotes(tokens_.token())));
  }

  void expect(std::string_view token) {
    if (!tokens_.accept(token)) fail(fmt::format("'{}'", token));
  }

  /// Reads '(' item ',' item ... ')', or EMPTY.
  template <class Item>
  void read_list(const Item& item) {
    if (tokens_.accept("EMPTY")) return;
    expect("(");
    do {
      item();
    } while (tokens_.accept(","));
    if (!tokens_.accept(")")) fail("',' or ')'");
  }

  void read_geometry(int depth) {
    const auto kind = std::ranges::find_if(
        kGeometries, [&](std::string_view geometry) { return tokens_.is(geometry); });
    if (kind == kGeometries.end()) fail(std::string(kExpected));
    if (depth > kMaxDepth) {
      source_.fail(tokens_.line(),
                   fmt::format("geometries nested deeper than {}; expected fewer", kMaxDepth));
    }
    tokens_.advance();
    for (const std::string_view dimension : {"Z", "M", "ZM"}) {
      if (tokens_.accept(dimension)) break;
    }
    if (*kind == "POLYGON") {
      read_polygon();
    } else if (*kind == "MULTIPOLYGON") {
      read_list([&] { read_polygon(); });
    } else if (*kind == "GEOMETRYCOLLECTION") {
      read_list([&] { read_geometry(depth + 1); });
    } else if (*kind == "LINESTRING") {
      read_line();
    } else if (*kind == "MULTILINESTRING") {
      read_list([&] { read_line(); });
    } else if (*kind == "POINT") {
      read_list([&] { read_point(); });
    } else {
      read_list([&] {
        if (tokens_.is("(")) {
          read_list([&] { read_point(); });
        } else {
          read_point();
        }
      });
    }
  }

  void read_point() {
    read_position();
    ++points_;
  }

  Point read_position() {
    const double x = read_number("x");
    const double y = read_number("y");
    int more = 0;
    while (!tokens_.token().empty() && !is_punctuation(tokens_.token().front())) {
      if (++more > 2) fail("',' or ')' after two to four coordinates");
      source_.number(tokens_.token(), tokens_.line(), "a coordinate");
      tokens_.advance();
    }
    heights_ += more > 0 ? 1 : 0;
    return {x, y};
  }

  double read_number(std::string_view name) {
    if (tokens_.token().empty() || is_punctuation(tokens_.token().front())) {
      fail(fmt::format("a number, {}", name));
    }
    const double value = source_.coordinate(tokens_.token(), tokens_.line(), name);
    tokens_.advance();
    return value;
  }

  void read_line() {
    const int line = tokens_.line();
    Ring points;
    read_list([&] { points.push_back(read_position()); });
    if (points.size() == 1) source_.fail(line, "a line of one position; expected two at least");
    for (std::size_t i = 1; i < points.size(); ++i) {
      walls_.push_back({points[i - 1], points[i]});
    }
  }

  void read_polygon() {
    const int line = tokens_.line();
    Polygons polygon;
    std::vector<std::vector<int>> lines;
    read_list([&] { read_ring(polygon, lines); });
    if (polygon.parts.empty()) return;
    try {
      FreeSpace::from_polygons(polygon);
    } catch (const InvalidWorld& invalid) {
      const auto part = static_cast<std::size_t>(std::max(invalid.part(), 0));
      const auto vertex = static_cast<std::size_t>(std::max(invalid.vertex(), 0));
      const bool known = invalid.part() >= 0 && part < lines.size() && vertex < lines[part].size();
      source_.fail(known ? lines[part][vertex] : line, invalid.what());
    }
    Area area;
    area.free = true;
    for (Polygons::Part& part : polygon.parts) area.rings.push_back(std::move(part.ring));
    areas_.push_back(std::move(area));
  }

  void read_ring(Polygons& polygon, std::vector<std::vector<int>>& lines) {
    Polygons::Part part;
    part.outline = polygon.parts.empty();
    std::vector<int> line;
    const int first = tokens_.line();
    read_list([&] {
      const int of_position = tokens_.line();
      const Point p = read_position();
      if (!part.ring.empty() && part.ring.back() == p) {
        ++repeated_;
        return;
      }
      part.ring.push_back(p);
      line.push_back(of_position);
    });
    if (part.ring.empty()) {
      source_.fail(first, "a ring without positions; expected four at least");
    }
    if (part.ring.size() < 2 || part.ring.front() != part.ring.back()) {
      source_.fail(line.back(), fmt::format("the ring ends at ({}, {}); expected its first "
                                            "position ({}, {}) again",
                                            part.ring.back().x, part.ring.back().y,
                                            part.ring.front().x, part.ring.front().y));
    }
    part.ring.pop_back();
    line.pop_back();
    polygon.parts.push_back(std::move(part));
    lines.push_back(std::move(line));
  }

  const TextFile& source_;
  Tokens tokens_;
  std::vector<Area> areas_;
  std::vector<Polygons::Segment> walls_;
  std::vector<std::string> notes_;
  std::size_t points_ = 0;
  std::size_t heights_ = 0;
  std::size_t repeated_ = 0;
};

}  // namespace

bool begins_as_wkt(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  std::size_t n = 0;
  while (n < text.size() && is_letter(text[n])) ++n;
  const std::string_view word = text.substr(0, n);
  while (n < text.size() && is_space(text[n])) ++n;
  if (n == text.size()) return false;
  if (equal_ignoring_case(word, "SRID")) return text[n] == '=';
  // What follows is '(', EMPTY, Z, M or ZM.
  if (text[n] != '(' && !is_letter(text[n])) return false;
  return std::ranges::any_of(
      kGeometries, [&](std::string_view geometry) { return equal_ignoring_case(word, geometry); });
}

WorldFile parse_wkt(const TextFile& source) { return WktReader(source).read(); }

}  // namespace fairway
