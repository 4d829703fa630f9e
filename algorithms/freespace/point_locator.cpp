#include "algorithms/freespace/point_locator.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/geometry/limits.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

/// Sign of p relative to side i of a triangle: positive inside, 0 on the line of the side.
[[gnu::always_inline]] inline int side_of(const Triangulation& mesh,
                                          const Triangulation::Triangle& triangle, int i, Point p) {
  return orientation(mesh.point(triangle.vertex[i]),
                     mesh.point(triangle.vertex[i == 2 ? 0 : i + 1]), p);
}

}  // namespace

WalkEnd walk(const Triangulation& mesh, TriangleId t, Point p) {
  const Triangulation::Triangle& first = mesh.triangle(t);
  int exit = 0;
  unsigned on = 0;
  for (; exit < 3; ++exit) {
    const int side = side_of(mesh, first, exit, p);
    if (side < 0) break;
    on |= unsigned{side == 0} << exit;
  }
  if (exit == 3) return {t, true, on};
  // p is beyond side `exit` of triangle t. A random bit chooses which side of the next triangle is
  // examined first, so that the walk cannot repeat a cycle for ever.
  for (std::uint32_t random = 1;;) {
    const HalfEdge entered = mesh.triangle(t).link[exit] >> 1;
    if (entered == kNoHalfEdge) return {t, false, 0};
    t = Triangulation::triangle_of(entered);
    const Triangulation::Triangle& triangle = mesh.triangle(t);
    const int entry = entered & 3;
    int one = entry == 2 ? 0 : entry + 1;
    int other = entry == 0 ? 2 : entry - 1;
    random = random * 1664525U + 1013904223U;
    if (random >> 31U == 0) std::swap(one, other);
    const int side = side_of(mesh, triangle, one, p);
    exit = one;
    if (side < 0) continue;
    const int other_side = side_of(mesh, triangle, other, p);
    exit = other;
    if (other_side < 0) continue;
    return {t, true, unsigned{side == 0} << one | unsigned{other_side == 0} << other};
  }
}

namespace {

/// Returns a half-edge that starts at h's origin and has a free triangle, or kNoHalfEdge.
HalfEdge free_half_edge_around(const Triangulation& mesh, HalfEdge h) {
  const auto is_free = [&](HalfEdge g) { return mesh.is_free(Triangulation::triangle_of(g)); };
  HalfEdge g = h;
  do {
    if (is_free(g)) return g;
    g = mesh.twin(Triangulation::previous(g));
  } while (g != kNoHalfEdge && g != h);
  if (g == h) return kNoHalfEdge;
  for (g = mesh.twin(h); g != kNoHalfEdge; g = mesh.twin(g)) {
    g = Triangulation::next(g);
    if (is_free(g)) return g;
  }
  return kNoHalfEdge;
}

}  // namespace

PointLocator::PointLocator(const Triangulation& triangulation)
    : box_(bounding_box(triangulation.points())) {
  const double count = std::max(1.0, triangulation.triangle_count() / 2.0);
  const double width = std::max(box_.width(), box_.height() * 1e-9);
  const double height = std::max(box_.height(), box_.width() * 1e-9);
  columns_ = static_cast<int>(std::clamp(std::sqrt(count * (width / height)), 1.0, count));
  rows_ = static_cast<int>(std::clamp(count / columns_, 1.0, count));
  per_x_ = columns_ / width;
  per_y_ = rows_ / height;
  buckets_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  TriangleId t = 0;
  while (!triangulation.exists(t)) ++t;
  for (int row = 0; row < rows_; ++row) {
    for (int i = 0; i < columns_; ++i) {
      const int column = row % 2 == 0 ? i : columns_ - 1 - i;
      t = walk(triangulation, t, centre(column, row)).triangle;
      buckets_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
               static_cast<std::size_t>(column)] = t;
    }
  }
}

Location PointLocator::locate(const Triangulation& mesh, Point p) const {
  Location location{p};
  if (!box_.contains(p) || !within_limits(p)) return location;
  const WalkEnd end = walk(mesh, buckets_[bucket(p)], p);
  if (!end.inside) return location;

  if (end.on == 0) {
    if (mesh.is_free(end.triangle)) {
      location.place = Place::kTriangle;
      location.half_edge = Triangulation::half_edge(end.triangle, 0);
    }
    return location;
  }
  const VertexId* const vertex = mesh.triangle(end.triangle).vertex;
  HalfEdge on = kNoHalfEdge;
  HalfEdge at = kNoHalfEdge;
  for (int i = 0; i < 3; ++i) {
    if ((end.on >> i & 1) == 0) continue;
    on = Triangulation::half_edge(end.triangle, i);
    if (mesh.point(vertex[i]) == p) at = on;
  }
  if (at != kNoHalfEdge) {
    location.half_edge = free_half_edge_around(mesh, at);
    if (location.half_edge != kNoHalfEdge) location.place = Place::kVertex;
  } else {
    const HalfEdge other = mesh.twin(on);
    if (!mesh.is_free(end.triangle)) {
      on = other != kNoHalfEdge && mesh.is_free(Triangulation::triangle_of(other)) ? other
                                                                                   : kNoHalfEdge;
    }
    if (on != kNoHalfEdge) {
      location.place = Place::kEdge;
      location.half_edge = on;
    }
  }
  return location;
}

}  // namespace fairway
