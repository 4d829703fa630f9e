#include "algorithms/freespace/erosion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/freespace/constrained_delaunay.hpp"
#include "algorithms/freespace/offset_edges.hpp"
#include "algorithms/freespace/offset_pieces.hpp"
#include "algorithms/geometry/point_numbers.hpp"

namespace fairway {
namespace {

/// The faces into which edges divide the plane, triangulated. Precondition: the edges meet only at
/// their ends.
class Faces {
 public:
  explicit Faces(const std::vector<RingEdge>& edges) {
    std::vector<Point> points;
    points.reserve(2 * edges.size());
    for (const RingEdge& e : edges) points.insert(points.end(), {e.from, e.to});
    const PointNumbers numbers = PointNumbers::along_curve(std::move(points));
    points_ = numbers.points();
    std::vector<std::pair<VertexId, VertexId>> constraints;
    constraints.reserve(edges.size());
    for (const RingEdge& e : edges) {
      const VertexId a = numbers.number(e.from);
      const VertexId b = numbers.number(e.to);
      constraints.emplace_back(std::min(a, b), std::max(a, b));
    }
    std::sort(constraints.begin(), constraints.end());
    constraints.erase(std::unique(constraints.begin(), constraints.end()), constraints.end());
    triangles_ = constrained_delaunay(points_, constraints);
    flood(constraints);
  }

  std::size_t count() const { return roomiest_triangle_.size(); }
  std::size_t triangle_count() const { return triangles_.size(); }
  std::int32_t face(std::size_t triangle) const { return face_[triangle]; }
  /// A point inside a face: the centroid of its triangle with the largest inscribed circle.
  Point inner_point(std::size_t face) const {
    const auto& v = triangles_[roomiest_triangle_[face]].vertex;
    const Point a = point(v[0]);
    const Point b = point(v[1]);
    const Point c = point(v[2]);
    return {a.x + (b.x - a.x) / 3 + (c.x - a.x) / 3, a.y + (b.y - a.y) / 3 + (c.y - a.y) / 3};
  }
  /// The triangle on the other side of an edge, or -1 on the hull.
  TriangleId beyond(std::size_t triangle, int edge) const {
    const std::int32_t link = triangles_[triangle].link[edge];
    return link < 0 ? -1 : Triangulation::triangle_of(link >> 1);
  }
  Point corner(std::size_t triangle, int i) const {
    return point(triangles_[triangle].vertex[i % 3]);
  }

 private:
  Point point(VertexId v) const { return points_[static_cast<std::size_t>(v)]; }

  void flood(const std::vector<std::pair<VertexId, VertexId>>& constraints) {
    face_.assign(triangles_.size(), -1);
    std::vector<std::size_t> open;
    for (std::size_t seed = 0; seed < triangles_.size(); ++seed) {
      if (face_[seed] >= 0) continue;
      const auto face = static_cast<std::int32_t>(roomiest_triangle_.size());
      roomiest_triangle_.push_back(seed);
      double room = 0;
      face_[seed] = face;
      open.push_back(seed);
      while (!open.empty()) {
        const std::size_t t = open.back();
        open.pop_back();
        if (const double r = inscribed_radius(t); r > room) {
          room = r;
          roomiest_triangle_.back() = t;
        }
        for (int i = 0; i < 3; ++i) {
          const TriangleId next = beyond(t, i);
          const VertexId a = triangles_[t].vertex[i];
          const VertexId b = triangles_[t].vertex[(i + 1) % 3];
          const std::pair<VertexId, VertexId> ends = std::minmax(a, b);
          if (next < 0 || face_[static_cast<std::size_t>(next)] >= 0 ||
              std::binary_search(constraints.begin(), constraints.end(), ends)) {
            continue;
          }
          face_[static_cast<std::size_t>(next)] = face;
          open.push_back(static_cast<std::size_t>(next));
        }
      }
    }
  }

  double inscribed_radius(std::size_t t) const {
    const Point a = corner(t, 0);
    const Point b = corner(t, 1);
    const Point c = corner(t, 2);
    return std::abs(twice_area(a, b, c)) / (distance(a, b) + distance(b, c) + distance(c, a));
  }

  std::vector<Point> points_;
  std::vector<Triangulation::Triangle> triangles_;
  std::vector<std::int32_t> face_;
  std::vector<std::size_t>
      roomiest_triangle_;  // for each face: its triangle with the largest inscribed circle
};

}  // namespace

FreeSpace eroded(const FreeSpace& space, double radius) {
  if (!std::isfinite(radius) || radius < 0) {
    throw std::invalid_argument(
        fmt::format("the radius is {}; expected a finite number of 0 or more", radius));
  }
  if (radius == 0) return space;
  const auto refuse = [radius](std::string_view reason) {
    throw InvalidWorld(
        fmt::format("no free space is left for an agent of radius {}{}", radius, reason), -1, -1);
  };
  const Box box = space.box();
  if (std::min(box.width(), box.height()) < 2 * radius) refuse("");
  const OffsetEdges offset(space, radius);
  std::vector<RingEdge> edges = offset.edges();
  cut_at_meetings(edges);

  std::vector<BoundaryEdge> boundary;
  if (edges.size() >= 3) {
    const Faces faces(edges);
    std::vector<bool> kept(faces.count());
    for (std::size_t f = 0; f < faces.count(); ++f) {
      const Point p = faces.inner_point(f);
      kept[f] = space.locate(p).place != Place::kBlocked && !offset.covers(p);
    }
    const auto is_kept = [&](TriangleId t) {
      return t >= 0 && kept[static_cast<std::size_t>(faces.face(static_cast<std::size_t>(t)))];
    };
    for (std::size_t t = 0; t < faces.triangle_count(); ++t) {
      if (!is_kept(static_cast<TriangleId>(t))) continue;
      for (int i = 0; i < 3; ++i) {
        if (is_kept(faces.beyond(t, i))) continue;
        boundary.push_back({faces.corner(t, i), faces.corner(t, i + 1)});
      }
    }
  }
  if (boundary.empty()) {
    refuse(rounding_margin(box) < radius
               ? ""
               : "; the coordinates are too large for this radius, expected a larger radius");
  }
  return FreeSpace::from_eroded(boundary, space);
}

TimedErosion timed_erosion(const FreeSpace& space, double radius) {
  const auto time_of_parts = [](const FreeSpace& of) {
    std::int64_t ns = 0;
    for (const PartCost& part : of.made_parts()) ns += part.nanoseconds;
    return ns;
  };
  space.make(SpacePart::kLocation | SpacePart::kCorners | PartSet(SpacePart::kWalls));
  const auto begin = std::chrono::steady_clock::now();
  TimedErosion result{eroded(space, radius)};
  const std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - begin;
  result.nanoseconds = time_of_parts(space) +
                       std::max<std::int64_t>(
                           0, std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count() -
                                  time_of_parts(result.space));
  return result;
}

}  // namespace fairway
