#include "algorithms/freespace/boundary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <limits>
#include <unordered_map>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

/// Returns the sign of a ring's signed area: 1 if it is counter-clockwise. Exact: uses rationals if
/// rounded doubles cannot decide.
int ring_orientation(const Ring& ring) {
  const Point o = ring.front();
  double area = 0;
  double magnitude = 0;
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
    const double left = (ring[i].x - o.x) * (ring[i + 1].y - o.y);
    const double right = (ring[i].y - o.y) * (ring[i + 1].x - o.x);
    area += left - right;
    magnitude += std::abs(left) + std::abs(right);
  }
  const double bound =
      magnitude * static_cast<double>(ring.size() + 4) * 2 * std::numeric_limits<double>::epsilon();
  if (area > bound) return 1;
  if (-area > bound) return -1;
  using Rational = boost::multiprecision::cpp_rational;
  Rational exact = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point p = ring[i];
    const Point q = ring[i + 1 == ring.size() ? 0 : i + 1];
    exact += Rational(p.x) * Rational(q.y) - Rational(p.y) * Rational(q.x);
  }
  return exact.sign();
}

/// Whether a coordinate is 0 or its magnitude is in [kMinInputCoordinate, kMaxCoordinate].
bool in_range(double x) {
  const double magnitude = std::abs(x);
  return magnitude == 0 || (magnitude >= kMinInputCoordinate && magnitude <= kMaxCoordinate);
}

/// Throws InvalidWorld with `part` and `vertex` if a coordinate of p is not in_range().
void require_usable(Point p, int part, int vertex) {
  if (!in_range(p.x) || !in_range(p.y)) {
    throw InvalidWorld(
        fmt::format("the coordinates ({}, {}) are not usable; expected finite numbers "
                    "that are 0 or of magnitude {:g} to {:g}",
                    p.x, p.y, kMinInputCoordinate, kMaxCoordinate),
        part, vertex);
  }
}

/// Replaces -0 by 0, so that equal points have equal bits.
Point normalised(Point p) { return {p.x + 0.0, p.y + 0.0}; }

/// Checks a ring and appends its edges to `edges`. Edges of an outline have the inside of the
/// ring on their left. Edges of a hole have the outside on their left. Throws InvalidWorld if the
/// ring is invalid.
void add_ring(const Ring& ring, bool outline, int part, std::vector<BoundaryEdge>& edges) {
  if (ring.size() < 3) {
    throw InvalidWorld(fmt::format("the ring has {} point{}; expected at least 3", ring.size(),
                                   ring.size() == 1 ? "" : "s"),
                       part, 0);
  }
  for (std::size_t i = 0; i < ring.size(); ++i) {
    require_usable(ring[i], part, static_cast<int>(i));
    const Point following = ring[i + 1 == ring.size() ? 0 : i + 1];
    if (ring[i] == following) {
      throw InvalidWorld(fmt::format("the point ({}, {}) occurs twice in succession in its ring; "
                                     "expected distinct consecutive points",
                                     ring[i].x, ring[i].y),
                         part, static_cast<int>(i));
    }
  }
  const int turn = ring_orientation(ring);
  if (turn == 0) {
    throw InvalidWorld(
        "the ring encloses no area, or it crosses itself and the areas of its parts cancel; "
        "expected a simple ring",
        part, 0);
  }
  const bool reversed = (turn > 0) != outline;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    Point a = normalised(ring[i]);
    Point b = normalised(ring[i + 1 == ring.size() ? 0 : i + 1]);
    if (reversed) std::swap(a, b);
    edges.push_back({a, b, false, part, static_cast<int>(i)});
  }
}

/// A lattice line has `count` unit edges. Unit edge i runs from lattice point i to i + 1 and
/// separates cells of classes before(i) and after(i). It is a boundary edge if the classes differ.
/// A run of boundary edges ends at each lattice point i for which breaks(i) is true. Calls
/// emit(start, stop, before, after) for each maximal run [start, stop) that has a unit edge in
/// [first, end).
template <class Before, class After, class Breaks, class Emit>
void emit_runs(int count, int first, int end, Before before, After after, Breaks breaks,
               Emit emit) {
  const auto is_edge = [&](int i) { return i >= 0 && i < count && before(i) != after(i); };
  int i = std::max(first, 0);
  while (is_edge(i) && is_edge(i - 1) && !breaks(i)) --i;
  for (int start = i; i < count; ++i) {
    const bool begins = is_edge(i) && (!is_edge(i - 1) || breaks(i));
    if (i >= end && (begins || !is_edge(i))) return;
    if (begins) start = i;
    if (is_edge(i) && (!is_edge(i + 1) || breaks(i + 1))) emit(start, i + 1, before(i), after(i));
  }
}

void add_wall(const Polygons::Segment& wall, int part, std::vector<BoundaryEdge>& edges) {
  require_usable(wall.a, part, 0);
  require_usable(wall.b, part, 0);
  if (wall.a == wall.b) {
    throw InvalidWorld(
        fmt::format("the wall has the point ({}, {}) at both ends; expected two different points",
                    wall.a.x, wall.a.y),
        part, 0);
  }
  edges.push_back({normalised(wall.a), normalised(wall.b), true, part, 0});
}

}  // namespace

std::vector<BoundaryEdge> boundary_of(const Polygons& polygons) {
  std::vector<BoundaryEdge> edges;
  for (std::size_t i = 0; i < polygons.parts.size(); ++i) {
    add_ring(polygons.parts[i].ring, polygons.parts[i].outline, static_cast<int>(i), edges);
  }
  for (std::size_t i = 0; i < polygons.walls.size(); ++i) {
    add_wall(polygons.walls[i], static_cast<int>(polygons.parts.size() + i), edges);
  }
  return edges;
}

