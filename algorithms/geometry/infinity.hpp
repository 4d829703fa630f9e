#pragma once

#include <limits>

namespace fairway {

/// The cost or distance of what cannot be reached.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace fairway
