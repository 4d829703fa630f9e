#include "datasets/json_reader.hpp"

#include <cmath>

namespace fairway {

std::int64_t JsonReader::require_version(std::string_view name, std::string_view key,
                                         std::int64_t newest) const {
  require(kRoot, Kind::kObject, fmt::format("a {}, an object {{...}}", name));
  if (begin(kRoot) == end(kRoot) || tree_.string(begin(kRoot)) != key) {
    fail(kRoot, fmt::format("no {} file; expected '{}' as the first key", name, key));
  }
  return integer(after(begin(kRoot)), "the version of the format", 1, newest);
}

bool JsonReader::boolean(Node n, std::string_view name) const {
  require(n, Kind::kBool, fmt::format("{}: true or false", name));
  return tree_.boolean(n);
}

std::int64_t JsonReader::integer(Node n, std::string_view name, std::int64_t least,
                                 std::int64_t most) const {
  const double value = tree_.kind(n) == Kind::kNumber ? tree_.number(n) : std::nan("");
  if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most)) ||
      value != std::floor(value)) {
    fail(n, fmt::format("expected {}, {}", name,
                        least == most ? fmt::format("{}", least)
                                      : fmt::format("an integer from {} to {}", least, most)));
  }
  return static_cast<std::int64_t>(value);
}

Point JsonReader::point(Node n) const {
  const auto [x, y] = coordinates<2>(n, "a point: an array of two numbers, [x, y]");
  return {x, y};
}

}  // namespace fairway
