#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

#include "datasets/json_reader.hpp"
#include "datasets/tile_table.hpp"
#include "datasets/world_file.hpp"

namespace fairway {

namespace {

constexpr std::string_view kVersionKey = "fairway_world";
constexpr std::int64_t kNewestVersion = 2;

class WorldFileReader : JsonReader {
 public:
  using JsonReader::JsonReader;

  WorldFile read() {
    const bool has_meaning = require_version("world", kVersionKey, kNewestVersion) > 1;
    const auto [version, unit_cells, rings, walls, cells, mesh, terrain, unit, origin, places] =
        members<10>(kRoot, {kVersionKey, "unit_cells", "rings", "walls", "cells", "mesh", "terrain",
                            "unit", "origin", "places"});
    for (const Node n : {unit, origin, places}) {
      if (n != kRoot && !has_meaning) {
        fail(n, "'unit', 'origin' or 'places' in version 1; expected version 2");
      }
    }
    if (cells != kRoot && mesh != kRoot) {
      fail(mesh, "both 'cells' and 'mesh'; expected only one");
    }
    WorldFile world{source_.file(), {}, {}};
    bool of_cells = cells != kRoot;
    if (unit_cells != kRoot) of_cells = boolean(unit_cells, "'unit_cells'");
    if (of_cells ? mesh != kRoot : cells != kRoot || terrain != kRoot) {
      fail(unit_cells == kRoot ? terrain : unit_cells,
           fmt::format("'unit_cells' is {}, which contradicts the rest of the file; expected true "
                       "with 'cells' or 'terrain', false with 'mesh'",
                       of_cells));
    }
    if (cells != kRoot) {
      world.content = read_cells(cells);
    } else if (mesh != kRoot) {
      world.content = read_mesh(mesh, world.lines);
    } else {
      world.content = read_polygons(rings, walls, world.lines);
      world.eroded_cells = of_cells;
    }
    if (terrain != kRoot) world.terrain = read_terrain(terrain, world);
    if (unit != kRoot) world.units.unit = text(unit, "'unit': a text");
    if (origin != kRoot) world.units.origin = text(origin, "'origin': a text");
    if (places != kRoot) world.places = read_places(places);
    return world;
  }

 private:
  std::string text(Node n, std::string_view expected) const {
    require(n, Kind::kString, expected);
    return std::string(tree_.string(n));
  }

  std::vector<NamedPoint> read_places(Node node) const {
    require(node, Kind::kArray, "'places': an array of places");
    std::vector<NamedPoint> places;
    for (Node p = begin(node); p != end(node); p = after(p)) {
      const auto [name, at] = all_members<2>(p, "a place", {"name", "at"});
      places.push_back({text(name, "'name': a text"), point(at)});
    }
    return places;
  }

  Polygons read_polygons(Node rings, Node walls, std::vector<std::vector<int>>& lines) const {
    if (rings == kRoot) fail(kRoot, "a world without 'rings'; expected 'rings', 'cells' or 'mesh'");
    require(rings, Kind::kArray, "'rings': an array of rings");
    Polygons polygons;
    for (Node r = begin(rings); r != end(rings); r = after(r)) {
      const auto [outline, points] = all_members<2>(r, "a ring", {"outline", "points"});
      require(points, Kind::kArray, "'points': an array of points");
      Polygons::Part& part = polygons.parts.emplace_back();
      part.outline = boolean(outline, "'outline'");
      std::vector<int>& line = lines.emplace_back();
      for (Node p = begin(points); p != end(points); p = after(p)) {
        part.ring.push_back(point(p));
        line.push_back(tree_.line(p));
      }
      if (line.empty()) line.push_back(tree_.line(points));
    }
    if (walls == kRoot) return polygons;
    require(walls, Kind::kArray, "'walls': an array of walls");
    for (Node w = begin(walls); w != end(walls); w = after(w)) {
      const auto [ax, ay, bx, by] =
          coordinates<4>(w, "a wall: an array of four numbers, [x1, y1, x2, y2]");
      polygons.walls.push_back({{ax, ay}, {bx, by}});
      lines.push_back({tree_.line(w)});
    }
    return polygons;
  }

  Raster read_cells(Node node) const {
    const auto [width_node, height_node, legend_node, rows] =
        all_members<4>(node, "'cells'", {"width", "height", "legend", "rows"});
    const auto width = size(width_node, "the width");
    const auto height = size(height_node, "the height");
    const TileTable legend = read_legend(legend_node);
    require(rows, Kind::kArray, "'rows': an array of strings");
    if (const std::size_t count = tree_.child_count(rows); count != height) {
      fail(rows, fmt::format("{} rows; expected {}, the height", count, height));
    }
    for (Node r = begin(rows); r != end(rows); r = after(r)) {
      require(r, Kind::kString, "a row: a string of characters of the legend");
      check_row(source_, tree_.line(r), tree_.string(r), width, legend);
    }
    Raster raster(static_cast<int>(width), static_cast<int>(height));
    Node row = begin(rows);
    for (int y = 0; y < raster.height(); ++y, row = after(row)) {
      const std::string_view characters = tree_.string(row);
      for (int x = 0; x < raster.width(); ++x) {
        raster.set(x, y, legend.find(characters[static_cast<std::size_t>(x)])->kind);
      }
    }
    return raster;
  }

