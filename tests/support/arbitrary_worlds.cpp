#include "tests/support/arbitrary_worlds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ios>
#include <limits>
#include <ostream>
#include <variant>

#include "algorithms/geometry/predicates.hpp"
#include "tests/support/lattice_draft.hpp"

namespace fairway::test {
namespace {

/// Generates a number from `first` to `last`. RapidCheck's size parameter has no influence. When
/// RapidCheck shrinks a failing case, the number moves towards `first`.
rc::Gen<int> any_of(int first, int last) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(first, last + 1));
}

/// Generates a number from -n to n. The number shrinks to 0.
rc::Gen<int> around_zero(int n) {
  return rc::gen::map(any_of(0, 2 * n), [](int i) { return i % 2 == 0 ? i / 2 : -(i + 1) / 2; });
}

/// Generates `plain` in three of four cases, otherwise a value of `other`.
rc::Gen<int> seldom(int plain, rc::Gen<int> other) {
  return rc::gen::weightedOneOf<int>({{3, rc::gen::just(plain)}, {1, std::move(other)}});
}

/// Random flags that are true with the given chance in percent. They shrink to false.
std::vector<bool> coins(int count, int percent) {
  const auto sides =
      *rc::gen::container<std::vector<int>>(static_cast<std::size_t>(count), any_of(0, 99));
  std::vector<bool> result;
  for (const int side : sides) result.push_back(side >= 100 - percent);
  return result;
}

Frame arbitrary_frame() {
  Frame frame;
  if (*any_of(0, 2) == 2) {
    frame.a = *around_zero(3);
    frame.b = *around_zero(3);
    frame.c = *around_zero(3);
    frame.d = *around_zero(3);
  }
  frame.shear = *seldom(0, any_of(0, 30));
  frame.stretch = *seldom(0, any_of(0, 15));
  frame.shift_x = *seldom(0, around_zero(53));
  frame.shift_y = *seldom(0, around_zero(53));
  frame.exponent = *seldom(0, around_zero(300));
  return frame;
}

rc::Gen<Move> arbitrary_move() {
  return rc::gen::build<Move>(
      rc::gen::set(&Move::vertex, any_of(0, 1 << 10)), rc::gen::set(&Move::kind, any_of(0, 3)),
      rc::gen::set(&Move::x, around_zero(3)), rc::gen::set(&Move::y, around_zero(3)),
      rc::gen::set(&Move::face, any_of(0, 7)), rc::gen::set(&Move::depth, any_of(0, 60)));
}

LatticeDraft arbitrary_draft(int side) {
  constexpr int kMost = LatticeDraft::kMaxSide;
  constexpr int kPoints = (kMost + 1) * (kMost + 1);
  LatticeDraft draft;
  draft.width = *any_of(1, std::min(side, kMost));
  draft.height = *any_of(1, std::min(side, kMost));
  draft.kind.assign(2 * kMost * kMost, 0);
  const std::vector<bool> blocked = coins(2 * kMost * kMost, *any_of(0, 70));
  const auto kinds = *rc::gen::container<std::vector<int>>(blocked.size(), any_of(1, 3));
  for (std::size_t i = 0; i < blocked.size(); ++i) draft.kind[i] = blocked[i] ? kinds[i] : 0;
  draft.wall = coins(6 * kMost * kMost, *seldom(0, any_of(0, 60)));
  draft.rising = coins(kMost * kMost, 50);
  draft.follow = coins(kPoints, 50);
  draft.unlisted = coins(kPoints, 50);
  draft.moves = *rc::gen::container<std::vector<Move>>(arbitrary_move());
  draft.frame = arbitrary_frame();
  return draft;
}

void show_ring(const Ring& ring, std::ostream& out) {
  out << "{";
  for (std::size_t i = 0; i < ring.size(); ++i) {
    out << (i == 0 ? "" : ", ");
    fairway::showValue(ring[i], out);
  }
  out << "}";
}

void show(const Polygons& polygons, std::ostream& out) {
  out << "Polygons{{";
  for (const Polygons::Part& part : polygons.parts) {
    out << "\n  {";
    show_ring(part.ring, out);
    out << ", " << (part.outline ? "true" : "false") << "},";
  }
  out << "}, {";
  for (const Polygons::Segment& wall : polygons.walls) {
    out << "\n  ";
    show_ring({wall.a, wall.b}, out);
    out << ",";
  }
  out << "}}";
}

