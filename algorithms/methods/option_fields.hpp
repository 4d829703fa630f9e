#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/settings/option_range.hpp"

namespace fairway {

/// One option of an Options struct, type-erased. Refers to the struct.
struct OptionField {
  /// A whole number of any integer type.
  struct Integer {
    ///@{ Address of the option, functions that read and write it, and limits of its type.
    void* at;
    std::int64_t (*get)(const void* at);
    void (*set)(void* at, std::int64_t value);
    std::int64_t least;
    std::int64_t most;
    ///@}
  };
  /// An enum with named values. The values are 0, 1, 2 and so on.
  struct Choice {
    ///@{ Address of the option, functions that read and write it, and names of the values.
    void* at;
    std::size_t (*get)(const void* at);
    void (*set)(void* at, std::size_t value);
    std::span<const std::string_view> names;
    ///@}
  };

  ///@{ Name, typed address, help text and range of the option.
  std::string_view name;
  std::variant<bool*, Integer, double*, std::string*, Choice> value;
  std::string_view help;
  OptionRange range;
  ///@}
};

namespace detail {

template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) {
  { option_names(value) } -> std::convertible_to<std::span<const std::string_view>>;
};

template <class T>
decltype(OptionField::value) option_value(T& value) {
  if constexpr (NamedEnum<T>) {
    return OptionField::Choice{
        &value, [](const void* at) { return static_cast<std::size_t>(*static_cast<const T*>(at)); },
        [](void* at, std::size_t number) { *static_cast<T*>(at) = static_cast<T>(number); },
        option_names(value)};
  } else if constexpr (std::is_integral_v<T> && !std::same_as<T, bool>) {
    using Limits = std::numeric_limits<T>;
    constexpr std::int64_t kMost = std::in_range<std::int64_t>(Limits::max())
                                       ? static_cast<std::int64_t>(Limits::max())
                                       : std::numeric_limits<std::int64_t>::max();
    return OptionField::Integer{
        &value,
        [](const void* at) { return static_cast<std::int64_t>(*static_cast<const T*>(at)); },
        [](void* at, std::int64_t number) { *static_cast<T*>(at) = static_cast<T>(number); },
        static_cast<std::int64_t>(Limits::min()), kMost};
  } else {
    static_assert(std::same_as<T, bool> || std::same_as<T, double> || std::same_as<T, std::string>,
                  "the type of an option must be bool, an integer, double, std::string or an enum "
                  "with names");
    return &value;
  }
}

}  // namespace detail

/// Appends a field. Not inline, because the code of every option of every adapter calls this
/// function.
void add_field(std::vector<OptionField>& fields, const OptionField& field);

/// Throws an exception for options that exclude each other. `name` is the name of one of the
/// options. `expected` describes the values that this option may have.
using RefuseOption = std::function<void(std::string_view name, std::string_view expected)>;

/// The options of an adapter, type-erased.
class AnyOptions {
 public:
  virtual ~AnyOptions() = default;
  /// Returns each option as Options::describe() describes it, in order. The fields refer to this
  /// object.
  virtual std::vector<OptionField> fields() = 0;
  /// Calls Options::check_together() if it exists.
  virtual void check_together(const RefuseOption& refuse) const = 0;
};

/// The options of one adapter.
template <class Options>
class OptionsOf final : public AnyOptions {
 public:
  explicit OptionsOf(const Options& given = {}) : options(given) {}  ///< copies the options

  std::vector<OptionField> fields() override {
    std::vector<OptionField> all;
    Options::describe(options, [&](std::string_view name, auto& value, std::string_view help,
                                   const OptionRange& range = {}) {
      add_field(all, {name, detail::option_value(value), help, range});
    });
    return all;
  }
  void check_together(const RefuseOption& refuse) const override {
    if constexpr (requires { Options::check_together(options, refuse); }) {
      Options::check_together(options, refuse);
    }
  }

  Options options;  ///< the options
};

}  // namespace fairway