  std::size_t size(Node n, std::string_view name) const {
    return static_cast<std::size_t>(integer(n, name, 1, std::numeric_limits<int>::max()));
  }

  TileTable read_legend(Node node) const {
    require(node, Kind::kObject, "'legend': an object of characters and their classes");
    TileTable legend;
    for (Node key = begin(node); key != end(node); key = after(after(key))) {
      const std::string_view name = tree_.string(key);
      if (name.size() != 1 || name[0] < ' ' || name[0] > '~') {
        fail(key, fmt::format("{}: expected one character, printable ASCII", in_quotes(name)));
      }
      const auto kind = static_cast<Raster::Class>(integer(after(key), "a class", 0, 255));
      legend.set(name[0], {kind, 1});
    }
    return legend;
  }

  Mesh read_mesh(Node node, std::vector<std::vector<int>>& lines) const {
    const auto [points, faces] = all_members<2>(node, "'mesh'", {"points", "faces"});
    require(points, Kind::kArray, "'points': an array of points");
    require(faces, Kind::kArray, "'faces': an array of faces");
    Mesh mesh;
    for (Node p = begin(points); p != end(points); p = after(p)) mesh.points.push_back(point(p));
    const auto count = static_cast<std::int64_t>(mesh.points.size());
    for (Node f = begin(faces); f != end(faces); f = after(f)) {
      const auto [vertices, walls] = all_members<2>(f, "a face", {"vertices", "walls"});
      require(vertices, Kind::kArray, "'vertices': an array of numbers of points");
      require(walls, Kind::kArray, "'walls': an array of numbers of edges");
      Mesh::Face& face = mesh.faces.emplace_back();
      for (Node v = begin(vertices); v != end(vertices); v = after(v)) {
        face.vertices.push_back(
            static_cast<std::int32_t>(integer(v, "the number of a point", 0, count - 1)));
      }
      face.wall.resize(face.vertices.size());
      const auto edges = static_cast<std::int64_t>(face.wall.size());
      for (Node w = begin(walls); w != end(walls); w = after(w)) {
        face.wall[static_cast<std::size_t>(integer(w, "the number of an edge", 0, edges - 1))] =
            true;
      }
      lines.push_back({tree_.line(f)});
    }
    return mesh;
  }

  Terrain read_terrain(Node node, const WorldFile& world) const {
    const auto [rows] = all_members<1>(node, "'terrain'", {"costs"});
    require(rows, Kind::kArray, "'costs': an array of rows");
    const Raster* raster = std::get_if<Raster>(&world.content);
    const std::size_t height = tree_.child_count(rows);
    const std::size_t width =
        height == 0 || tree_.kind(begin(rows)) != Kind::kArray ? 0 : tree_.child_count(begin(rows));
    if (width == 0) fail(rows, "no costs; expected rows of numbers");
    if (raster != nullptr && (width != static_cast<std::size_t>(raster->width()) ||
                              height != static_cast<std::size_t>(raster->height()))) {
      fail(rows, fmt::format("{} x {} costs; expected {} x {}, one per cell", width, height,
                             raster->width(), raster->height()));
    }
    for (Node r = begin(rows); r != end(rows); r = after(r)) {
      require(r, Kind::kArray, "a row of costs: an array of numbers");
      const std::size_t count = tree_.child_count(r);
      if (count != width) fail(r, fmt::format("a row of {} costs; expected {}", count, width));
    }
    Terrain terrain(static_cast<int>(width), static_cast<int>(height));
    Node row = begin(rows);
    for (int y = 0; y < terrain.height(); ++y, row = after(row)) {
      Node n = begin(row);
      for (int x = 0; x < terrain.width(); ++x, n = after(n)) {
        const double value = cost(n);
        if (raster != nullptr &&
            (raster->at(x, y) == Raster::kBlocked) != (tree_.kind(n) == Kind::kNull)) {
          fail(n, fmt::format("wrong cost of cell ({}, {}); expected null for blocked cells, and "
                              "numbers for free cells",
                              x, y));
        }
        terrain.set_cost(x, y, value);
      }
    }
    return terrain;
  }

  double cost(Node n) const {
    if (tree_.kind(n) == Kind::kNull) return std::numeric_limits<double>::infinity();
    const double value = tree_.kind(n) == Kind::kNumber ? tree_.number(n) : 0;
    if (!(value >= TileTable::kLeastCost && value <= TileTable::kMostCost)) {
      fail(n, fmt::format("expected a cost, {} to {}, or null for a blocked cell",
                          TileTable::kLeastCost, TileTable::kMostCost));
    }
    return value;
  }
};

}  // namespace

WorldFile parse_world_file(const TextFile& source) { return WorldFileReader(source).read(); }

}  // namespace fairway
