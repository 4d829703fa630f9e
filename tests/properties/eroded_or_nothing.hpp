#pragma once

#include <rapidcheck.h>

#include <optional>
#include <string_view>

#include "algorithms/freespace/erosion.hpp"

namespace fairway::properties {

/// A world eroded by the radius, or nothing if no free space is left. Any other refusal fails the
/// property.
inline std::optional<FreeSpace> eroded_or_nothing(const FreeSpace& space, double radius) {
  try {
    return eroded(space, radius);
  } catch (const InvalidWorld& refusal) {
    RC_LOG() << refusal.what() << "\n";
    RC_ASSERT(std::string_view(refusal.what()).find("no free space") != std::string_view::npos);
    return std::nullopt;
  }
}

}  // namespace fairway::properties
