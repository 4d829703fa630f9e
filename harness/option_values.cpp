#include "harness/option_values.hpp"

namespace fairway {

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
                                             std::string(expected) + ", found " + found.dump());
}

}  // namespace fairway
