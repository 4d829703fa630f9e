#pragma once

#include "algorithms/freespace/world_input.hpp"
#include "datasets/formats/dxf_drawing.hpp"

namespace fairway {

// Entities that are no inserts, placed by a map and seen from above.

/// Whether some of an entity is at a height other than 0.
bool has_height(const DxfEntity& entity, const SpaceMap& map);
/// Whether it has arcs or a spline.
bool has_curve(const DxfEntity& entity);

/// Appends points of an entity, of which curves are at most the tolerance (> 0) away. Returns
/// whether it is closed; then the first point is not repeated. Throws std::length_error as
/// flatten.hpp does.
bool flatten_shape(const DxfEntity& entity, const SpaceMap& map, double tolerance, Ring& points);

/// The box of entities. Splines count with their control points.
class ShapeBox {
 public:
  void add(const SpaceMap& map, const DxfEntity& entity);
  double longer_side() const { return empty_ ? 0 : std::max(box_.width(), box_.height()); }

 private:
  void add(Point p);
  void add_arc(const SpaceMap& map, const DxfArc& arc);

  bool empty_ = true;
  Box box_;
};

}  // namespace fairway