void show(const Raster& raster, std::ostream& out) {
  out << "Raster " << raster.width() << " x " << raster.height();
  for (int y = 0; y < raster.height(); ++y) {
    out << "\n  ";
    for (int x = 0; x < raster.width(); ++x) out << static_cast<int>(raster.at(x, y));
  }
}

void show(const Mesh& mesh, std::ostream& out) {
  out << "Mesh{";
  show_ring(mesh.points, out);
  out << ", {";
  for (const Mesh::Face& face : mesh.faces) {
    out << "\n  {{";
    for (const std::int32_t v : face.vertices) out << v << ", ";
    out << "}, {";
    for (const bool wall : face.wall) out << (wall ? "true, " : "false, ");
    out << "}},";
  }
  out << "}}";
}

/// The least and the largest absolute value of the coordinates that are not 0.
std::pair<double, double> magnitudes(const World& world) {
  double least = kMaxCoordinate;
  double most = kMinInputCoordinate;
  for_each_point(world, [&](Point p) {
    for (const double x : {std::abs(p.x), std::abs(p.y)}) {
      if (x == 0) continue;
      least = std::min(least, x);
      most = std::max(most, x);
    }
  });
  return {least, most};
}

Point middle(Point a, Point b) { return {a.x / 2 + b.x / 2, a.y / 2 + b.y / 2}; }

double nudged_usably(double x, int ulps) {
  const double towards = std::copysign(std::numeric_limits<double>::infinity(), ulps);
  for (int i = std::abs(ulps); i > 0 && x != 0; --i) x = std::nextafter(x, towards);
  return usable_coordinate(x);
}

}  // namespace

rc::Gen<World> arbitrary_lattice_world(int side) {
  return rc::gen::oneOf(rc::gen::exec([side] { return arbitrary_draft(side).rings(); }),
                        rc::gen::exec([side] { return arbitrary_draft(side).holes(); }),
                        rc::gen::exec([side] { return arbitrary_draft(side).mesh(); }));
}

rc::Gen<Descriptions> arbitrary_descriptions(int side) {
  return rc::gen::exec([side] {
    const LatticeDraft draft = arbitrary_draft(side);
    return Descriptions{draft.mesh(), draft.rings(), draft.holes()};
  });
}

rc::Gen<World> arbitrary_raster(int side) {
  return rc::gen::exec([side] {
    Raster raster(*any_of(1, side), *any_of(1, side), 1);
    const auto kinds =
        *rc::gen::container<std::vector<int>>(static_cast<std::size_t>(side * side), any_of(1, 3));
    const std::vector<bool> blocked = coins(side * side, *any_of(0, 70));
    const int classes = *any_of(1, 3);
    for (int y = 0; y < raster.height(); ++y) {
      for (int x = 0; x < raster.width(); ++x) {
        const auto i = static_cast<std::size_t>(y * side + x);
        const int kind = std::min(kinds[i], classes);
        if (blocked[i] && x + y > 0) {
          raster.set(x, y, Raster::kBlocked);
        } else {
          raster.set(x, y, static_cast<Raster::Class>(kind));
        }
      }
    }
    return World{"arbitrary raster", std::move(raster)};
  });
}

rc::Gen<World> arbitrary_world(int side) {
  static const std::vector<World> kMadeByHand = fixture_worlds();
  return rc::gen::weightedOneOf<World>({{6, arbitrary_lattice_world(side)},
                                        {2, arbitrary_raster(side)},
                                        {1, rc::gen::elementOf(kMadeByHand)}});
}

Point ExactMap::operator()(Point p) const {
  for (int i = 0; i < quarter_turns; ++i) p = {-p.y, p.x};
  if (mirrored) p.x = -p.x;
  return {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent)};
}

void showValue(const ExactMap& map, std::ostream& out) {
  out << "ExactMap{" << map.quarter_turns << ", " << std::boolalpha << map.mirrored << ", "
      << map.exponent << "}";
}

World mapped(const World& world, const ExactMap& map) {
  World result = world;
  for_each_point(result, [&](Point& p) { p = map(p); });
  auto* mesh = std::get_if<Mesh>(&result.input);
  if (mesh == nullptr || !map.mirrored) return result;
  for (Mesh::Face& face : mesh->faces) {
    // Side i leads from vertex i to the next vertex. If the vertices are reversed, the order of all
    // sides except the last is reversed too.
    std::ranges::reverse(face.vertices);
    std::reverse(face.wall.begin(), face.wall.end() - 1);
  }
  return result;
}

