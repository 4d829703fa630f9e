#pragma once

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/settings/option_range.hpp"

namespace fairway {

/// Of an option that is a length in the world's units, where 0 stands for a standard one.
inline constexpr OptionRange kLengthRange{0, kMaxCoordinate};

}  // namespace fairway
