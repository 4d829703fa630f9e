#pragma once

#include <cstddef>

#include "algorithms/methods/planner.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// The maximum number of segments of a picture in a result store.
inline constexpr std::size_t kMostKeptSegments = 200'000;
/// The maximum number of segments in an SVG drawing.
inline constexpr std::size_t kMostDrawnSegments = 40'000;

/// The picture of a planner: all segments if there are at most `limit`, else the segments that
/// touch a window round `centre`. The window is as large as the limit allows.
DrawingRecord drawing_of(const Planner& planner, const Box& world, Point centre, std::size_t limit);

}  // namespace fairway
