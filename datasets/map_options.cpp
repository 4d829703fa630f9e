#include "datasets/map_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

MapOptions MapOptions::of_command_line(const std::vector<std::string>& texts) {
  MapOptions options;
  for (const std::string& text : texts) options.add(text);
  return options;
}

MapOptions MapOptions::of_text(std::string_view lines, std::filesystem::path file, int line) {
  MapOptions options(std::move(file), line);
  LineReader reader(lines);
  for (std::string_view text; reader.next(text); ++options.line_) options.add(text);
  options.line_ = line;
  return options;
}

void MapOptions::add(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos) {
    refuse("expected NAME=VALUE, found " + in_quotes(text));
  }
  std::vector<std::string_view> columns;
  split_columns(text.substr(equals + 1), ',', columns);
  set(std::string(text.substr(0, equals)), {columns.begin(), columns.end()});
}

void MapOptions::set(const std::string& name, std::vector<std::string> values) {
  for (const std::string& value : values) {
    if (value.find_first_of(",\n") == std::string::npos) continue;
    fail(name, "expected values without commas and line ends, found " + in_quotes(value));
  }
  if (!values_.emplace(name, std::move(values)).second)
    fail(name, "is set twice, expected one value");
}

std::string MapOptions::text() const {
  std::vector<std::string> all;
  for (const auto& [name, values] : values_) {
    all.push_back(fmt::format("{}={}", name, fmt::join(values, ",")));
  }
  return fmt::format("{}", fmt::join(all, "\n"));
}

void MapOptions::fail(std::string_view name, std::string_view what) const {
  refuse(fmt::format("option '{}' of a map: {}", name, what));
}

void MapOptions::refuse(std::string_view text) const { throw InputError(file_, line_, text); }

const std::vector<std::string>* MapOptions::find(std::string_view name) const {
  const auto found = values_.find(std::string(name));
  return found == values_.end() ? nullptr : &found->second;
}

const std::string& MapOptions::one(std::string_view name,
                                   const std::vector<std::string>& values) const {
  if (values.size() != 1) fail(name, fmt::format("expected one value, found {}", values.size()));
  return values.front();
}

bool MapOptions::flag(std::string_view name, bool default_value) const {
  const auto* values = find(name);
  if (values == nullptr) return default_value;
  const std::string& value = one(name, *values);
  if (value != "true" && value != "false") {
    fail(name, "expected true or false, found " + in_quotes(value));
  }
  return value == "true";
}

double MapOptions::finite(std::string_view name, const std::string& text) const {
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || end != last || !std::isfinite(value)) {
    fail(name, "expected a finite number, found " + in_quotes(text));
  }
  return value;
}

std::optional<double> MapOptions::number(std::string_view name, double least, double most) const {
  const auto* values = find(name);
  if (values == nullptr) return std::nullopt;
  const double value = finite(name, one(name, *values));
  if (value < least || value > most) {
    fail(name, fmt::format("expected a number from {} to {}, found {}", least, most, value));
  }
  return value;
}

std::optional<std::vector<double>> MapOptions::numbers(std::string_view name,
                                                       std::size_t count) const {
  const auto* values = find(name);
  if (values == nullptr) return std::nullopt;
  if (values->size() != count) {
    fail(name, fmt::format("expected {} numbers, found {}", count, values->size()));
  }
  std::vector<double> numbers;
  for (const std::string& value : *values) numbers.push_back(finite(name, value));
  return numbers;
}

std::optional<std::string> MapOptions::text(std::string_view name) const {
  const auto* values = find(name);
  return values == nullptr ? std::nullopt : std::optional(one(name, *values));
}

std::vector<std::string> MapOptions::texts(std::string_view name) const {
  const auto* values = find(name);
  return values == nullptr ? std::vector<std::string>() : *values;
}

std::size_t MapOptions::choice(std::string_view name,
                               std::span<const std::string_view> choices) const {
  const auto* values = find(name);
  if (values == nullptr) return 0;
  const std::string& value = one(name, *values);
  const auto found = std::ranges::find(choices, value);
  if (found == choices.end()) {
    fail(name, fmt::format("expected {}, found {}", fmt::join(choices, " or "), in_quotes(value)));
  }
  return static_cast<std::size_t>(found - choices.begin());
}

void MapOptions::expect_known(std::span<const std::string_view> names,
                              std::string_view format) const {
  for (const auto& [name, values] : values_) {
    if (std::ranges::find(names, name) != names.end()) continue;
    fail(name, names.empty()
                   ? fmt::format("{} has no options", format)
                   : fmt::format("expected an option of {}: {}", format, fmt::join(names, ", ")));
  }
}

}  // namespace fairway
