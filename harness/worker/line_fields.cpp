#include "harness/worker/line_fields.hpp"

#include <cmath>

#include "datasets/world.hpp"
#include "harness/worker/protocol.hpp"

namespace fairway {

namespace {

std::string begin_of(std::string_view line) {
  constexpr std::size_t kShown = 80;
  const std::string shown(line.substr(0, kShown));
  return LineFields::Json(shown + (line.size() > kShown ? "..." : ""))
      .dump(-1, ' ', true, LineFields::Json::error_handler_t::replace);
}

/// Limit of nesting. It exceeds the limit of the TOML parser, because requests contain options from
/// sweep files.
constexpr int kMaxDepth = 512;

/// Whether arrays and objects are nested so deep that a recursive copy could exhaust the stack.
bool is_nested_too_deep(std::string_view line) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size() && depth <= kMaxDepth; ++i) {
    if (in_string && line[i] == '\\') {
      ++i;
    } else if (line[i] == '"') {
      in_string = !in_string;
    } else if (!in_string && (line[i] == '[' || line[i] == '{')) {
      ++depth;
    } else if (!in_string && (line[i] == ']' || line[i] == '}')) {
      --depth;
    }
  }
  return depth > kMaxDepth;
}

}  // namespace

LineFields::LineFields(std::string_view line, const char* kind) : line_(line), kind_(kind) {
  if (is_nested_too_deep(line)) fail(fmt::format("expected at most {} nested levels", kMaxDepth));
  try {
    object_ = Json::parse(line);
  } catch (const Json::parse_error&) {
    fail("expected JSON");
  } catch (const Json::out_of_range&) {
    fail("expected JSON with numbers in the range of doubles");
  }
  if (!object_.is_object()) fail("expected a JSON object");
}

void LineFields::fail(const std::string& what) const {
  throw ProtocolError(fmt::format("invalid {} {}: {}", kind_, begin_of(line_), what));
}

void LineFields::expect(const char* key, const char* expected) const {
  fail(fmt::format("wrong '{}', expected {}", key, expected));
}

const LineFields::Json* LineFields::find(const char* key) const {
  const auto at = object_.find(key);
  return at == object_.end() || at->is_null() ? nullptr : &*at;
}

const LineFields::Json& LineFields::at(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr) fail(fmt::format("expected '{}'", key));
  return *value;
}

std::string LineFields::text(const char* key) const {
  const Json& value = at(key);
  if (!value.is_string()) expect(key, "a string");
  return value.get<std::string>();
}

std::string LineFields::optional_text(const char* key) const {
  return find(key) != nullptr ? escaped_controls(text(key)) : "";
}

std::string LineFields::name(const char* key, const Json& value) const {
  if (!value.is_string()) expect(key, "a string");
  const std::string name = value.get<std::string>();
  if (name.empty() || escaped_controls(name) != name) {
    expect(key, "a name of one character or more, without control characters");
  }
  return name;
}

bool LineFields::flag(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr) return false;
  if (!value->is_boolean()) expect(key, "true or false");
  return value->get<bool>();
}

std::int64_t LineFields::count(const char* key) const {
  const Json* value = find(key);
  return value == nullptr ? 0 : count(key, *value);
}

std::int64_t LineFields::count(const char* key, const Json& value) const {
  constexpr std::uint64_t kMost = 1'000'000'000'000'000;
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMost) {
    expect(key, "a whole number from 0 to 10^15");
  }
  return value.get<std::int64_t>();
}

double LineFields::number(const char* key, const Json& value) const {
  if (!value.is_number() || !std::isfinite(value.get<double>())) expect(key, "a finite number");
  return value.get<double>();
}

Point LineFields::point(const char* key, const Json& value) const {
  if (!value.is_array() || value.size() != 2) expect(key, "points [x, y]");
  return {number(key, value[0]), number(key, value[1])};
}

void LineFields::points(const char* key, const Json& value, Path& points) const {
  if (!value.is_array()) expect(key, "an array of points [x, y]");
  points.reserve(points.size() + value.size());
  for (const Json& p : value) points.push_back(point(key, p));
}

std::array<double, 4> LineFields::four(const char* key, const Json& value) const {
  if (!value.is_array() || value.size() != 4) expect(key, "four numbers");
  return {number(key, value[0]), number(key, value[1]), number(key, value[2]),
          number(key, value[3])};
}

Box LineFields::box(const char* key) const {
  const auto [min_x, min_y, max_x, max_y] = four(key, at(key));
  return {{min_x, min_y}, {max_x, max_y}};
}

}  // namespace fairway
