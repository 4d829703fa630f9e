#pragma once

#include <span>
#include <string>

#include "algorithms/geometry/point.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// Appends the shortest JSON number that is read as the same double. Negative zero becomes "-0.0",
/// because JSON readers read "-0" as an integer without a sign. Precondition: the value is finite.
void append_number(std::string& text, double value);

/// Formats points as "[[x,y],...]". The coordinates are read back exactly.
std::string points_json(std::span<const Point> points);
void append_points_json(std::string& text, std::span<const Point> points);

/// Formats segments as "[[x1,y1,x2,y2],...]".
std::string segments_json(std::span<const Segment> segments);

}  // namespace fairway
