#include "tests/support/lattice_draft.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "algorithms/geometry/predicates.hpp"
#include "harness/conformance/lattice_mesh.hpp"

namespace fairway::test {
namespace {

constexpr double kExactInteger = 0x1p53;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Whether x is 0, or far enough from the limits of coordinates to be scaled up or down.
bool is_moderate(double x) { return x == 0 || (std::abs(x) >= 0x1p-60 && std::abs(x) <= 0x1p60); }

double nudged(double x, int ulps) {
  const double towards = std::copysign(std::numeric_limits<double>::infinity(), ulps);
  for (int i = std::abs(ulps); i > 0; --i) x = std::nextafter(x, towards);
  return x;
}

bool is_positive(const Mesh::Face& face, const std::vector<Point>& points) {
  const auto point = [&](std::size_t i) { return points[at(face.vertices[i])]; };
  return orientation(point(0), point(1), point(2)) > 0;
}

/// Scales points by 2^exponent, or by less if coordinates would exceed their limits.
void scale(std::vector<Point>& points, int exponent) {
  double least = kMaxCoordinate;
  double most = kMinInputCoordinate;
  for (const Point p : points) {
    for (const double x : {std::abs(p.x), std::abs(p.y)}) {
      if (x == 0) continue;
      least = std::min(least, x);
      most = std::max(most, x);
    }
  }
  while (exponent > 0 && std::ldexp(most, exponent) > kMaxCoordinate) --exponent;
  while (exponent < 0 && std::ldexp(least, exponent) < kMinInputCoordinate) ++exponent;
  for (Point& p : points) p = {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent)};
}

}  // namespace

LatticeDraft::Cells LatticeDraft::cells() const {
  std::vector<bool> rises;
  Cells result;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int square = y * kMaxSide + x;
      rises.push_back(rising[at(square)]);
      result.kind.push_back(kind[at(2 * square)]);
      result.kind.push_back(kind[at(2 * square + 1)]);
    }
  }
  if (std::ranges::find(result.kind, 0) == result.kind.end()) result.kind.front() = 0;
  result.all = conformance::lattice_mesh(width, height, rises);
  result.free.points = result.all.points;
  for (std::size_t f = 0; f < result.kind.size(); ++f) {
    if (result.kind[f] != 0) continue;
    Mesh::Face face = result.all.faces[f];
    for (std::size_t i = 0; i < 3; ++i) face.wall[i] = wall[3 * f + i];
    result.free.faces.push_back(std::move(face));
  }
  return result;
}

Point LatticeDraft::vector(double x, double y) const {
  const bool turned_over = frame.a * frame.d - frame.b * frame.c <= 0;
  Point p = turned_over ? Point{x, y} : Point{frame.a * x + frame.b * y, frame.c * x + frame.d * y};
  if (frame.shear > 0) p.x += std::ldexp(p.y, frame.shear);
  p.x = std::ldexp(p.x, frame.stretch);
  return p;
}

std::vector<Point> LatticeDraft::placed(const Mesh& all) const {
  std::vector<Point> points;
  for (const Point p : all.points) points.push_back(vector(p.x, p.y));
  const auto shift = [](int n) {
    return n == 0 ? 0.0 : std::copysign(std::ldexp(1.0, std::abs(n) - 1), n);
  };
  const Point by{shift(frame.shift_x), shift(frame.shift_y)};
  if (std::ranges::all_of(points, [&](Point p) {
        return std::abs(p.x) + std::abs(by.x) <= kExactInteger &&
               std::abs(p.y) + std::abs(by.y) <= kExactInteger;
      })) {
    for (Point& p : points) p = {p.x + by.x, p.y + by.y};
  }
  for (const Move& m : moves) move(m, all, points);
  scale(points, frame.exponent);
  return points;
}

