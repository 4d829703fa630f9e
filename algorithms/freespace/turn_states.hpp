#pragma once

#include <cstdint>

namespace fairway {

/// A state of a path at a reflex corner: 2 * turn + side. The turn is the corner's number among the
/// reflex corners. The side is the kind of tangent along which the path leaves the corner:
/// - 0: a tangent from the right wall counter-clockwise to the extension of the left wall.
/// - 1: a tangent from the extension of the right wall counter-clockwise to the left wall.
///
/// A path that arrives along a tangent of one side leaves along a tangent of the other side.
using StateId = std::int32_t;
/// No state.
inline constexpr StateId kNoState = -1;

/// The state with the other side of the same corner. A path from state a to state b, walked
/// backwards, goes from reversed(b) to reversed(a).
constexpr StateId reversed(StateId s) { return s ^ 1; }
/// The turn of a state: the number of its corner among the reflex corners.
constexpr std::int32_t turn_of(StateId s) { return s >> 1; }

}  // namespace fairway
