#include "harness/records/points_json.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace fairway {

namespace {

void append_point(std::string& text, Point p) {
  append_number(text, p.x);
  text += ',';
  append_number(text, p.y);
}

}  // namespace

void append_number(std::string& text, double value) {
  if (value == 0 && std::signbit(value)) {
    text += "-0.0";
    return;
  }
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

void append_points_json(std::string& text, std::span<const Point> points) {
  text += '[';
  for (std::size_t i = 0; i < points.size(); ++i) {
    text += i > 0 ? ",[" : "[";
    append_point(text, points[i]);
    text += ']';
  }
  text += ']';
}

std::string points_json(std::span<const Point> points) {
  std::string text;
  append_points_json(text, points);
  return text;
}

std::string segments_json(std::span<const Segment> segments) {
  std::string text = "[";
  for (const Segment& segment : segments) {
    text += text.size() > 1 ? ",[" : "[";
    append_point(text, segment.a);
    text += ',';
    append_point(text, segment.b);
    text += ']';
  }
  return text + "]";
}

}  // namespace fairway
