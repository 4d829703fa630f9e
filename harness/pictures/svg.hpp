#pragma once

#include <span>
#include <string>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/search_trace.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// The contents of a picture besides the world. Each member may be empty.
struct Picture {
  std::string_view title;  ///< legend entry of the smoothed path
  /// The representation, drawn faintly. A record with only some segments of the representation is
  /// not drawn, because the outline of the drawn part would look like a part of the map. The legend
  /// then states the omission.
  const DrawingRecord* representation = nullptr;
  /// The steps of the search. The picture shows the closed and the open vertices.
  std::span<const TraceStep> search = {};
  std::span<const Point> raw = {};  ///< the path before smoothing
  std::span<const Point> smoothed = {};
  std::span<const Point> optimum = {};
};

/// A picture of a world, with a legend below.
std::string path_svg(const FreeSpace& space, const Picture& picture);

}  // namespace fairway
