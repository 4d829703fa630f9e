#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/settings/option_range.hpp"

namespace fairway {

/// All options of a representation with their values: a JSON object, in the order described. Result
/// files store it.
using OptionValues = nlohmann::ordered_json;

/// An option as `fairway list representations` and the documentation show it.
struct OptionInfo {
  std::string name;
  std::string type;  ///< "bool", "int", "number", "text" or "choice"
  OptionValues standard;
  std::vector<std::string> choices;  ///< only for "choice"
  std::string range;                 ///< of a number: "1 to 1024"; empty if it may be any
  std::string help;
};

/// An option that does not exist, or a value it cannot take.
class OptionError : public std::runtime_error {
 public:
  OptionError(std::string option, const std::string& what)
      : std::runtime_error(what), option_(std::move(option)) {}
  const std::string& option() const { return option_; }

 private:
  std::string option_;
};

/// "one, two, three", for lists of known names in messages.
std::string joined(const std::vector<std::string>& names);

namespace detail {

template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) {
  { option_names(value) } -> std::convertible_to<std::span<const std::string_view>>;
};

template <class T>
inline constexpr std::string_view kTypeName = NamedEnum<T>                   ? "choice"
                                              : std::same_as<T, bool>        ? "bool"
                                              : std::same_as<T, std::string> ? "text"
                                              : std::is_integral_v<T>        ? "int"
                                                                             : "number";

template <class T>
std::vector<std::string> choices_of() {
  if constexpr (NamedEnum<T>) {
    const std::span<const std::string_view> names = option_names(T{});
    return {names.begin(), names.end()};
  } else {
    return {};
  }
}

template <class T>
OptionValues option_to_json(const T& value) {
  if constexpr (NamedEnum<T>) {
    const std::span<const std::string_view> names = option_names(value);
    return std::string(names[static_cast<std::size_t>(value)]);
  } else {
    return value;
  }
}

[[noreturn]] void refuse_option(std::string_view option, std::string_view expected,
                                const OptionValues& found);

[[noreturn]] void refuse_unknown_option(const std::string& option,
                                        const std::vector<std::string>& known);

template <class T>
void option_from_json(std::string_view name, const OptionValues& from, const OptionRange& range,
                      T& value) {
  if constexpr (NamedEnum<T>) {
    const std::vector<std::string> choices = choices_of<T>();
    if (from.is_string()) {
      for (std::size_t i = 0; i < choices.size(); ++i) {
        if (from.get_ref<const std::string&>() != choices[i]) continue;
        value = static_cast<T>(i);
        return;
      }
    }
    refuse_option(name, "one of " + joined(choices), from);
  } else if constexpr (std::same_as<T, bool>) {
    if (!from.is_boolean()) refuse_option(name, "true or false", from);
    value = from.get<bool>();
  } else if constexpr (std::same_as<T, std::string>) {
    if (!from.is_string()) refuse_option(name, "a text", from);
    value = from.get<std::string>();
  } else if constexpr (std::is_integral_v<T>) {
    if (!from.is_number_integer()) refuse_option(name, "an integer", from);
    const bool fits = from.is_number_unsigned() ? std::in_range<T>(from.get<std::uint64_t>())
                                                : std::in_range<T>(from.get<std::int64_t>());
    if (!fits || !range.contains(from.get<double>())) {
      const std::string text = text_of(range);
      refuse_option(name, text.empty() ? "a smaller number" : text, from);
    }
    value = from.get<T>();
  } else {
    static_assert(std::is_floating_point_v<T>,
                  "an option is a bool, integer, double, text or named enum");
    if (!from.is_number() || !std::isfinite(from.get<double>())) {
      refuse_option(name, "a finite number", from);
    }
    if (!range.contains(from.get<double>())) refuse_option(name, text_of(range), from);
    value = from.get<T>();
  }
}

}  // namespace detail

/// What Options::describe says of each option, in order, with the values in `options` as standard.
template <class Options>
std::vector<OptionInfo> option_infos(Options options) {
  std::vector<OptionInfo> infos;
  Options::describe(options, [&](std::string_view name, auto& value, std::string_view help,
                                 const OptionRange& range = {}) {
    using T = std::remove_cvref_t<decltype(value)>;
    infos.push_back({std::string(name), std::string(detail::kTypeName<T>),
                     detail::option_to_json(value), detail::choices_of<T>(), text_of(range),
                     std::string(help)});
  });
  return infos;
}

/// All options with their values in `options`.
template <class Options>
OptionValues option_values(Options options) {
  OptionValues values = OptionValues::object();
  Options::describe(
      options, [&](std::string_view name, auto& value, std::string_view, const OptionRange& = {}) {
        values[std::string(name)] = detail::option_to_json(value);
      });
  return values;
}

/// `base` with `values`. Throws OptionError for unknown names, values of the wrong type or out of
/// range, and values that exclude each other (Options::check_together, if there is one).
template <class Options>
Options with_option_values(Options base, const OptionValues& values) {
  std::vector<std::string> known;
  Options::describe(base, [&](std::string_view name, auto& value, std::string_view,
                              const OptionRange& range = {}) {
    known.emplace_back(name);
    if (const auto at = values.find(std::string(name)); at != values.end()) {
      detail::option_from_json(name, *at, range, value);
    }
  });
  for (const auto& [name, value] : values.items()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      detail::refuse_unknown_option(name, known);
    }
  }
  const auto refuse = [&](std::string_view name, std::string_view expected) {
    detail::refuse_option(name, expected, option_values(base)[std::string(name)]);
  };
  if constexpr (requires { Options::check_together(base, refuse); }) {
    Options::check_together(base, refuse);
  }
  return base;
}

}  // namespace fairway
