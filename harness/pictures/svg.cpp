#include "harness/pictures/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "datasets/outlines.hpp"

namespace fairway {

namespace {

constexpr double kSize = 1000;  ///< longer side of the world in pixels
constexpr double kMargin = 12;
constexpr double kLegend = 34;  ///< height of a legend line

/// Maps world coordinates to picture coordinates.
class Frame {
 public:
  Frame(const Box& box, bool y_down)
      : box_(box), y_down_(y_down), scale_(kSize / std::max(box.width(), box.height())) {}

  double width() const { return box_.width() * scale_ + 2 * kMargin; }
  double height() const { return box_.height() * scale_ + 2 * kMargin; }

  std::string at(Point p) const {
    const double y = y_down_ ? p.y - box_.min.y : box_.max.y - p.y;
    return fmt::format("{:.2f} {:.2f}", (p.x - box_.min.x) * scale_ + kMargin,
                       y * scale_ + kMargin);
  }

  std::string chain(std::span<const Point> points) const {
    std::string text;
    for (const Point p : points) {
      text += text.empty() ? 'M' : 'L';
      text += at(p);
    }
    return text;
  }

 private:
  Box box_;
  bool y_down_;
  double scale_;
};

/// Free space as the data of one SVG path.
std::string free_area(const FreeSpace& space, const Frame& frame) {
  std::string shape;
  for (const Polygons::Part& part : outlines_of(space).parts) {
    shape += frame.chain(part.ring) + "Z";
  }
  return shape;
}

/// Draws the cells of a world with terrain, as runs of equal cost in each row. Higher costs are
/// darker. Returns an empty text if all costs are equal.
std::string terrain_shade(const Terrain& terrain, const Frame& frame, std::string_view free) {
  constexpr double kDarkest = 0.4;
  std::map<double, std::string> shapes;
  for (int y = 0; y < terrain.height(); ++y) {
    for (int x = 0, end = 0; x < terrain.width(); x = end) {
      const double cost = terrain.cost(x, y);
      while (end < terrain.width() && terrain.cost(end, y) == cost) ++end;
      const auto corner = [](int i, int j) {
        return Point{static_cast<double>(i), static_cast<double>(j)};
      };
      if (!(cost > 0 && std::isfinite(cost))) continue;  // blocked
      shapes[cost] += frame.chain(std::array{corner(x, y), corner(end, y), corner(end, y + 1),
                                             corner(x, y + 1)}) +
                      "Z";
    }
  }
  if (shapes.size() < 2) return "";
  const double least = shapes.begin()->first;
  const double most = shapes.rbegin()->first;
  std::string svg = fmt::format(
      "<clipPath id=\"free\"><path clip-rule=\"evenodd\" d=\"{}\"/></clipPath>\n<g "
      "clip-path=\"url(#free)\">\n",
      free);
  for (const auto& [cost, shape] : shapes) {
    const double share = std::log(cost / least) / std::log(most / least);
    svg += fmt::format("<path fill=\"#7a5c2e\" fill-opacity=\"{:.3f}\" d=\"{}\"/>\n",
                       kDarkest * share, shape);
  }
  return svg + "</g>\n";
}

/// A style in the picture and in its legend.
struct Style {
  std::string_view name;
  std::string_view attributes;
};

constexpr Style kOptimum{"optimum",
                         "stroke=\"#000000\" stroke-width=\"5\" stroke-opacity=\"0.35\""};
constexpr Style kRaw{"before smoothing",
                     "stroke=\"#0072b2\" stroke-width=\"1.6\" stroke-dasharray=\"6 4\""};
constexpr std::string_view kSmoothed = "stroke=\"#d55e00\" stroke-width=\"2.2\"";
constexpr Style kClosed{"closed", "stroke=\"#56b4e9\" stroke-linecap=\"round\""};
constexpr Style kOpen{"open", "stroke=\"#e69f00\" stroke-linecap=\"round\""};
constexpr Style kStart{"start", "stroke=\"#009e73\" stroke-width=\"9\" stroke-linecap=\"round\""};
constexpr Style kGoal{"goal", "stroke=\"#cc79a7\" stroke-width=\"9\" stroke-linecap=\"round\""};

std::string stroke(std::string_view attributes, std::string_view shape) {
  if (shape.empty()) return "";
  return fmt::format("<path fill=\"none\" {} d=\"{}\"/>\n", attributes, shape);
}

/// Draws a dot as a line of zero length with round ends.
std::string dot_at(const Frame& frame, Point p) { return fmt::format("M{}h0", frame.at(p)); }

std::string width(double pixels) { return fmt::format(" stroke-width=\"{:.2f}\"", pixels); }

/// The closed and the open vertices of a search, as data of SVG paths.
struct SearchShapes {
  std::string closed;
  std::string open;
  std::size_t count = 0;
};

SearchShapes search_shapes(const Frame& frame, std::span<const TraceStep> search) {
  std::unordered_map<std::int32_t, bool> is_closed;
  for (const TraceStep& step : search) {
    if (step.node != kGoalNode) is_closed[step.node] |= step.kind == TraceStep::Kind::kClosed;
  }
  SearchShapes shapes;
  shapes.count = is_closed.size();
  for (const TraceStep& step : search) {
    const auto at = is_closed.find(step.node);
    if (at == is_closed.end()) continue;
    (at->second ? shapes.closed : shapes.open) += dot_at(frame, step.at);
    is_closed.erase(at);
  }
  return shapes;
}

/// The entries of the legend, left to right.
class Legend {
 public:
  explicit Legend(double y) : y_(y) {}

