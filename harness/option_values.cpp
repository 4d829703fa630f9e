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
  constexpr std::size_t kShown = 80;
  std::string shown = found.dump();
  if (shown.size() > kShown) shown = shown.substr(0, kShown) + "...";
  throw OptionError(std::string(option), "option '" + std::string(option) + "': expected " +
                                             std::string(expected) + ", found " + shown);
}

}  // namespace fairway
