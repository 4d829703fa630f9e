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

[[noreturn]] void refuse_point(std::string_view name, Point p, std::optional<std::size_t> index,
                               std::string_view fault, std::string_view expected) {
  refuse(index ? fmt::format("{}[{}]", name, *index) : std::string(name),
         fmt::format("({}, {}){}", short_text(p.x), short_text(p.y), fault), expected);
}

}  // namespace

void set_error(const char* message) noexcept {
  std::snprintf(message_of_thread.data(), message_of_thread.size(), "%s", message);
}

void refuse(std::string_view name, std::string_view found, std::string_view expected) {
  throw std::invalid_argument(fmt::format("{}: found {}, expected {}", name, found, expected));
}

void refuse_outside(std::string_view name, Point point, std::optional<std::size_t> index) {
  refuse_point(name, point, index, " outside free space", "a point in free space");
}

Point point_of(fairway_point point, std::string_view name, std::optional<std::size_t> index) {
  const Point p{point.x, point.y};
  if (!within_limits(p)) {
    refuse_point(name, p, index, "", "coordinates that are 0 or of a size between 1e-100 and 1e70");
  }
  return p;
}

}  // namespace fairway::c_interface

extern "C" {

int fairway_interface(void) { return FAIRWAY_INTERFACE; }

const char* fairway_version(void) { return FAIRWAY_VERSION; }

const char* fairway_error(void) { return fairway::c_interface::message_of_thread.data(); }
}
