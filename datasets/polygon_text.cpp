#include "datasets/polygon_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

class PolygonTextParser {
 public:
  explicit PolygonTextParser(const TextFile& source) : source_(source), lines_(source.text()) {}

  WorldFile parse() {
    std::string_view line;
    while (lines_.next(line)) {
      split_fields(line, fields_);
      if (fields_.empty()) continue;
      if (fields_[0].starts_with('[')) {
        begin_section(line);
      } else if (section_ == Section::kScale) {
        read_scale(line);
      } else if (section_ == Section::kRing) {
        read_vertex(line);
      } else {
        fail(fmt::format("{}: expected [SCALE], [BORDER] or [OBSTACLE]", in_quotes(line)));
      }
    }
    end_section();
    if (polygons_.parts.empty()) {
      fail("the file ends without a border; expected [BORDER] and its vertices");
    }
    return WorldFile{source_.file(), std::move(polygons_), std::move(ring_lines_)};
  }

 private:
  enum class Section { kNone, kScale, kRing };

  [[noreturn]] void fail(const std::string& what) const { source_.fail(lines_.number(), what); }

  void begin_section(std::string_view line) {
    end_section();
    const std::string_view name = trim(line);
    if (name == "[SCALE]") {
      if (scale_seen_ || !polygons_.parts.empty()) {
        fail("[SCALE]: expected once, before [BORDER]");
      }
      scale_seen_ = true;
      section_ = Section::kScale;
    } else if (name == "[BORDER]" || name == "[OBSTACLE]") {
      const bool border = name == "[BORDER]";
      if (border != polygons_.parts.empty()) {
        fail(border ? "another [BORDER]: expected one" : "[OBSTACLE]: expected [BORDER] before it");
      }
      polygons_.parts.push_back({{}, border});
      ring_lines_.emplace_back();
      section_ = Section::kRing;
    } else {
      fail(fmt::format("{}: expected [SCALE], [BORDER] or [OBSTACLE]", in_quotes(name)));
    }
  }

  void end_section() const {
    if (section_ == Section::kScale) fail("no factor in [SCALE]; expected one");
    if (section_ == Section::kRing && polygons_.parts.back().ring.empty()) {
      fail("no vertices in the preceding section; expected lines 'x y'");
    }
  }

  void read_scale(std::string_view line) {
    scale_ = fields_.size() == 1 ? source_.coordinate(fields_[0], lines_.number(), "a scale") : 0;
    if (!(scale_ > 0)) fail(fmt::format("{}: expected one factor above zero", in_quotes(line)));
    section_ = Section::kNone;
  }

  void read_vertex(std::string_view line) {
    if (fields_.size() != 2) fail(fmt::format("{}: expected a vertex, 'x y'", in_quotes(line)));
    polygons_.parts.back().ring.push_back({scaled(fields_[0], "x"), scaled(fields_[1], "y")});
    ring_lines_.back().push_back(lines_.number());
  }

  double scaled(std::string_view token, std::string_view name) const {
    const double value = source_.coordinate(token, lines_.number(), name) * scale_;
    if (!is_coordinate(value)) {
      fail(fmt::format("{} times the scale {}: expected zero or a magnitude from {} to {}",
                       in_quotes(token), scale_, kMinInputCoordinate, kMaxCoordinate));
    }
    return value;
  }

  const TextFile& source_;
  LineReader lines_;
  std::vector<std::string_view> fields_;
  Section section_ = Section::kNone;
  bool scale_seen_ = false;
  double scale_ = 1;
  Polygons polygons_;
  std::vector<std::vector<int>> ring_lines_;
};

}  // namespace

WorldFile parse_polygon_text(const TextFile& source) { return PolygonTextParser(source).parse(); }

}  // namespace fairway
