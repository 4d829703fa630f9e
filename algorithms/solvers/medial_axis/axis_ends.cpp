#include "algorithms/solvers/medial_axis/axis_ends.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/geometry/infinity.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

AxisEnds::AxisEnds(const AxisGraph& axis) : axis_(&axis) {
  const Triangulation& mesh = axis.space().triangulation();
  std::vector<Box> boxes;
  for (const Corner& corner : axis.space().corners()) {
    const HalfEdge twin = mesh.twin(corner.first);
    if (twin != kNoHalfEdge && twin < corner.first &&
        mesh.is_free(Triangulation::triangle_of(twin))) {
      continue;
    }
    walls_.push_back(corner.first);
    boxes.push_back(box_of(mesh.origin_point(corner.first), mesh.destination_point(corner.first)));
  }
  walls_.shrink_to_fit();
  tree_ = BoxTree(boxes);
}

void AxisEnds::find(const Location& at, std::vector<AxisEnd>& ends) const {
  ends.clear();
  const FreeSpace& space = axis_->space();
  const Triangulation& mesh = space.triangulation();
  const HalfEdge h = at.half_edge;
  if (at.place == Place::kVertex) {
    for (const CornerId c : space.corners_of(mesh.origin(h))) {
      join(space.corner(c).first, at.point, ends);
      join(Triangulation::previous(space.corner(c).last), at.point, ends);
    }
  } else if (at.place == Place::kEdge && mesh.blocked(h)) {
    join(h, at.point, ends);
    const HalfEdge twin = mesh.twin(h);
    if (twin != kNoHalfEdge && mesh.is_free(Triangulation::triangle_of(twin))) {
      join(twin, at.point, ends);
    }
  }
  if (ends.empty()) join(nearest(at.point), at.point, ends);
}

/// Returns the part of the border that is nearest to a point inside free space. An exact test
/// excludes parts that do not face the point.
Border AxisEnds::nearest(Point p) const {
  const FreeSpace& space = axis_->space();
  const Triangulation& mesh = space.triangulation();
  double best = kInfinity;
  Border found = kNoBorder;
  tree_.nearest(box_of(p, p), kInfinity, [&](std::size_t item) {
    HalfEdge h = walls_[item];
    const Point a = mesh.origin_point(h);
    const Point b = mesh.destination_point(h);
    const Point foot = nearest_on_segment(a, b, p);
    const double square = squared_distance(p, foot);
    if (square >= best) return kInfinity;
    if (foot == a || foot == b) {
      const CornerId c = corner_around(foot == a ? mesh.origin(h) : mesh.destination(h), p);
      if (c == kNoCorner) return kInfinity;
      found = axis_->chain(border_of(c)).empty() ? space.corner(c).first : border_of(c);
    } else {
      if (orientation(a, b, p) < 0) h = mesh.twin(h);
      if (h == kNoHalfEdge || !mesh.is_free(Triangulation::triangle_of(h))) return kInfinity;
      found = h;
    }
    best = square;
    return square;
  });
  return found;
}

/// Each corner at vertex v has a wedge of free space. Returns the corner whose wedge contains p, or
/// kNoCorner if there is none. Exact.
CornerId AxisEnds::corner_around(VertexId v, Point p) const {
  const FreeSpace& space = axis_->space();
  const Triangulation& mesh = space.triangulation();
  for (const CornerId c : space.corners_of(v)) {
    const Corner& corner = space.corner(c);
    if (corner.right == corner.left) return c;
    const int from_right = orientation(mesh.point(v), mesh.point(corner.right), p);
    const int from_left = orientation(mesh.point(v), mesh.point(corner.left), p);
    const bool inside =
        corner.reflex ? from_right >= 0 || from_left <= 0 : from_right >= 0 && from_left <= 0;
    if (inside) return c;
  }
  return kNoCorner;
}

/// Joins p to an edge of the axis. `cell` is the part of the border that is nearest to p. A chain
/// of edges bounds the area around this part (see AxisGraph). Appends the edge of this chain that
/// faces p. Appends nothing if the chain is empty.
void AxisEnds::join(Border cell, Point p, std::vector<AxisEnd>& ends) const {
  if (cell == kNoBorder) return;
  const FreeSpace& space = axis_->space();
  const std::span<const AxisGraph::ChainEdge> chain = axis_->chain(cell);
  if (chain.empty()) return;
  const BorderPlace place(space, cell);
  const Point foot = place.nearest(p);
  const double height = place.is_wall() ? std::max(place.distance_of(p), 0.0) : distance(foot, p);
  const Point direction = place.is_wall() ? place.normal : (1 / height) * (p - foot);
  // position() is the coordinate along a wall. Around a corner, it is the angle from the middle of
  // the chain.
  Point middle{};
  if (!place.is_wall()) {
    const Corner& corner = space.corner(corner_of(cell));
    const Point first = BorderPlace(space, corner.first).normal;
    const Point last = BorderPlace(space, Triangulation::previous(corner.last)).normal;
    middle = first + last;
    // If the normals are opposite, up to rounding, `middle` is the direction straight away from the
    // wall.
    if (dot(middle, middle) < 1e-12) middle = {-first.y, first.x};
  }
  const auto position = [&](Point q) {
    const Point way = q - place.a;
    if (place.is_wall()) return cross(place.normal, way);
    return std::atan2(cross(middle, way), dot(middle, way));
  };
  const double at = position(p);
  const auto edge = std::partition_point(
      chain.begin(), chain.end() - 1,
      [&](const AxisGraph::ChainEdge& e) { return position(axis_->vertex(e.after).at) < at; });
  const AxisEdge& on = axis_->edge(edge->edge);
  const double most =
      std::max(axis_->vertex(on.ends[0]).clearance, axis_->vertex(on.ends[1]).clearance);
  const double reach = BorderPlace(space, on.across(cell)).meeting(foot, direction);
  ends.push_back({edge->edge, foot + std::max(std::min(reach, most), height) * direction});
}

bool AxisEnds::is_in_gap(const AxisEnd& end, double distance) const {
  const AxisEdge& edge = axis_->edge(end.edge);
  if (AxisGraph::passes(edge, distance) || !edge.narrow) return false;
  const NarrowPlace narrow(axis_->space(), edge);
  return kFanReach * fairway::distance(narrow.left, narrow.right) / 2 > distance;
}

int AxisEnds::side(const AxisEnd& end, double distance, bool flipped) const {
  const AxisEdge& edge = axis_->edge(end.edge);
  if (AxisGraph::passes(edge, distance) || !edge.narrow) return 0;
  const NarrowPlace narrow(axis_->space(), edge);
  const int side = narrow.side(end.on_axis) < 0 ? -1 : 1;
  return flipped && is_in_gap(end, distance) ? -side : side;
}

bool AxisEnds::reaches(std::int32_t edge, int side, Vertex v, double distance) const {
  if (distance == 0) return true;
  const AxisVertex& to = axis_->vertex(v);
  if (side == 0) return distance < to.clearance;
  // A vertex at the narrow place itself has the clearance of the edge, up to rounding.
  if (distance * (1 + 1e-9) >= to.clearance) return false;
  return (NarrowPlace(axis_->space(), axis_->edge(edge)).side(to.at) < 0) == (side < 0);
}

}  // namespace fairway
