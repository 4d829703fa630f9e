#pragma once

#include <string>
#include <vector>

#include "datasets/formats/dxf_drawing.hpp"
#include "datasets/formats/dxf_strokes.hpp"
#include "datasets/map_options.hpp"

namespace fairway {

/// What each layer is read as: by number.
struct DxfRoles {
  std::vector<bool> floor;
  std::vector<bool> obstacles;
  std::vector<bool> walls;
  std::vector<DxfLayerUse> uses;
  bool has_floor = false;  ///< the option is set
};

/// By the options `floor`, `obstacles` and `layers`. Without `layers` and `floor`, visible layers
/// that are no obstacles are walls. Throws InputError for a layer that the drawing does not have.
DxfRoles dxf_roles(const DxfDrawing& drawing, const MapOptions& options);

/// By the options `unit` and `scale`, else as the header states. Throws InputError.
MapUnits dxf_units(const DxfDrawing& drawing, const MapOptions& options,
                   std::vector<std::string>& notes);

}  // namespace fairway