  void add(std::string_view name, std::string_view attributes, bool dots) {
    text_ += stroke(attributes, fmt::format("M{:.2f} {:.2f}h{}", x_ + (dots ? kSample / 2 : 0), y_,
                                            dots ? 0 : kSample));
    x_ += kSample + 6;
    add(name);
  }

  void add(std::string_view words) {
    text_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n", x_, y_ + 5, words);
    x_ += 20 + 8.2 * static_cast<double>(words.size());
  }

  void end_line() {
    x_ = kMargin;
    y_ += kLegend;
  }

  std::string text() const {
    return "<g font-family=\"sans-serif\" font-size=\"15\" fill=\"#000000\">\n" + text_ + "</g>\n";
  }

 private:
  static constexpr double kSample = 26;
  double x_ = kMargin;
  double y_;
  std::string text_;
};

}  // namespace

std::string path_svg(const FreeSpace& space, const Picture& picture) {
  const Frame frame(space.box(), space.made_of_cells());
  const DrawingRecord* const drawing = picture.representation;
  const bool too_many = drawing != nullptr && drawing->segments.size() < drawing->total;
  const double height = frame.height() + (too_many ? 2 : 1) * kLegend;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.2f} {1:.2f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
      "<rect width=\"100%\" height=\"{2:.2f}\" fill=\"#c9c9c9\"/>\n",
      frame.width(), height, frame.height());
  const std::string free = free_area(space, frame);
  svg += fmt::format("<path fill=\"#ffffff\" fill-rule=\"evenodd\" d=\"{}\"/>\n", free);
  if (space.terrain() != nullptr) svg += terrain_shade(*space.terrain(), frame, free);
  Legend legend(frame.height() + kLegend / 2);
  if (too_many) {
    legend.add(fmt::format("{} {}: too many to draw", drawing->total,
                           drawing->kind == "cells" ? "sides of cells" : "edges"));
    legend.end_line();
  } else if (drawing != nullptr) {
    std::string segments;
    for (const Segment& s : drawing->segments) segments += frame.chain(std::array{s.a, s.b});
    svg += stroke("stroke=\"#000000\" stroke-opacity=\"0.16\" stroke-width=\"0.7\"", segments);
  }
  std::string walls;
  for (const Wall& wall : space.walls()) walls += frame.chain(std::array{wall.a, wall.b});
  svg += stroke("stroke=\"#4d4d4d\" stroke-width=\"0.8\"", walls);

  const SearchShapes search = search_shapes(frame, picture.search);
  const double dot = std::clamp(
      0.5 * std::sqrt(frame.width() * frame.height() / static_cast<double>(search.count + 1)), 1.2,
      7.0);
  const auto add_dots = [&](const Style& style, std::string_view shape, double pixels) {
    if (shape.empty()) return;
    svg += stroke(fmt::format("{}{}", style.attributes, width(pixels)), shape);
    legend.add(style.name, fmt::format("{}{}", style.attributes, width(7)), true);
  };
  add_dots(kClosed, search.closed, dot);
  add_dots(kOpen, search.open, dot);

  const auto add_path = [&](std::string_view name, std::string_view attributes,
                            std::span<const Point> path) {
    if (path.empty()) return;
    svg += stroke(attributes, frame.chain(path));
    legend.add(name, attributes, false);
  };
  add_path(kOptimum.name, kOptimum.attributes, picture.optimum);
  add_path(kRaw.name, kRaw.attributes, picture.raw);
  add_path(picture.title, kSmoothed, picture.smoothed);
  const std::span<const Point> ends = picture.smoothed.empty() ? picture.optimum : picture.smoothed;
  if (!ends.empty()) {
    for (const auto& [style, p] :
         {std::pair(kStart, ends.front()), std::pair(kGoal, ends.back())}) {
      svg += stroke(style.attributes, dot_at(frame, p));
      legend.add(style.name, style.attributes, true);
    }
  }
  return svg + legend.text() + "</svg>\n";
}

}  // namespace fairway
