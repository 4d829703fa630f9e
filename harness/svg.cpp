#include "harness/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "datasets/outlines.hpp"

namespace fairway {

namespace {

constexpr double kSize = 1000;  ///< of the longer side, in pixels
constexpr double kMargin = 12;

/// Maps the world to the picture.
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

/// Free space as one shape: its outlines, or its triangles where walls have no width.
std::string free_area(const FreeSpace& space, const Frame& frame) {
  std::string shape;
  try {
    for (const Polygons::Part& part : outlines_of(space).parts) {
      shape += frame.chain(part.ring) + "Z";
    }
  } catch (const InvalidWorld&) {
    shape.clear();
    const Triangulation& t = space.triangulation();
    for (TriangleId i = 0; i < t.triangle_count(); ++i) {
      if (!t.is_free(i)) continue;
      const HalfEdge h = Triangulation::half_edge(i, 0);
      shape += frame.chain(std::array{t.origin_point(h), t.destination_point(h), t.apex_point(h)});
      shape += "Z";
    }
  }
  return shape;
}

std::string stroke(const Frame& frame, std::span<const Point> path, std::string_view style) {
  if (path.empty()) return "";
  return fmt::format("<path fill=\"none\" {} d=\"{}\"/>\n", style, frame.chain(path));
}

std::string dot(const Frame& frame, Point p, std::string_view colour) {
  return fmt::format(
      "<path stroke=\"{}\" stroke-width=\"9\" stroke-linecap=\"round\" d=\"M{}h0\"/>\n", colour,
      frame.at(p));
}

}  // namespace

std::string path_svg(const FreeSpace& space, std::span<const Point> raw,
                     std::span<const Point> smoothed, std::span<const Point> optimum, bool y_down) {
  const Frame frame(space.box(), y_down);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.2f} {1:.2f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#c9c9c9\"/>\n",
      frame.width(), frame.height());
  svg += fmt::format("<path fill=\"#ffffff\" fill-rule=\"evenodd\" d=\"{}\"/>\n",
                     free_area(space, frame));
  std::string walls;
  for (const Wall& wall : space.walls()) walls += frame.chain(std::array{wall.a, wall.b});
  svg += fmt::format("<path stroke=\"#4d4d4d\" stroke-width=\"0.8\" d=\"{}\"/>\n", walls);
  svg += stroke(frame, optimum, "stroke=\"#000000\" stroke-width=\"5\" stroke-opacity=\"0.35\"");
  svg += stroke(frame, raw, "stroke=\"#0072b2\" stroke-width=\"1.6\" stroke-dasharray=\"6 4\"");
  svg += stroke(frame, smoothed, "stroke=\"#d55e00\" stroke-width=\"2.2\"");
  const std::span<const Point> ends = smoothed.empty() ? optimum : smoothed;
  if (!ends.empty()) {
    svg += dot(frame, ends.front(), "#009e73") + dot(frame, ends.back(), "#cc79a7");
  }
  return svg + "</svg>\n";
}

}  // namespace fairway
