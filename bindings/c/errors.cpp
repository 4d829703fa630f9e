// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <cstdio>

#include "algorithms/geometry/limits.hpp"
#include "algorithms/settings/option_range.hpp"
#include "bindings/c/handles.hpp"

namespace fairway::c_interface {

namespace {

thread_local std::array<char, 4096> message_of_thread{};

}  // namespace

void set_error(const char* message) noexcept {
  std::snprintf(message_of_thread.data(), message_of_thread.size(), "%s", message);
}

void refuse(std::string_view name, std::string_view found, std::string_view expected) {
  throw std::invalid_argument(fmt::format("{}: found {}, expected {}", name, found, expected));
}

std::string text_of(Point point) {
  return fmt::format("({}, {})", short_text(point.x), short_text(point.y));
}

void refuse_outside(std::string_view name, Point point) {
  refuse(name, text_of(point) + " outside free space", "a point in free space");
}

Point point_of(fairway_point point, std::string_view name, std::optional<std::size_t> index) {
  const Point p{point.x, point.y};
  if (!within_limits(p)) {
    refuse(index ? fmt::format("{}[{}]", name, *index) : std::string(name), text_of(p),
           "coordinates that are 0 or of a size between 1e-100 and 1e70");
  }
  return p;
}

}  // namespace fairway::c_interface

extern "C" {

int fairway_interface(void) { return FAIRWAY_INTERFACE; }

const char* fairway_version(void) { return FAIRWAY_VERSION; }

const char* fairway_error(void) { return fairway::c_interface::message_of_thread.data(); }
}
