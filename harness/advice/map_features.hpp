#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Measured features of a map that predict the costs of methods.
struct MapFeatures {
  bool cells = false;       ///< whether the world is made of unit cells
  double area = 0;          ///< free area in square map units
  double cell_count = 0;    ///< free area / area of a cell of natural_cell_size()
  std::size_t corners = 0;  ///< reflex corners: the turning points of shortest paths
  /// Four times the median distance of a random free point to the nearest wall. In a straight
  /// corridor, this value is the width of the corridor.
  double corridor_width = 0;
  double corners_per_area = 0;  ///< reflex corners / (free area / corridor_width^2)
  /// Box-counting dimension of the walls: the least-squares slope of log(boxes that walls touch)
  /// against log(boxes per side), for 8 to 128 boxes along the longer side.
  double wall_dimension = 1;
  /// Median of (length of the shortest path) / (straight distance), over random pairs of points
  /// with a path.
  double detour = 1;
};

/// The inputs of the cost models, in the order of kPredictorNames.
using Predictors = std::array<double, 6>;
inline constexpr std::array<std::string_view, 6> kPredictorNames{
    "cells", "log_cell_count", "log_corners", "log_width_share", "wall_dimension", "log_detour"};

/// Computes the features. Random points have a fixed seed: equal maps give equal features.
/// O(n log n) for the walls, and 50 shortest paths by Polyanya. Throws std::invalid_argument if no
/// point of free space can be sampled.
MapFeatures map_features(const FreeSpace& space);

/// Converts features to predictors. Logarithms are natural. log_corners is log(1 + corners), and
/// log_width_share is log(corridor_width / sqrt(area)).
Predictors predictors(const MapFeatures& features);

}  // namespace fairway
