#include "datasets/formats/dxf_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "datasets/formats/flatten.hpp"
#include "datasets/formats/spline.hpp"
#include "datasets/text.hpp"

namespace fairway {

namespace {

Point from_above(const Vector3& p) { return {p.x, p.y}; }

/// An arc seen from above.
struct FlatArc {
  Ellipse ellipse;
  double from;
  double to;

  FlatArc(const SpaceMap& map, const DxfArc& arc)
      : ellipse{from_above(map.point(arc.center)), from_above(map.vector(arc.first)),
                from_above(map.vector(arc.second))},
        from(arc.from),
        to(arc.to) {}
  bool is_usable() const {
    return is_coordinate(ellipse.center.x) && is_coordinate(ellipse.center.y);
  }
  /// The point of an angle with this cosine and sine.
  Point at(Point t) const {
    return {ellipse.center.x + t.x * ellipse.first.x + t.y * ellipse.second.x,
            ellipse.center.y + t.x * ellipse.first.y + t.y * ellipse.second.y};
  }
};

/// The arc of a bulge that is not 0, which starts at p, where t = 0. If it is too flat, its centre
/// is not usable.
DxfArc arc_of_bulge(const Vector3& p, const Vector3& q, double bulge) {
  const double along = (1 - bulge * bulge) / (4 * bulge);
  const Vector3 center{p.x + (q.x - p.x) / 2 - along * (q.y - p.y),
                       p.y + (q.y - p.y) / 2 + along * (q.x - p.x), p.z};
  const Vector3 first{p.x - center.x, p.y - center.y, 0};
  const double turn = bulge > 0 ? 1 : -1;
  const Vector3 second{-turn * first.y, turn * first.x, 0};
  return {center, first, second, 0, 4 * std::atan(std::abs(bulge)), {1, 0}, {1, 0}, false};
}

/// Calls visit(p, q, bulge) for each side of a path. Sides of no length have no bulge.
template <class Visit>
void visit_sides(const DxfPath& path, const Visit& visit) {
  const std::size_t sides = path.closed ? path.points.size() : path.points.size() - 1;
  for (std::size_t i = 0; i < sides; ++i) {
    const Vector3& p = path.points[i];
    const Vector3& q = path.points[(i + 1) % path.points.size()];
    visit(p, q, path.bulges.empty() || p == q ? 0 : path.bulges[i]);
  }
}

void flatten_path(const DxfPath& path, const SpaceMap& map, double tolerance, Ring& points) {
  points.push_back(from_above(map.point(path.points.front())));
  visit_sides(path, [&](const Vector3& p, const Vector3& q, double bulge) {
    const Point end = from_above(map.point(q));
    if (bulge != 0) {
      const FlatArc arc(map, arc_of_bulge(p, q, bulge));
      if (arc.is_usable()) {
        return flatten_arc(arc.ellipse, arc.from, arc.to, tolerance, end, points);
      }
    }
    points.push_back(end);
  });
  if (path.closed) points.pop_back();
}

void flatten_ellipse(const DxfArc& arc, const SpaceMap& map, double tolerance, Ring& points) {
  const FlatArc flat(map, arc);
  points.push_back(flat.at(arc.start));
  flatten_arc(flat.ellipse, flat.from, flat.to, tolerance, flat.at(arc.end), points);
  if (arc.closed) points.pop_back();
}

void flatten_nurbs(const DxfSpline& spline, const SpaceMap& map, double tolerance, Ring& points) {
  Ring control;
  for (const Vector3& p : spline.points) control.push_back(from_above(map.point(p)));
  flatten_spline({spline.degree, spline.knots, spline.weights, control}, tolerance, points);
  const bool meets = distance(points.front(), points.back()) <= tolerance;
  if (spline.closed && meets) points.pop_back();
}

}  // namespace

bool has_height(const DxfEntity& entity, const SpaceMap& map) {
  const auto is_high = [&](const Vector3& p) { return map.point(p).z != 0; };
  if (const auto* path = std::get_if<DxfPath>(&entity.shape)) {
    return std::ranges::any_of(path->points, is_high);
  }
  if (const auto* spline = std::get_if<DxfSpline>(&entity.shape)) {
    return std::ranges::any_of(spline->points, is_high);
  }
  const auto* arc = std::get_if<DxfArc>(&entity.shape);
  return arc != nullptr &&
         (is_high(arc->center) || map.vector(arc->first).z != 0 || map.vector(arc->second).z != 0);
}

bool has_curve(const DxfEntity& entity) {
  const auto* const path = std::get_if<DxfPath>(&entity.shape);
  return path == nullptr || !path->bulges.empty();
}

bool flatten_shape(const DxfEntity& entity, const SpaceMap& map, double tolerance, Ring& points) {
  if (const auto* path = std::get_if<DxfPath>(&entity.shape)) {
    flatten_path(*path, map, tolerance, points);
    return path->closed;
  }
  if (const auto* arc = std::get_if<DxfArc>(&entity.shape)) {
    flatten_ellipse(*arc, map, tolerance, points);
    return arc->closed;
  }
  const auto& spline = std::get<DxfSpline>(entity.shape);
  flatten_nurbs(spline, map, tolerance, points);
  return spline.closed;
}

void ShapeBox::add(Point p) {
  if (empty_) box_ = {p, p};
  empty_ = false;
  box_ = {{std::min(box_.min.x, p.x), std::min(box_.min.y, p.y)},
          {std::max(box_.max.x, p.x), std::max(box_.max.y, p.y)}};
}

void ShapeBox::add_arc(const SpaceMap& map, const DxfArc& stated) {
  const FlatArc arc(map, stated);
  if (!arc.is_usable()) return;
  add(arc.ellipse.at(arc.from));
  add(arc.ellipse.at(arc.to));
  // Where x or y is greatest or least, twice a turn.
  for (const double extreme : {std::atan2(arc.ellipse.second.x, arc.ellipse.first.x),
                               std::atan2(arc.ellipse.second.y, arc.ellipse.first.y)}) {
    const double first = std::ceil((arc.from - extreme) / std::numbers::pi);
    for (const double half : {first, first + 1}) {
      const double at = extreme + half * std::numbers::pi;
      if (at < arc.to) add(arc.ellipse.at(at));
    }
  }
}

void ShapeBox::add(const SpaceMap& map, const DxfEntity& entity) {
  if (const auto* path = std::get_if<DxfPath>(&entity.shape)) {
    for (const Vector3& p : path->points) add(from_above(map.point(p)));
    visit_sides(*path, [&](const Vector3& p, const Vector3& q, double bulge) {
      if (bulge != 0) add_arc(map, arc_of_bulge(p, q, bulge));
    });
  } else if (const auto* arc = std::get_if<DxfArc>(&entity.shape)) {
    add_arc(map, *arc);
  } else if (const auto* spline = std::get_if<DxfSpline>(&entity.shape)) {
    for (const Vector3& p : spline->points) add(from_above(map.point(p)));
  }
}

}  // namespace fairway
