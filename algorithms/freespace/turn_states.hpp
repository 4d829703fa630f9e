#pragma once

#include <cstdint>

namespace fairway {

/// 2 * turn + side: a reflex corner, by its number among them, and the side of it by which a path
/// leaves. Side 0 are the tangents that begin at the corner's right wall, side 1 those that end at
/// its left wall. A path that comes by one side leaves by the other.
using StateId = std::int32_t;
inline constexpr StateId kNoState = -1;

/// The state of a path that comes to the corner as `s` leaves it. A path from state a to state b,
/// walked backwards, runs from reversed(b) to reversed(a).
constexpr StateId reversed(StateId s) { return s ^ 1; }
constexpr std::int32_t turn_of(StateId s) { return s >> 1; }

}  // namespace fairway
