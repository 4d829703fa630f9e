#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/world_input.hpp"
#include "datasets/formats/dxf_drawing.hpp"

namespace fairway {

/// A curve of a drawing, seen from above, as points. A closed one does not repeat its first point.
struct DxfStroke {
  Ring points;
  std::int32_t layer = 0;
  int line = 0;
  bool closed = false;
};

/// What is read of a layer.
enum class DxfLayerUse {
  kHidden,  ///< it is off, and not chosen
  kFrozen,  ///< so are the blocks inserted on it
  kUnused,  ///< visible, but not chosen
  kUsed,
};

struct DxfStrokes {
  std::vector<DxfStroke> strokes;
  double tolerance = 0;
  std::size_t curves = 0;               ///< strokes that have arcs or splines
  std::vector<std::string> notes = {};  ///< as of a WorldFile
};

/// The entities on layers that are used, with blocks where they are inserted, seen from above,
/// times the scale. Curves become points on them; if no tolerance is stated, it is 1/10,000 of the
/// longer side of the box of all that is used. Throws InputError for blocks that contain themselves
/// or make more than ten million points. Linear in what the blocks come to, and in the points made.
DxfStrokes place_strokes(const TextFile& source, const DxfDrawing& drawing,
                         std::span<const DxfLayerUse> uses, double scale,
                         std::optional<double> tolerance);

}  // namespace fairway
