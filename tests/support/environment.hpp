#pragma once

#include <cstdlib>
#include <string>

namespace fairway::test {

/// A number of the environment, which makes a test a longer campaign.
inline unsigned from_environment(const char* name, unsigned standard) {
  const char* text = std::getenv(name);
  return text == nullptr ? standard : static_cast<unsigned>(std::stoul(text));
}

}  // namespace fairway::test
