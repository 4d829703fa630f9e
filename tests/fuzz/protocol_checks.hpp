#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "harness/worker/protocol.hpp"
#include "tests/fuzz/accepted.hpp"

namespace fairway::fuzz {

/// Returns the result of `parse()`, or nothing after an exception that the protocol's readers may
/// throw. The message of such an exception must be short and without control characters. Other
/// exceptions propagate as findings.
template <class Parse>
auto understood(Parse&& parse) -> std::optional<decltype(parse())> {
  try {
    return parse();
  } catch (const RequestRefused&) {  // the worker's own message
  } catch (const ProtocolError& error) {
    const std::string what = error.what();
    const auto control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    require(what.size() < 1000 && std::none_of(what.begin(), what.end(), control),
            "a complaint that is long or has control characters");
  }
  return std::nullopt;
}

/// Checks that `line` is one line and ends with a line break. Returns the line.
inline std::string one_line(std::string line) {
  require(!line.empty() && line.find('\n') == line.size() - 1, "a line that is not one line");
  return line;
}

}  // namespace fairway::fuzz
