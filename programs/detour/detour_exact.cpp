#include "programs/detour/detour_exact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "algorithms/freespace/convex_partition.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

namespace {

constexpr double kMostSteps = 65534;

/// Returns the exponent of the lowest set bit of a number. Returns the largest int for 0.
int lowest_bit(double number) {
  if (number == 0) return std::numeric_limits<int>::max();
  int exponent = 0;
  double fraction = std::frexp(number, &exponent);
  while (fraction != std::floor(fraction)) {
    fraction *= 2;
    --exponent;
  }
  return exponent;
}

/// Returns the unit in which Detour stores coordinates. This is the largest power of two that
/// divides the offsets of all points from the corner box.min. If the longer side of the box has
/// more than kMostSteps such units, returns (longer side) / kMostSteps instead.
double step_of(std::span<const Point> points, const Box& box) {
  const double side = std::max(box.width(), box.height());
  int least = std::numeric_limits<int>::max();
  for (const Point p : points) {
    least = std::min({least, lowest_bit(p.x - box.min.x), lowest_bit(p.y - box.min.y)});
  }
  const double lattice = std::ldexp(1.0, least);
  return side <= kMostSteps * lattice ? lattice : side / kMostSteps;
}

std::uint16_t in_steps(double offset, double step) {
  return static_cast<std::uint16_t>(std::lround(std::min(offset / step, kMostSteps)));
}

DetourPolygons polygons_of(const FreeSpace& space) {
  const Triangulation& triangles = space.triangulation();
  const ConvexPartition cut = ConvexPartition::merged(space, DetourPolygons::kSides);
  DetourPolygons made;
  made.origin = space.box().min;
  made.step = step_of(triangles.points(), space.box());
  for (const Point p : triangles.points()) {
    const std::uint16_t x = in_steps(p.x - made.origin.x, made.step);
    const std::uint16_t z = in_steps(p.y - made.origin.y, made.step);
    made.vertices.insert(made.vertices.end(), {x, 0, z});
    made.width = std::max(made.width, static_cast<double>(x));
    made.height = std::max(made.height, static_cast<double>(z));
  }
  if (triangles.vertex_count() > DetourPolygons::kMostVertices ||
      cut.polygon_count() > DetourPolygons::kMostPolygons) {
    made.polygons.assign(cut.polygon_count() * 2 * DetourPolygons::kSides, DetourPolygons::kNone);
    return made;  // too many polygons: DetourMesh throws
  }
  for (PolygonId p = 0; p < static_cast<PolygonId>(cut.polygon_count()); ++p) {
    const std::span<const HalfEdge> ring = cut.ring(p);
    const std::size_t first = made.polygons.size();
    made.polygons.resize(first + 2 * DetourPolygons::kSides, DetourPolygons::kNone);
    // Detour's z axis is our y. Clockwise polygons therefore face up.
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const HalfEdge h = ring[ring.size() - 1 - i];
      const HalfEdge across = triangles.across(h);
      made.polygons[first + i] = static_cast<std::uint16_t>(triangles.destination(h));
      if (across == kNoHalfEdge) continue;
      made.polygons[first + DetourPolygons::kSides + i] =
          static_cast<std::uint16_t>(cut.polygon_of(Triangulation::triangle_of(across)));
    }
  }
  return made;
}

}  // namespace

DetourExact DetourExact::build(const FreeSpace& space, const Options& options) {
  BuildReport report;
  LapClock clock;
  const DetourPolygons polygons = polygons_of(space);
  report.phases.push_back({"polygons", clock.lap()});
  std::vector<Point> snapped;
  if (options.snap) snapped = space.triangulation().points();
  // Rounding can move a border past an end of a query. The end may then be one step from the mesh.
  constexpr double kReach = 1;
  DetourMesh mesh(polygons, options.search, kReach, std::move(snapped));
  report.phases.push_back({"tile", clock.lap()});
  report.covered_area = space.area();
  report.components = space.component_count();
  return {std::move(mesh), std::move(report)};
}

}  // namespace fairway
