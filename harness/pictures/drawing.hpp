#pragma once

#include <cstddef>

#include "algorithms/methods/planner.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// So many segments of a picture are kept in results and drawings.
inline constexpr std::size_t kMostDrawnSegments = 40'000;

/// A planner's picture: all its segments where they are at most `limit`, else those that touch a
/// window round a centre, as big as the limit allows.
DrawingRecord drawing_of(const Planner& planner, const Box& world, Point centre, std::size_t limit);

}  // namespace fairway