std::vector<BoundaryEdge> obstacle_edges(const Ring& ring) {
  std::vector<BoundaryEdge> edges;
  add_ring(ring, true, -1, edges);
  for (BoundaryEdge& edge : edges) edge.role = EdgeRole::kObstacle;
  return edges;
}

std::vector<BoundaryEdge> frame_of(const Box& box) {
  const std::array<Point, 4> corners{box.min, Point{box.max.x, box.min.y}, box.max,
                                     Point{box.min.x, box.max.y}};
  std::vector<BoundaryEdge> edges;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    edges.push_back({corners[i], corners[(i + 1) % 4], false, -1, -1, EdgeRole::kFrame});
  }
  return edges;
}

std::vector<BoundaryEdge> boundary_of(const Raster& raster) {
  return boundary_near(raster, {0, 0, raster.width(), raster.height()});
}

std::vector<BoundaryEdge> boundary_near(const Raster& raster, const CellBlock& block) {
  std::vector<BoundaryEdge> edges;
  const auto cell = [&](int x, int y) { return raster.at_or_blocked(x, y); };
  const auto emit = [&](Point a, Point b, Raster::Class left, Raster::Class right) {
    const bool wall = left != Raster::kBlocked && right != Raster::kBlocked;
    if (left == Raster::kBlocked) std::swap(a, b);
    edges.push_back({a, b, wall, -1, -1});
  };
  for (int y = block.y; y <= block.y + block.height; ++y) {
    emit_runs(
        raster.width(), block.x - 1, block.x + block.width + 1,
        [&](int x) { return cell(x, y - 1); }, [&](int x) { return cell(x, y); },
        [&](int x) { return cell(x - 1, y - 1) != cell(x, y - 1) || cell(x - 1, y) != cell(x, y); },
        [&](int first, int last, Raster::Class below, Raster::Class above) {
          emit({static_cast<double>(first), static_cast<double>(y)},
               {static_cast<double>(last), static_cast<double>(y)}, above, below);
        });
  }
  for (int x = block.x; x <= block.x + block.width; ++x) {
    emit_runs(
        raster.height(), block.y - 1, block.y + block.height + 1,
        [&](int y) { return cell(x - 1, y); }, [&](int y) { return cell(x, y); },
        [&](int y) { return cell(x - 1, y - 1) != cell(x - 1, y) || cell(x, y - 1) != cell(x, y); },
        [&](int first, int last, Raster::Class before, Raster::Class after) {
          emit({static_cast<double>(x), static_cast<double>(first)},
               {static_cast<double>(x), static_cast<double>(last)}, before, after);
        });
  }
  return edges;
}

void require_convex(std::span<const Point> face, int part) {
  const auto upwards = [](Point a, Point b) { return a.y != b.y ? a.y < b.y : a.x < b.x; };
  int rounds = 0;
  for (std::size_t i = 0; i < face.size(); ++i) {
    const Point a = face[i];
    const Point b = face[(i + 1) % face.size()];
    const Point c = face[(i + 2) % face.size()];
    const int turn = orientation(a, b, c);
    if (turn < 0 || (turn == 0 && !strictly_between(a, b, c))) {
      throw InvalidWorld(fmt::format("the face turns right or back at ({}, {}); expected a convex "
                                     "face with counter-clockwise vertices",
                                     b.x, b.y),
                         part, static_cast<int>((i + 1) % face.size()));
    }
    if (!upwards(a, b) && upwards(b, c)) ++rounds;
  }
  if (rounds != 1) {
    throw InvalidWorld("the face winds round more than once; expected a convex face", part, 0);
  }
}

std::vector<BoundaryEdge> boundary_of(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.points.size(); ++i) require_usable(mesh.points[i], -1, -1);
  struct Use {
    int face;
    int index;
  };
  const auto key = [](std::int32_t u, std::int32_t v) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(u)) << 32) |
           static_cast<std::uint32_t>(v);
  };
  std::unordered_map<std::uint64_t, Use> uses;
  std::vector<Point> shape;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const auto& ids = mesh.faces[f].vertices;
    if (ids.size() < 3) {
      throw InvalidWorld(fmt::format("face {} has {} vertices; expected at least 3", f, ids.size()),
                         static_cast<int>(f), 0);
    }
    shape.clear();
    for (const std::int32_t v : ids) shape.push_back(mesh.points[static_cast<std::size_t>(v)]);
    require_convex(shape, static_cast<int>(f));
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const Use use{static_cast<int>(f), static_cast<int>(i)};
      const auto [it, fresh] = uses.emplace(key(ids[i], ids[(i + 1) % ids.size()]), use);
      if (!fresh) {
        throw InvalidWorld(
            fmt::format("face {} overlaps face {}: both have the edge from vertex {} "
                        "to vertex {}",
                        f, it->second.face, ids[i], ids[(i + 1) % ids.size()]),
            use.face, use.index);
      }
    }
  }
  std::vector<BoundaryEdge> edges;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const auto& face = mesh.faces[f];
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      const std::int32_t u = face.vertices[i];
      const std::int32_t v = face.vertices[(i + 1) % face.vertices.size()];
      const auto twin = uses.find(key(v, u));
      bool wall = false;
      if (twin != uses.end()) {
        const auto& other = mesh.faces[static_cast<std::size_t>(twin->second.face)];
        wall = face.wall[i] || other.wall[static_cast<std::size_t>(twin->second.index)];
        if (!wall || u > v) continue;
      }
      edges.push_back({normalised(mesh.points[static_cast<std::size_t>(u)]),
                       normalised(mesh.points[static_cast<std::size_t>(v)]), wall,
                       static_cast<int>(f), static_cast<int>(i)});
    }
  }
  return edges;
}

}  // namespace fairway
