#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/methods/option_fields.hpp"

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

// Each function serves any adapter's options, and any Options struct that describes itself.

/// The options in order, with their values as standard.
std::vector<OptionInfo> option_infos(AnyOptions& options);
/// All options with their values.
OptionValues option_values(AnyOptions& options);
/// Sets options. Throws OptionError for unknown names, values of the wrong type or out of range,
/// and values that exclude each other.
void set_option_values(AnyOptions& options, const OptionValues& values);

template <class Options>
std::vector<OptionInfo> option_infos(const Options& options) {
  OptionsOf<Options> any(options);
  return option_infos(static_cast<AnyOptions&>(any));
}

template <class Options>
OptionValues option_values(const Options& options) {
  OptionsOf<Options> any(options);
  return option_values(static_cast<AnyOptions&>(any));
}

/// `base` with `values`; see set_option_values().
template <class Options>
Options with_option_values(const Options& base, const OptionValues& values) {
  OptionsOf<Options> any(base);
  set_option_values(any, values);
  return any.options;
}

}  // namespace fairway
