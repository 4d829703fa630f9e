#include "algorithms/methods/option_values.hpp"

namespace fairway {

namespace {

/// A value for a message: ASCII, cut after kMost characters.
std::string shown(const OptionValues& value) {
  constexpr std::size_t kMost = 80;
  if (value.is_number_float() && !std::isfinite(value.get<double>())) {
    return short_text(value.get<double>());  // JSON would say null
  }
  std::string text = value.dump(-1, ' ', true, OptionValues::error_handler_t::replace);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

}  // namespace

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

void detail::refuse_option(std::string_view option, std::string_view expected,
                           const OptionValues& found) {
  throw OptionError(std::string(option), "option '" + std::string(option) + "': expected " +
                                             std::string(expected) + ", found " + shown(found));
}

void detail::refuse_unknown_option(const std::string& option,
                                   const std::vector<std::string>& known) {
  std::string quoted = shown(option);
  quoted.front() = quoted.back() = '\'';
  throw OptionError(option, "unknown option " + quoted + ", expected one of " +
                                (known.empty() ? "none (there are no options)" : joined(known)));
}

}  // namespace fairway
