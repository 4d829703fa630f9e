#include "algorithms/freespace/point_locator.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/geometry/limits.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

WalkEnd walk(const Triangulation& mesh, TriangleId t, Point p) {
  const auto beyond = [&](const Triangulation::Triangle& triangle, int from, int to) {
    return orientation(mesh.point(triangle.vertex[from]), mesh.point(triangle.vertex[to]), p) < 0;
  };
  const Triangulation::Triangle& first = mesh.triangle(t);
  int exit = 0;
  while (exit < 3 && !beyond(first, exit, exit == 2 ? 0 : exit + 1)) ++exit;
  if (exit == 3) return {t, true};
  // p is beyond side `exit` of triangle t. A random bit chooses which side of the next triangle is
  // examined first, so that the walk cannot repeat a cycle for ever.
  for (std::uint32_t random = 1;;) {
    const HalfEdge entered = mesh.triangle(t).link[exit] >> 1;
    if (entered == kNoHalfEdge) return {t, false};
    t = Triangulation::triangle_of(entered);
    const Triangulation::Triangle& triangle = mesh.triangle(t);
    const int entry = entered & 3;
    const int after = entry == 2 ? 0 : entry + 1;
    const int before = entry == 0 ? 2 : entry - 1;
    random = random * 1664525U + 1013904223U;
    if (random >> 31U != 0) {
      exit = beyond(triangle, after, before)   ? after
             : beyond(triangle, before, entry) ? before
                                               : -1;
    } else {
      exit = beyond(triangle, before, entry)   ? before
             : beyond(triangle, after, before) ? after
                                               : -1;
    }
    if (exit < 0) return {t, true};
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

std::size_t PointLocator::bucket(Point p) const {
  const int column = std::min(columns_ - 1, static_cast<int>((p.x - box_.min.x) * per_x_));
  const int row = std::min(rows_ - 1, static_cast<int>((p.y - box_.min.y) * per_y_));
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
         static_cast<std::size_t>(column);
}

Location PointLocator::locate(const Triangulation& mesh, Point p) const {
  Location location{p};
  if (!box_.contains(p) || !within_limits(p)) return location;
  const WalkEnd end = walk(mesh, buckets_[bucket(p)], p);
  if (!end.inside) return location;

  const VertexId* const vertex = mesh.triangle(end.triangle).vertex;
  const Point corner[3] = {mesh.point(vertex[0]), mesh.point(vertex[1]), mesh.point(vertex[2])};
  int zeros = 0;
  HalfEdge on = kNoHalfEdge;
  HalfEdge at = kNoHalfEdge;
  for (int i = 0; i < 3; ++i) {
    if (orientation(corner[i], corner[i == 2 ? 0 : i + 1], p) != 0) continue;
    ++zeros;
    on = Triangulation::half_edge(end.triangle, i);
    if (corner[i] == p) at = on;
  }
  if (zeros == 0) {
    if (mesh.is_free(end.triangle)) {
      location.place = Place::kTriangle;
      location.half_edge = Triangulation::half_edge(end.triangle, 0);
    }
  } else if (at != kNoHalfEdge) {
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
