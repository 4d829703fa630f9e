// Property: different descriptions of the same region give the same free space. In exact
// arithmetic, the area of the free space equals the area of the input.

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <map>

#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/representations/disjoint_sets.hpp"
#include "tests/properties/property.hpp"
#include "tests/support/arbitrary_worlds.hpp"

namespace fairway::properties {
namespace {

using Rational = boost::multiprecision::cpp_rational;

Rational twice_area(const Ring& ring) {
  Rational sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point p = ring[i];
    const Point q = ring[(i + 1) % ring.size()];
    sum += Rational(p.x) * Rational(q.y) - Rational(p.y) * Rational(q.x);
  }
  return sum;
}

Rational twice_area(const Polygons& polygons) {
  Rational sum = 0;
  for (const Polygons::Part& part : polygons.parts) {
    const Rational area = abs(twice_area(part.ring));
    sum += part.outline ? area : -area;
  }
  return sum;
}

Ring corners_of(const Mesh& mesh, const Mesh::Face& face) {
  Ring ring;
  for (const std::int32_t v : face.vertices)
    ring.push_back(mesh.points[static_cast<std::size_t>(v)]);
  return ring;
}

Rational twice_area(const Mesh& mesh) {
  Rational sum = 0;
  for (const Mesh::Face& face : mesh.faces) sum += twice_area(corners_of(mesh, face));
  return sum;
}

/// Twice the area of the free triangles.
Rational twice_area(const FreeSpace& space) {
  const Triangulation& mesh = space.triangulation();
  Rational sum = 0;
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (!mesh.is_free(t)) continue;
    const auto& v = mesh.triangle(t).vertex;
    sum += twice_area({mesh.point(v[0]), mesh.point(v[1]), mesh.point(v[2])});
  }
  return sum;
}

/// The number of components of faces. Two faces are joined if they share a side that is not a wall.
int component_count(const Mesh& mesh) {
  struct Side {
    std::int32_t face;
    bool wall;
  };
  std::map<std::pair<std::int32_t, std::int32_t>, Side> sides;
  DisjointSets faces(mesh.faces.size());
  for (std::int32_t f = 0; f < static_cast<std::int32_t>(mesh.faces.size()); ++f) {
    const Mesh::Face& face = mesh.faces[static_cast<std::size_t>(f)];
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      const auto ends =
          std::minmax({face.vertices[i], face.vertices[(i + 1) % face.vertices.size()]});
      const auto [other, is_first] = sides.try_emplace(ends, Side{f, face.wall[i]});
      if (!is_first && !other->second.wall && !face.wall[i]) faces.join(other->second.face, f);
    }
  }
  return faces.count();
}

/// The cells of a raster as faces, with walls between cells of different classes.
Mesh squares(const Raster& raster) {
  Mesh mesh;
  const int across = raster.width() + 1;
  for (int y = 0; y <= raster.height(); ++y) {
    for (int x = 0; x < across; ++x) {
      mesh.points.push_back({static_cast<double>(x), static_cast<double>(y)});
    }
  }
  for (std::int32_t y = 0; y < raster.height(); ++y) {
    for (std::int32_t x = 0; x < raster.width(); ++x) {
      const Raster::Class own = raster.at(x, y);
      if (own == Raster::kBlocked) continue;
      const std::int32_t v = y * across + x;
      mesh.faces.push_back(
          {{v, v + 1, v + across + 1, v + across},
           {raster.at_or_blocked(x, y - 1) != own, raster.at_or_blocked(x + 1, y) != own,
            raster.at_or_blocked(x, y + 1) != own, raster.at_or_blocked(x - 1, y) != own}});
    }
  }
  return mesh;
}

/// Expects that both spaces give the same results for points and paths.
void expect_same(const FreeSpace& one, const FreeSpace& other, const std::vector<Point>& points) {
  RC_ASSERT(other.component_count() == one.component_count());
  RC_ASSERT(other.hole_count() == one.hole_count());
  const ExactSolver solver(one);
  const ExactSolver other_solver(other);
  ExactSolver::Scratch scratch;
  ExactSolver::Scratch other_scratch;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Point a = points[i];
    const Point b = points[i + 1];
    RC_LOG() << "from " << rc::toString(a) << " to " << rc::toString(b) << "\n";
    RC_ASSERT((other.locate(a).place == Place::kBlocked) ==
              (one.locate(a).place == Place::kBlocked));
    const double expected = solver.solve(a, b, scratch);
    const double found = other_solver.solve(a, b, other_scratch);
    RC_ASSERT(found == expected || std::abs(found - expected) <= 1e-12 * expected);
  }
}

// Regression: a failing property printed "<???>" instead of its world.
TEST(DescriptionProperties, AWorldIsPrintedInFull) {
  const test::World world{"one cell", Raster(1, 1, 1)};
  EXPECT_EQ(rc::toString(world), "one cell: Raster 1 x 1\n  1");
}

TEST(DescriptionProperties, RingsHolesAndFacesAreOneRegion) {
  check([] {
    const auto region = *test::arbitrary_descriptions(6);
    const auto& mesh = std::get<Mesh>(region.mesh.input);
    const FreeSpace faces = test::build(region.mesh);
    const FreeSpace rings = test::build(region.rings);
    const FreeSpace holes = test::build(region.holes);
    const std::vector<Point> points = test::resolve(rings, *test::arbitrary_probes(20));
    const Rational area = twice_area(mesh);
    RC_ASSERT(twice_area(std::get<Polygons>(region.rings.input)) == area);
    RC_ASSERT(twice_area(std::get<Polygons>(region.holes.input)) == area);
    RC_ASSERT(faces.component_count() == component_count(mesh));
    for (const FreeSpace* space : {&faces, &rings, &holes}) {
      RC_ASSERT(twice_area(*space) == area);
      const double rounding = 1e-12 * space->box().width() * space->box().height();
      RC_ASSERT(std::abs(space->area() - static_cast<double>(Rational(area / 2))) <= rounding);
    }
    expect_same(faces, rings, points);
    expect_same(faces, holes, points);
  });
}

TEST(DescriptionProperties, CellsAreFacesWithWallsBetweenClasses) {
  check([] {
    const auto world = *test::arbitrary_raster(8);
    const FreeSpace cells = test::build(world);
    const Mesh mesh = squares(std::get<Raster>(world.input));
    const FreeSpace faces = FreeSpace::from_mesh(mesh);
    RC_ASSERT(cells.area() == static_cast<double>(mesh.faces.size()));
    RC_ASSERT(twice_area(cells) == twice_area(mesh));
    RC_ASSERT(cells.component_count() == component_count(mesh));
    expect_same(cells, faces, test::resolve(cells, *test::arbitrary_probes(20)));
  });
}

}  // namespace
}  // namespace fairway::properties
