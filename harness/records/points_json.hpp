#pragma once

#include <span>
#include <string>

#include "algorithms/geometry/point.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// The shortest JSON that reads back to the same double: "-0.0" for negative zero, as "-0" would be
/// a whole number, which has no sign. Precondition: it is finite.
void append_number(std::string& text, double value);

/// "[[x,y],...]", with coordinates that read back exactly.
std::string points_json(std::span<const Point> points);
void append_points_json(std::string& text, std::span<const Point> points);

/// "[[x1,y1,x2,y2],...]".
std::string segments_json(std::span<const Segment> segments);

}  // namespace fairway
