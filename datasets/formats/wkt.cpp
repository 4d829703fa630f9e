#include "datasets/formats/wkt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/geometry/geometries/geometries.hpp>
#include <boost/geometry/io/wkt/read.hpp>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/united_areas.hpp"

namespace fairway {

namespace {

// Third and fourth coordinates are read and ignored.
using WktPoint = boost::geometry::model::point<double, 4, boost::geometry::cs::cartesian>;
using WktLine = boost::geometry::model::linestring<WktPoint>;
using WktPolygon = boost::geometry::model::polygon<WktPoint>;

constexpr std::string_view kExpected =
    "POLYGON, MULTIPOLYGON, LINESTRING, MULTILINESTRING, POINT, MULTIPOINT or GEOMETRYCOLLECTION";
constexpr std::array<std::string_view, 7> kGeometries{
    "POLYGON",    "MULTIPOLYGON", "GEOMETRYCOLLECTION", "LINESTRING", "MULTILINESTRING",
    "MULTIPOINT", "POINT"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Finds the geometries of a text, also inside collections. Boost.Geometry reads each geometry.
class WktReader {
 public:
  explicit WktReader(const TextFile& source) : source_(source), rest_(source.text()) {}

  WorldFile read() {
    do {
      if (equal_ignoring_case(next_word(), "SRID")) {
        notes_.push_back("The reference system is not used.");
        rest_.remove_prefix(std::min(rest_.size(), rest_.find(';')));
        expect(';');
      }
      read_geometry(0);
      while (accept(';')) {
      }
    } while (!rest_.empty());
    if (areas_.empty()) source_.fail(1, "no polygon in the file; expected at least one");
    if (points_ > 0) notes_.push_back(fmt::format("{} points were left out.", points_));
    if (areas_.size() > 1) {
      notes_.push_back(fmt::format("{} polygons form one free space, their union.", areas_.size()));
    }
    return unite(source_, areas_, walls_, std::move(notes_));
  }

 private:
  [[noreturn]] void fail(std::string_view at, const std::string& what) const {
    const std::string_view before(source_.text().data(),
                                  static_cast<std::size_t>(at.data() - source_.text().data()));
    const auto line = std::ranges::count(before, '\n') + 1;
    source_.fail(std::min(static_cast<int>(line), last_line(source_.text())), what);
  }

  void skip_space() {
    const std::size_t n = rest_.find_first_not_of(" \t\r\n\v\f");
    rest_.remove_prefix(std::min(rest_.size(), n));
  }
  /// Returns the next word without consuming it.
  std::string_view next_word() {
    skip_space();
    return rest_.substr(0, std::ranges::find_if_not(rest_, is_letter) - rest_.begin());
  }
  bool accept(char c) {
    skip_space();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    skip_space();
    return true;
  }
  void expect(char c) {
    if (accept(c)) return;
    fail(rest_, rest_.empty()
                    ? fmt::format("the file ends; expected '{}'", c)
                    : fmt::format("expected '{}', found {}", c, in_quotes(rest_.substr(0, 20))));
  }

  void read_geometry(int depth) {
    constexpr int kMaxDepth = 64;
    const std::string_view word = next_word();
    const auto kind = std::ranges::find_if(
        kGeometries, [&](std::string_view name) { return equal_ignoring_case(word, name); });
    if (kind == kGeometries.end()) {
      fail(rest_, rest_.empty() ? fmt::format("the file ends; expected {}", kExpected)
                                : fmt::format("expected {}, found {}", kExpected,
                                              in_quotes(rest_.substr(0, 20))));
    }
    if (depth > kMaxDepth) {
      fail(rest_, fmt::format("geometries nested deeper than {} levels; expected fewer levels",
                              kMaxDepth));
    }
    const std::string_view begin = rest_;
    rest_.remove_prefix(word.size());
    for (const std::string_view dimension : {"Z", "M", "ZM", "EMPTY"}) {
      if (!equal_ignoring_case(next_word(), dimension)) continue;
      rest_.remove_prefix(dimension.size());
      if (dimension == "EMPTY") return;
    }
    if (*kind == "GEOMETRYCOLLECTION") {
      expect('(');
      do {
        read_geometry(depth + 1);
      } while (accept(','));
      expect(')');
      return;
    }
    try {
      // Boost.Geometry would treat a line end as a part of a number.
      std::string text(*kind);
      text += coordinates();
      std::ranges::replace_if(
          text, [](char c) { return c > '\0' && c < ' '; }, ' ');
      read_by_boost(begin, text);
    } catch (const boost::geometry::read_wkt_exception& fault) {
      const std::string_view why = fault.what();
      fail(begin, fmt::format("{}; expected a valid {}", why.substr(0, why.find(" in '")), *kind));
    }
  }

  /// Consumes and returns the text up to the parenthesis that closes the first parenthesis.
  std::string_view coordinates() {
    skip_space();
    int open = 0;
    for (std::size_t n = 0; n < rest_.size(); ++n) {
      open += rest_[n] == '(' ? 1 : rest_[n] == ')' ? -1 : 0;
      if (open > 0) continue;
      const std::string_view text = rest_.substr(0, n + 1);
      rest_.remove_prefix(n + 1);
      skip_space();
      return text;
    }
    fail(rest_.substr(rest_.size()), "the file ends; expected ')'");
  }

  template <class Geometry>
  Geometry parsed(const std::string& text) const {
    Geometry geometry;
    boost::geometry::read_wkt(text, geometry);
    return geometry;
  }

  void read_by_boost(std::string_view at, const std::string& text) {
    using boost::geometry::model::multi_linestring;
    using boost::geometry::model::multi_polygon;
    if (text.starts_with("POLYGON")) {
      add(at, parsed<WktPolygon>(text));
    } else if (text.starts_with("MULTIPOLYGON")) {
      for (const auto& polygon : parsed<multi_polygon<WktPolygon>>(text)) add(at, polygon);
    } else if (text.starts_with("LINESTRING")) {
      add(at, parsed<WktLine>(text));
    } else if (text.starts_with("MULTILINESTRING")) {
      for (const auto& line : parsed<multi_linestring<WktLine>>(text)) add(at, line);
    } else {
      const bool one = text.starts_with("POINT");
      if (one) parsed<WktPoint>(text);
      points_ += one ? 1 : parsed<boost::geometry::model::multi_point<WktPoint>>(text).size();
    }
  }

  template <class Points>
  Ring points_of(std::string_view at, const Points& points) const {
    Ring ring;
    for (const WktPoint& point : points) {
      const Point p{point.get<0>(), point.get<1>()};
      if (!is_coordinate(p.x) || !is_coordinate(p.y)) {
        fail(at, fmt::format("the point ({}, {}); expected coordinates that are 0 or of a "
                             "magnitude from 1e-70 to 1e70",
                             p.x, p.y));
      }
      if (ring.empty() || ring.back() != p) ring.push_back(p);
    }
    return ring;
  }

  void add(std::string_view at, const WktLine& line) {
    const Ring points = points_of(at, line);
    if (line.size() == 1) fail(at, "a line of one position; expected at least two");
    for (std::size_t i = 1; i < points.size(); ++i) walls_.push_back({points[i - 1], points[i]});
  }

  void add(std::string_view at, const WktPolygon& stated) {
    Polygons polygon;
    const auto add_ring = [&](const auto& points) {
      Ring ring = points_of(at, points);
      if (ring.size() < 2 || ring.front() != ring.back()) {
        fail(at, "a ring with different ends; expected its first position again");
      }
      ring.pop_back();
      polygon.parts.push_back({std::move(ring), polygon.parts.empty()});
    };
    if (stated.outer().empty() && stated.inners().empty()) return;
    add_ring(stated.outer());
    for (const auto& hole : stated.inners()) add_ring(hole);
    try {
      FreeSpace::from_polygons(polygon);
    } catch (const InvalidWorld& invalid) {
      fail(at, invalid.what());
    }
    Area area{{}, true};
    for (Polygons::Part& part : polygon.parts) area.rings.push_back(std::move(part.ring));
    areas_.push_back(std::move(area));
  }

  const TextFile& source_;
  std::string_view rest_;
  std::vector<Area> areas_;
  std::vector<Polygons::Segment> walls_;
  std::vector<std::string> notes_;
  std::size_t points_ = 0;
};

}  // namespace

bool begins_as_wkt(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n\v\f")));
  const auto n = static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
  const std::string_view word = text.substr(0, n);
  text.remove_prefix(n);
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n\v\f")));
  if (equal_ignoring_case(word, "SRID")) return text.starts_with('=');
  // The text after the name of a geometry begins with '(', EMPTY, Z, M or ZM.
  return !text.empty() && (text[0] == '(' || is_letter(text[0])) &&
         std::ranges::any_of(kGeometries, [&](std::string_view geometry) {
           return equal_ignoring_case(word, geometry);
         });
}

WorldFile parse_wkt(const TextFile& source) { return WktReader(source).read(); }

}  // namespace fairway
