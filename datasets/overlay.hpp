#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// An area of a map: all points that the rings together enclose an odd number of times.
struct Area {
  std::vector<Ring> rings;
  bool free = false;  ///< whether the area is free; otherwise it is blocked
};

/// Counts of the changes by which overlay() makes a valid world from areas and walls.
struct OverlayReport {
  std::size_t repeated_points = 0;  ///< points dropped because they equal the previous point
  std::size_t dropped_rings = 0;    ///< dropped rings of fewer than three points
  std::size_t crossings = 0;        ///< points in which two edges crossed
  std::size_t touches = 0;          ///< ends of edges that lay inside another edge
  std::size_t dissolved_edges = 0;  ///< dropped edges that do not separate free from blocked space
  std::size_t dropped_walls = 0;    ///< dropped pieces of walls outside free space or on its border
};

/// Computes free space: all points that are inside a free area and outside all blocked areas. Areas
/// may overlap. Walls of zero width may cross all edges; their pieces in free space are kept. All
/// edges are split where they cross or touch. Crossings are rounded to doubles, which can make new
/// crossings. The splitting is therefore repeated until no crossing is left. Returns simple rings
/// like trace_rings(), possibly none. Throws InvalidWorld if the splitting needs too many rounds or
/// pieces. Expected O((n + k) log n) for k crossings.
/// The splitting is snap rounding without a grid. A plane sweep then finds the areas on both sides
/// of each edge. Source: M. de Berg et al., "Computational Geometry", chapter 2.
Polygons overlay(std::span<const Area> areas, std::span<const Polygons::Segment> walls,
                 OverlayReport& report);

}  // namespace fairway