/// Moves a point that is not on the border of the lattice. Takes the move back if a triangle would
/// change its orientation. So the triangles still cover the same area without overlap.
void LatticeDraft::move(const Move& m, const Mesh& all, std::vector<Point>& points) const {
  if (width < 2 || height < 2) return;
  const int x = 1 + m.vertex % (width - 1);
  const int y = 1 + m.vertex / (width - 1) % (height - 1);
  const std::int32_t v = y * (width + 1) + x;
  std::vector<const Mesh::Face*> around;
  for (const Mesh::Face& face : all.faces) {
    if (std::ranges::find(face.vertices, v) != face.vertices.end()) around.push_back(&face);
  }
  const Mesh::Face& face = *around[at(m.face) % around.size()];
  const auto i =
      static_cast<std::size_t>(std::ranges::find(face.vertices, v) - face.vertices.begin());
  const Point next = points[at(face.vertices[(i + 1) % 3])];
  const Point last = points[at(face.vertices[(i + 2) % 3])];
  const Point before = points[at(v)];
  const double rest = std::ldexp(1.0, -m.depth);
  const auto towards = [&](Point goal) {
    return Point{before.x + (1 - rest) * (goal.x - before.x),
                 before.y + (1 - rest) * (goal.y - before.y)};
  };
  Point& p = points[at(v)];
  switch (m.kind) {
    case Move::kUlps:
      p = {nudged(p.x, m.x), nudged(p.y, m.y)};
      break;
    case Move::kStep: {
      const Point step = vector(rest * m.x, rest * m.y);
      p = {p.x + step.x, p.y + step.y};
      break;
    }
    case Move::kTowardsPoint:
      p = towards(next);
      break;
    default:
      p = towards({(next.x + last.x) / 2, (next.y + last.y) / 2});
  }
  const bool stands = std::ranges::all_of(
      around, [&](const Mesh::Face* each) { return is_positive(*each, points); });
  if (!stands || !is_moderate(p.x) || !is_moderate(p.y)) p = before;
}

World LatticeDraft::mesh() const {
  Cells made = cells();
  made.free.points = placed(made.all);
  return {"arbitrary mesh", std::move(made.free)};
}

/// Adds to the world the rings around the area of the faces. `blocked` says whether the faces are
/// blocked or free.
void LatticeDraft::add_rings(const Mesh& faces, const std::vector<Point>& points, bool blocked,
                             Polygons& world) const {
  for (const std::vector<std::int32_t>& vertices : conformance::border_rings(faces, follow)) {
    Ring plain;
    Ring ring;
    const std::size_t n = vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
      const std::int32_t v = vertices[i];
      const Point before = points[at(vertices[(i + n - 1) % n])];
      const Point here = points[at(v)];
      const Point after = points[at(vertices[(i + 1) % n])];
      plain.push_back(faces.points[at(v)]);
      const bool straight =
          orientation(before, here, after) == 0 && strictly_between(before, here, after);
      if (!(straight && unlisted[at(v)])) ring.push_back(here);
    }
    // The area of `plain` (the ring before points were moved) decides whether the ring is an
    // outline or a hole. Moving points does not change the orientation of a ring.
    world.parts.push_back({std::move(ring), (conformance::twice_area(plain) > 0) != blocked});
  }
}

/// Adds the walls between faces. A shared side is a wall if at least one of the two faces says so.
void LatticeDraft::add_walls(const Mesh& faces, const std::vector<Point>& points,
                             Polygons& world) const {
  std::map<std::pair<std::int32_t, std::int32_t>, bool> is_wall;
  for (const Mesh::Face& face : faces.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::int32_t v = face.vertices[i];
      const std::int32_t w = face.vertices[(i + 1) % 3];
      const auto [other, is_first] = is_wall.try_emplace(std::minmax(v, w), face.wall[i]);
      if (is_first || !(other->second || face.wall[i])) continue;
      world.walls.push_back({points[at(v)], points[at(w)]});
    }
  }
}

World LatticeDraft::rings() const {
  const Cells made = cells();
  const std::vector<Point> points = placed(made.all);
  Polygons world;
  add_rings(made.free, points, false, world);
  add_walls(made.free, points, world);
  return {"arbitrary rings", std::move(world)};
}

World LatticeDraft::holes() const {
  const Cells made = cells();
  const std::vector<Point> points = placed(made.all);
  Polygons world;
  add_rings(made.all, points, false, world);
  for (const int which : std::set(made.kind.begin(), made.kind.end())) {
    if (which == 0) continue;
    Mesh part{made.all.points, {}};
    for (std::size_t f = 0; f < made.kind.size(); ++f) {
      if (made.kind[f] == which) part.faces.push_back(made.all.faces[f]);
    }
    add_rings(part, points, true, world);
  }
  add_walls(made.free, points, world);
  return {"arbitrary holes", std::move(world)};
}

}  // namespace fairway::test
