#include "datasets/formats/svg_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "datasets/text.hpp"

namespace fairway {

namespace {

double svg_size(pugi::xml_node node, const char* name, double standard) {
  const double value = svg_number(node, name, standard);
  if (value < 0) throw SvgFault(fmt::format("{} is {}; expected 0 or more", name, value));
  return value;
}

void draw_points(pugi::xml_node node, Pen& pen) {
  const std::vector<double> values = read_numbers(node.attribute("points").value());
  if (values.size() % 2 != 0) {
    throw SvgFault(fmt::format("{} numbers; expected pairs", values.size()));
  }
  for (std::size_t i = 0; i < values.size(); i += 2) {
    const Point p{values[i], values[i + 1]};
    if (i == 0) {
      pen.move(p);
    } else {
      pen.line(p);
    }
  }
}

void draw_rectangle(pugi::xml_node node, Pen& pen) {
  const Point at{svg_number(node, "x", 0), svg_number(node, "y", 0)};
  const double width = svg_size(node, "width", 0);
  const double height = svg_size(node, "height", 0);
  if (width == 0 || height == 0) return;
  const double rx = std::min(svg_size(node, "rx", svg_number(node, "ry", 0)), width / 2);
  const double ry = std::min(svg_size(node, "ry", svg_number(node, "rx", 0)), height / 2);
  const double right = at.x + width;
  const double bottom = at.y + height;
  pen.move({at.x + rx, at.y});
  pen.line({right - rx, at.y});
  pen.arc(rx, ry, 0, false, true, {right, at.y + ry});
  pen.line({right, bottom - ry});
  pen.arc(rx, ry, 0, false, true, {right - rx, bottom});
  pen.line({at.x + rx, bottom});
  pen.arc(rx, ry, 0, false, true, {at.x, bottom - ry});
  pen.line({at.x, at.y + ry});
  pen.arc(rx, ry, 0, false, true, {at.x + rx, at.y});
  pen.close();
}

}  // namespace

std::string_view local_name(pugi::xml_node node) {
  const std::string_view name = node.name();
  return name.starts_with("svg:") ? name.substr(4) : name;
}

double svg_number(pugi::xml_node node, const char* name, double standard) {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return standard;
  std::string_view text = trim(attribute.value());
  if (text.ends_with("px")) text.remove_suffix(2);
  try {
    if (const auto values = read_numbers(text); values.size() == 1) return values[0];
  } catch (const SvgFault&) {
    // Told below, with the attribute's name.
  }
  throw SvgFault(
      fmt::format("{}={}; expected a number of user units", name, in_quotes(attribute.value())));
}

bool is_svg_shape(std::string_view name) {
  static constexpr std::array<std::string_view, 7> kShapes{"path", "rect",     "circle", "ellipse",
                                                           "line", "polyline", "polygon"};
  return std::ranges::find(kShapes, name) != kShapes.end();
}

void draw_svg_shape(pugi::xml_node node, Pen& pen) {
  const std::string_view name = local_name(node);
  if (name == "path") {
    draw_path(node.attribute("d").value(), pen);
  } else if (name == "line") {
    pen.move({svg_number(node, "x1", 0), svg_number(node, "y1", 0)});
    pen.line({svg_number(node, "x2", 0), svg_number(node, "y2", 0)});
  } else if (name == "circle" || name == "ellipse") {
    const bool circle = name == "circle";
    pen.ellipse({svg_number(node, "cx", 0), svg_number(node, "cy", 0)},
                svg_size(node, circle ? "r" : "rx", 0), svg_size(node, circle ? "r" : "ry", 0));
  } else if (name == "rect") {
    draw_rectangle(node, pen);
  } else {
    draw_points(node, pen);
    if (name == "polygon") pen.close();
  }
}

}  // namespace fairway
