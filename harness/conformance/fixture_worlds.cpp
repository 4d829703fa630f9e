#include <initializer_list>
#include <string_view>

#include "harness/conformance/worlds.hpp"

namespace fairway::conformance {
namespace {

World polygons(std::string name, std::vector<Ring> outlines, std::vector<Ring> holes = {}) {
  Polygons result;
  for (Ring& ring : outlines) result.parts.push_back({std::move(ring), true});
  for (Ring& ring : holes) result.parts.push_back({std::move(ring), false});
  return {std::move(name), std::move(result)};
}

Ring rectangle(double x0, double y0, double x1, double y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

/// Makes a raster from rows of characters: '#' is blocked, '.' is class 1, 'w' is class 2, 's' is
/// class 3.
World raster(std::string name, std::initializer_list<std::string_view> rows) {
  Raster result(static_cast<int>(rows.begin()->size()), static_cast<int>(rows.size()));
  int y = 0;
  for (const std::string_view row : rows) {
    for (int x = 0; x < result.width(); ++x) {
      const char c = row[static_cast<std::size_t>(x)];
      result.set(x, y, c == '#' ? Raster::kBlocked : c == '.' ? 1 : c == 'w' ? 2 : 3);
    }
    ++y;
  }
  return {std::move(name), std::move(result)};
}

/// A lattice of square faces, with a wall on each listed edge between lattice points.
World walled_lattice(std::string name, int size, std::vector<std::pair<Point, Point>> walls) {
  Mesh mesh;
  for (int y = 0; y <= size; ++y) {
    for (int x = 0; x <= size; ++x) {
      mesh.points.push_back({static_cast<double>(x), static_cast<double>(y)});
    }
  }
  const auto is_wall = [&](std::int32_t a, std::int32_t b) {
    const Point p = mesh.points[static_cast<std::size_t>(a)];
    const Point q = mesh.points[static_cast<std::size_t>(b)];
    for (const auto& [r, s] : walls) {
      if ((p == r && q == s) || (p == s && q == r)) return true;
    }
    return false;
  };
  for (std::int32_t y = 0; y < size; ++y) {
    for (std::int32_t x = 0; x < size; ++x) {
      const std::int32_t a = y * (size + 1) + x;
      Mesh::Face face{{a, a + 1, a + size + 2, a + size + 1}, {}};
      for (std::size_t i = 0; i < 4; ++i) {
        face.wall.push_back(is_wall(face.vertices[i], face.vertices[(i + 1) % 4]));
      }
      mesh.faces.push_back(std::move(face));
    }
  }
  return {std::move(name), std::move(mesh)};
}

/// A square with one hole. The hole is a wall of thickness 1/4 that winds inwards as a spiral.
World spiral(int turns) {
  constexpr double kHalf = 0.125;
  constexpr Point kDirections[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const double size = 4.0 * turns;
  Point at{1, 1};
  Ring left;
  Ring right;
  Point before{0, 0};
  double run = size - 2;
  for (std::size_t i = 0; run > 0.5; ++i) {
    const Point along = kDirections[i % 4];
    const Point normal{-along.y - before.y, along.x + before.x};
    left.push_back(at + kHalf * normal);
    right.push_back(at - kHalf * normal);
    at = at + run * along;
    before = along;
    if (i % 2 == 0 && i > 0) run -= 1;
  }
  left.push_back({at.x - kHalf * before.y, at.y + kHalf * before.x});
  right.push_back({at.x + kHalf * before.y, at.y - kHalf * before.x});
  left.insert(left.end(), right.rbegin(), right.rend());
  return polygons("spiral", {rectangle(0, 0, size, size)}, {left});
}

/// Free space in the shape of a comb: a base with thin teeth.
World comb(int teeth) {
  Ring ring{{0, 0}, {static_cast<double>(teeth), 0}};
  for (int i = teeth - 1; i >= 0; --i) {
    ring.push_back({i + 1.0, 1});
    ring.push_back({i + 0.501953125, 16.0 + i});
    ring.push_back({i + 0.5, 1});
  }
  ring.push_back({0, 1});
  return polygons("comb", {ring});
}

}  // namespace

std::vector<World> fixture_worlds() {
  std::vector<World> worlds;
  worlds.push_back(polygons("triangle", {{{0, 0}, {7, 1}, {2, 5}}}));
  worlds.push_back(polygons("square", {rectangle(0, 0, 8, 8)}));
  worlds.push_back(polygons("square with holes", {rectangle(0, 0, 10, 10)},
                            {rectangle(1, 1, 3, 4),
                             {{5, 2}, {8, 3}, {6, 5}},
                             {{3, 6}, {4, 9}, {2, 8}},
                             rectangle(6, 7, 9, 8)}));
  worlds.push_back(polygons("holes that touch in points", {rectangle(0, 0, 12, 12)},
                            {{{2, 2}, {6, 6}, {2, 6}},
                             {{6, 6}, {10, 4}, {10, 8}},
                             {{6, 6}, {8, 10}, {4, 10}},
                             {{10, 8}, {11, 11}, {8, 10}}}));
  worlds.push_back(polygons("holes end to side", {rectangle(0, 0, 10, 10)},
                            {rectangle(2, 2, 8, 4),
                             {{5, 4}, {7, 7}, {3, 7}},
                             {{5, 8}, {6, 9}, {4, 9}},
                             {{5, 7}, {5.5, 7.5}, {5, 8}}}));
  worlds.push_back(polygons("hole touches outline in a point", {rectangle(0, 0, 10, 10)},
                            {{{0, 5}, {4, 3}, {4, 7}}, {{10, 10}, {7, 9}, {8, 6}}}));
  worlds.push_back(polygons("hole touches outline along an edge", {rectangle(0, 0, 10, 10)},
                            {rectangle(3, 0, 5, 6), {{10, 4}, {10, 8}, {6, 6}}}));
  worlds.push_back(
      polygons("outline touches itself", {{{0, 0}, {8, 0}, {4, 4}, {8, 8}, {0, 8}, {4, 4}}}));
  worlds.push_back(polygons("hole touches itself", {rectangle(0, 0, 12, 12)},
                            {{{2, 2},
                              {10, 2},
                              {10, 10},
                              {6, 10},
                              {6, 8},
                              {8, 8},
                              {8, 4},
                              {4, 4},
                              {4, 8},
                              {6, 8},
                              {6, 10},
                              {2, 10}}}));
  worlds.push_back(polygons("ring of touching holes", {rectangle(0, 0, 12, 12)},
                            {{{6, 2}, {10, 6}, {8, 2}},
                             {{10, 6}, {6, 10}, {10, 10}},
                             {{6, 10}, {2, 6}, {2, 9}},
                             {{2, 6}, {6, 2}, {3, 3}}}));
  worlds.push_back(raster("checkerboard", {".#.#.#", "#.#.#.", ".#.#.#", "#.#.#.", ".#.#.#"}));
  worlds.push_back(raster("diagonal gaps", {"........", ".#......", "..#..#..", "...##...",
                                            "....#...", "..#..#..", ".#....#.", "........"}));
  worlds.push_back(raster("two classes side by side", {"....wwww", "....wwww", "..wwww..",
                                                       "....wwww", "########", "..ww..ww"}));
  worlds.push_back(raster("three classes at a point",
                          {"....ww", "....ww", "..##ww", "ssssss", "sswwss", "..ss.."}));
  worlds.push_back(
      raster("room", {"##########", "#........#", "#.######.#", "#.#....#.#", "#.#.##.#.#",
                      "#.#..#.#.#", "#.####.#.#", "#......#.#", "#.####...#", "##########"}));
  worlds.push_back(
      walled_lattice("wall that ends inside", 4, {{{0, 2}, {1, 2}}, {{1, 2}, {2, 2}}}));
  worlds.push_back(walled_lattice("wall in the open", 4, {{{1, 2}, {2, 2}}, {{2, 2}, {3, 2}}}));
  worlds.push_back(
      walled_lattice("walls in a row with gaps", 7,
                     {{{0, 3}, {1, 3}}, {{2, 3}, {3, 3}}, {{3, 3}, {4, 3}}, {{5, 3}, {6, 3}}}));
  worlds.push_back(walled_lattice("walls that meet", 6,
                                  {{{1, 3}, {2, 3}},
                                   {{2, 3}, {3, 3}},
                                   {{3, 3}, {4, 3}},
                                   {{3, 3}, {3, 4}},
                                   {{3, 4}, {3, 5}},
                                   {{3, 2}, {3, 3}},
                                   {{5, 0}, {5, 1}},
                                   {{5, 1}, {5, 2}},
                                   {{5, 4}, {6, 4}}}));
  worlds.push_back(
      walled_lattice("cell of walls", 3,
                     {{{1, 1}, {2, 1}}, {{2, 1}, {2, 2}}, {{2, 2}, {1, 2}}, {{1, 2}, {1, 1}}}));
  worlds.push_back(
      walled_lattice("wall across", 3, {{{0, 1}, {1, 1}}, {{1, 1}, {2, 1}}, {{2, 1}, {3, 1}}}));
  worlds.push_back(polygons("two components", {rectangle(0, 0, 4, 9), rectangle(5, 0, 9, 9)},
                            {rectangle(1, 2, 3, 3), rectangle(6, 5, 8, 6)}));
  worlds.push_back(polygons("island in a lake", {rectangle(0, 0, 12, 12), rectangle(4, 4, 8, 8)},
                            {rectangle(2, 2, 10, 10), rectangle(5, 5, 6, 7)}));
  worlds.push_back(
      polygons("collinear vertices",
               {{{0, 0}, {2, 0}, {3, 0}, {8, 0}, {8, 3}, {8, 5}, {8, 8}, {4, 8}, {0, 8}, {0, 4}}},
               {{{2, 2}, {3, 2}, {4, 2}, {4, 3}, {4, 4}, {3, 3}},
                {{5, 5}, {6, 5}, {7, 5}, {6, 6}},
                {{5, 2}, {6, 2}, {7, 2}, {6, 3}}}));
  worlds.push_back(spiral(2));
  worlds.push_back(comb(5));
  worlds.push_back(polygons("deep recess", {{{0, 0},
                                             {10, 0},
                                             {10, 10},
                                             {6, 10},
                                             {9, 1},
                                             {5, 9},
                                             {5, 10},
                                             {4, 10},
                                             {4, 9},
                                             {1, 1},
                                             {3, 10},
                                             {0, 10}}}));
  worlds.push_back(random_raster(11, 8, 8, 0.3, 1));
  worlds.push_back(random_lattice(12, 5, 5, 0.25, 0.1));
  worlds.push_back(random_rings(13, 6, 6, 0.35));
  worlds.push_back(random_stars(14, 3, 7));
  return worlds;
}

}  // namespace fairway::conformance
