#pragma once

#include <cstdlib>
#include <string>

namespace fairway::test {

/// A number from an environment variable, to make a test longer. Returns `standard` if the variable
/// is not set.
inline unsigned from_environment(const char* name, unsigned standard) {
  const char* text = std::getenv(name);
  return text == nullptr ? standard : static_cast<unsigned>(std::stoul(text));
}

}  // namespace fairway::test