rc::Gen<ExactMap> arbitrary_map(const World& world) {
  const auto [least, most] = magnitudes(world);
  int up = 0;
  while (std::ldexp(most, up + 1) <= kMaxCoordinate) ++up;
  int down = 0;
  while (std::ldexp(least, -down - 1) >= kMinInputCoordinate) ++down;
  return rc::gen::build<ExactMap>(
      rc::gen::set(&ExactMap::quarter_turns, any_of(0, 3)),
      rc::gen::set(&ExactMap::mirrored, rc::gen::map(any_of(0, 1), [](int i) { return i == 1; })),
      rc::gen::set(&ExactMap::exponent, rc::gen::map(around_zero(std::max(up, down)), [=](int e) {
        return std::clamp(e, -down, up);
      })));
}

void showValue(const Probe& probe, std::ostream& out) {
  out << "Probe{" << probe.kind << ", " << probe.first << ", " << probe.second << ", "
      << probe.share << ", " << probe.ulps_x << ", " << probe.ulps_y << "}";
}

rc::Gen<std::vector<Probe>> arbitrary_probes(std::size_t count) {
  return rc::gen::container<std::vector<Probe>>(
      count, rc::gen::build<Probe>(rc::gen::set(&Probe::kind, any_of(0, 8)),
                                   rc::gen::set(&Probe::first, any_of(0, 1 << 10)),
                                   rc::gen::set(&Probe::second, any_of(0, 1 << 10)),
                                   rc::gen::set(&Probe::share, any_of(0, 16)),
                                   rc::gen::set(&Probe::ulps_x, seldom(0, around_zero(2))),
                                   rc::gen::set(&Probe::ulps_y, seldom(0, around_zero(2)))));
}

Point resolve(const FreeSpace& space, const Probe& probe) {
  const Triangulation& mesh = space.triangulation();
  const auto pick = [](int choice, const auto& from) -> const auto& {
    return from[static_cast<std::size_t>(choice) % std::size(from)];
  };
  const Wall& wall = pick(probe.first, space.walls());
  const Triangulation::Triangle& triangle = pick(probe.first, mesh.triangles());
  const auto along = [&](double t) {
    return Point{wall.a.x + t * (wall.b.x - wall.a.x), wall.a.y + t * (wall.b.y - wall.a.y)};
  };
  Point p;
  switch (probe.kind) {
    case 0:
      p = wall.a;
      break;
    case 1: {
      std::vector<Point> pinches;
      for (VertexId v = 0; static_cast<std::size_t>(v) < mesh.vertex_count(); ++v) {
        if (space.corners_of(v).size() > 1) pinches.push_back(mesh.point(v));
      }
      p = pinches.empty() ? wall.b : pick(probe.second, pinches);
      break;
    }
    case 2:
      p = along(probe.share / 16.0);
      break;
    case 3:
      p = along(pick(probe.share, std::array{-2.0, -1.0, -0.5, 1.5, 2.0, 3.0}));
      break;
    case 4:
      p = middle(wall.a, pick(probe.second, space.walls()).b);
      break;
    case 5: {
      const int i = probe.second % 3;
      p = middle(mesh.point(triangle.vertex[i]), mesh.point(triangle.vertex[(i + 1) % 3]));
      break;
    }
    case 6:
      p = middle(mesh.point(triangle.vertex[0]),
                 middle(mesh.point(triangle.vertex[1]), mesh.point(triangle.vertex[2])));
      break;
    default: {
      const Box& box = space.box();
      p = {box.min.x + (probe.share - 1) / 14.0 * box.width(),
           box.min.y + (probe.second % 17 - 1) / 14.0 * box.height()};
    }
  }
  return {nudged_usably(p.x, probe.ulps_x), nudged_usably(p.y, probe.ulps_y)};
}

std::vector<Point> resolve(const FreeSpace& space, const std::vector<Probe>& probes) {
  std::vector<Point> points;
  for (const Probe& probe : probes) points.push_back(resolve(space, probe));
  return points;
}

void showValue(const Descriptions& descriptions, std::ostream& out) {
  for (const World* world : {&descriptions.mesh, &descriptions.rings, &descriptions.holes}) {
    showValue(*world, out);
    out << "\n";
  }
}

}  // namespace fairway::test

namespace fairway::conformance {

void showValue(const World& world, std::ostream& out) {
  out << world.name << ": ";
  std::visit([&](const auto& input) { test::show(input, out); }, world.input);
}

}  // namespace fairway::conformance

namespace fairway {

void showValue(const Point& point, std::ostream& out) {
  const auto flags = out.flags();
  out << std::hexfloat << "{" << point.x << ", " << point.y << "}";
  out.flags(flags);
}

}  // namespace fairway
