#pragma once

#include <span>
#include <string>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/search_trace.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// What a picture shows beside the world; each may be empty.
struct Picture {
  std::string_view title;  ///< of the smoothed path, in the legend
  /// Drawn faintly. What is only a part, as there are too many segments, is not: where it ended
  /// would look like something of the map. The legend says so.
  const DrawingRecord* representation = nullptr;
  std::span<const TraceStep> search = {};  ///< vertices that were closed, and left open
  std::span<const Point> raw = {};         ///< the path as drawn
  std::span<const Point> smoothed = {};
  std::span<const Point> optimum = {};
};

/// A picture of a world, with a legend below.
std::string path_svg(const FreeSpace& space, const Picture& picture);

}  // namespace fairway
