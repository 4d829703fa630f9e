#pragma once

#include <pugixml.hpp>
#include <string_view>

#include "datasets/formats/svg_path.hpp"

namespace fairway {

/// The name of an element without the prefix of SVG's name space.
std::string_view local_name(pugi::xml_node node);

/// An attribute that is a number of user units, with or without "px"; the standard if it is not
/// there. Throws SvgFault.
double svg_number(pugi::xml_node node, const char* name, double standard);

/// Whether an element is a path, a rectangle, a circle, an ellipse, a line, or a polyline or
/// polygon.
bool is_svg_shape(std::string_view name);

/// Draws a shape. Throws SvgFault.
void draw_svg_shape(pugi::xml_node node, Pen& pen);

}  // namespace fairway
