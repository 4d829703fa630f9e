#pragma once

#include <cstdint>

namespace fairway {

/// A state: 2 * turn + side. A turn is the number of a reflex corner among the reflex corners. The
/// side states on which tangents of the corner a path leaves it (see tangent_side()). On side 0,
/// these are the tangents that begin at the right wall; on side 1, the tangents that end at the
/// left wall. A path that arrives on one side leaves on the other.
using StateId = std::int32_t;
/// No state.
inline constexpr StateId kNoState = -1;

/// The state with the other side of the same corner. A path from state a to state b, walked
/// backwards, goes from reversed(b) to reversed(a).
constexpr StateId reversed(StateId s) { return s ^ 1; }
/// The turn of a state.
constexpr std::int32_t turn_of(StateId s) { return s >> 1; }

}  // namespace fairway
