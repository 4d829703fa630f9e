#pragma once

#include <cstddef>

#include "algorithms/methods/planner.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// A result store keeps at most this many segments of a picture.
inline constexpr std::size_t kMostKeptSegments = 200'000;
/// Drawings show at most this many.
inline constexpr std::size_t kMostDrawnSegments = 40'000;

/// A planner's picture: all segments if there are at most `limit`, else those that touch a window
/// round `centre` that is as large as the limit allows.
DrawingRecord drawing_of(const Planner& planner, const Box& world, Point centre, std::size_t limit);

}  // namespace fairway
