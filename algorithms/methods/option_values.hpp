#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/methods/option_fields.hpp"

namespace fairway {

/// All options of an adapter with their values: a JSON object, in the order of describe(). Result
/// files store this object.
using OptionValues = nlohmann::ordered_json;

/// An option as `fairway list representations` shows it.
struct OptionInfo {
  std::string name;                  ///< name of the option
  std::string type;                  ///< "bool", "int", "number", "text" or "choice"
  OptionValues standard;             ///< default value
  std::vector<std::string> choices;  ///< names of the values of a "choice"
  /// Range of a number, such as "1 to 1024"; empty if all numbers are permitted.
  std::string range;
  std::string help;  ///< help text
};

/// Returns the description of an option as JSON: name, type, default, choices, range, help.
OptionValues json_of(const OptionInfo& info);

/// Thrown for an unknown option or a value that is not permitted.
class OptionError : public std::runtime_error {
 public:
  /// `what` is the message about `option`.
  OptionError(std::string option, const std::string& what)
      : std::runtime_error(what), option_(std::move(option)) {}
  const std::string& option() const { return option_; }  ///< name of the option

 private:
  std::string option_;
};

/// Returns names as a list for messages: "one, two, three".
std::string joined(const std::vector<std::string>& names);

// The functions below accept the type-erased options of an adapter, or an Options struct with
// describe().

/// Returns the options in order, with their current values as defaults.
std::vector<OptionInfo> option_infos(AnyOptions& options);
/// Returns all options with their values.
OptionValues option_values(AnyOptions& options);
/// Sets options. Throws OptionError for unknown names, values of the wrong type or out of range,
/// and values that exclude each other.
void set_option_values(AnyOptions& options, const OptionValues& values);

/// Overload for an Options struct.
template <class Options>
std::vector<OptionInfo> option_infos(const Options& options) {
  OptionsOf<Options> any(options);
  return option_infos(static_cast<AnyOptions&>(any));
}

/// Overload for an Options struct.
template <class Options>
OptionValues option_values(const Options& options) {
  OptionsOf<Options> any(options);
  return option_values(static_cast<AnyOptions&>(any));
}

/// Returns a copy of `base` in which `values` are set. Throws OptionError like set_option_values().
template <class Options>
Options with_option_values(const Options& base, const OptionValues& values) {
  OptionsOf<Options> any(base);
  set_option_values(any, values);
  return any.options;
}

}  // namespace fairway
