#pragma once

#include <cstdlib>
#include <string>

namespace fairway::test {

/// Returns the number in an environment variable, or `standard` if the variable is not set. Tests
/// use this to run longer on request.
inline unsigned from_environment(const char* name, unsigned standard) {
  const char* text = std::getenv(name);
  return text == nullptr ? standard : static_cast<unsigned>(std::stoul(text));
}

}  // namespace fairway::test
