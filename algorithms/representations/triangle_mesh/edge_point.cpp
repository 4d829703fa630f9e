#include "algorithms/representations/triangle_mesh/edge_point.hpp"

#include <cmath>

#include "algorithms/geometry/limits.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

bool crosses(const Triangulation& mesh, Point p, Point q, HalfEdge h) {
  return cross_properly(p, q, mesh.origin_point(h), mesh.destination_point(h));
}

/// Whether closed triangle t contains the point of e. Precondition: e's edge is a side of t.
bool in_triangle(TriangleId t, const EdgePoint& e) {
  return e.on_edge || Triangulation::triangle_of(e.edge) == t;
}

}  // namespace

bool contains(const Triangulation& mesh, TriangleId t, Point p) {
  const Triangulation::Triangle& triangle = mesh.triangle(t);
  const Point a = mesh.point(triangle.vertex[0]);
  const Point b = mesh.point(triangle.vertex[1]);
  const Point c = mesh.point(triangle.vertex[2]);
  return orientation(a, b, p) >= 0 && orientation(b, c, p) >= 0 && orientation(c, a, p) >= 0;
}

EdgePoint midpoint_of(const Triangulation& mesh, HalfEdge h) {
  const Point a = mesh.origin_point(h);
  const Point b = mesh.destination_point(h);
  const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
  const HalfEdge twin = mesh.twin(h);
  if (within_limits(middle)) {
    const bool here = contains(mesh, Triangulation::triangle_of(h), middle);
    const bool there = contains(mesh, Triangulation::triangle_of(twin), middle);
    if (here || there) return {middle, here ? h : twin, here && there};
  }
  return end_of(mesh, h);
}

EdgePoint end_of(const Triangulation& mesh, HalfEdge h) { return {mesh.origin_point(h), h, true}; }

bool reaches(const Triangulation& mesh, TriangleId t, Point p, const EdgePoint& e) {
  return in_triangle(t, e) || contains(mesh, Triangulation::triangle_of(e.edge), p) ||
         crosses(mesh, p, e.point, e.edge);
}

bool linkable(const Triangulation& mesh, TriangleId t, const EdgePoint& e, const EdgePoint& f) {
  const bool e_inside = in_triangle(t, e);
  const bool f_inside = in_triangle(t, f);
  if (!e_inside && contains(mesh, Triangulation::triangle_of(e.edge), f.point)) return true;
  if (!f_inside && contains(mesh, Triangulation::triangle_of(f.edge), e.point)) return true;
  return (e_inside || crosses(mesh, e.point, f.point, e.edge)) &&
         (f_inside || crosses(mesh, e.point, f.point, f.edge));
}

std::optional<Point> bend_between(const Triangulation& mesh, Point p, const EdgePoint& e) {
  if (e.on_edge || contains(mesh, Triangulation::triangle_of(e.edge), p) ||
      crosses(mesh, p, e.point, e.edge)) {
    return std::nullopt;
  }
  const Point a = mesh.origin_point(e.edge);
  const Point b = mesh.destination_point(e.edge);
  return distance(p, a) + distance(a, e.point) <= distance(p, b) + distance(b, e.point) ? a : b;
}

}  // namespace fairway
