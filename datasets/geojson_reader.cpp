#include <fmt/format.h>

#include "datasets/geojson.hpp"
#include "datasets/json_tree.hpp"

namespace fairway {

namespace {

constexpr std::string_view kTypes =
    "FeatureCollection, Feature, Polygon, MultiPolygon, LineString, MultiLineString or "
    "GeometryCollection";

class GeoJsonReader {
 public:
  explicit GeoJsonReader(const TextFile& source)
      : source_(source), tree_(JsonTree::parse(source)) {}

  WorldFile read() {
    if (kind(JsonTree::kRoot) == Kind::kObject) {
      read_object(JsonTree::kRoot);
    } else if (kind(JsonTree::kRoot) == Kind::kArray) {
      read_rings(JsonTree::kRoot, Closing::kOptional);
    } else {
      fail(
          JsonTree::kRoot,
          fmt::format("neither an object nor an array; expected {}, or an array of rings", kTypes));
    }
    if (polygons_.parts.empty()) {
      fail(JsonTree::kRoot, "no polygon in the file; expected at least one");
    }
    lines_.insert(lines_.end(), lines_of_walls_.begin(), lines_of_walls_.end());
    WorldFile world{source_.file(), std::move(polygons_), std::move(lines_)};
    if (points_ > 0) world.notes.push_back(fmt::format("{} points were left out.", points_));
    return world;
  }

 private:
  using Kind = JsonTree::Kind;
  using Node = JsonTree::Node;
  enum class Closing { kRequired, kOptional };

  Kind kind(Node n) const { return tree_.kind(n); }
  [[noreturn]] void fail(Node n, const std::string& what) const {
    source_.fail(tree_.line(n), what);
  }

  Node array_member(Node object, std::string_view key, std::string_view type) const {
    const Node value = tree_.member(object, key);
    if (value == JsonTree::kRoot || kind(value) != Kind::kArray) {
      fail(value == JsonTree::kRoot ? object : value,
           fmt::format("a {} without an array '{}'; expected one", type, key));
    }
    return value;
  }

  void read_object(Node object) {
    if (kind(object) != Kind::kObject) fail(object, fmt::format("expected an object: {}", kTypes));
    const Node type_node = tree_.member(object, "type");
    if (type_node == JsonTree::kRoot || kind(type_node) != Kind::kString) {
      fail(object, fmt::format("an object without a 'type'; expected {}", kTypes));
    }
    const std::string_view type = tree_.string(type_node);
    if (type == "FeatureCollection") {
      read_members(array_member(object, "features", type));
    } else if (type == "GeometryCollection") {
      read_members(array_member(object, "geometries", type));
    } else if (type == "Feature") {
      const Node geometry = tree_.member(object, "geometry");
      if (geometry == JsonTree::kRoot) fail(object, "a Feature without 'geometry'; expected one");
      if (kind(geometry) != Kind::kNull) read_object(geometry);
    } else if (type == "Polygon") {
      read_rings(array_member(object, "coordinates", type), Closing::kRequired);
    } else if (type == "MultiPolygon") {
      const Node polygons = array_member(object, "coordinates", type);
      for (Node p = tree_.begin(polygons); p != tree_.end(polygons); p = tree_.after(p)) {
        read_rings(p, Closing::kRequired);
      }
    } else if (type == "LineString") {
      read_line(array_member(object, "coordinates", type));
    } else if (type == "MultiLineString") {
      const Node lines = array_member(object, "coordinates", type);
      for (Node l = tree_.begin(lines); l != tree_.end(lines); l = tree_.after(l)) read_line(l);
    } else if (type == "Point" || type == "MultiPoint") {
      ++points_;
    } else {
      fail(type_node,
           fmt::format("{} describes no area here; expected {}", in_quotes(type), kTypes));
    }
  }

  void read_members(Node array) {
    for (Node n = tree_.begin(array); n != tree_.end(array); n = tree_.after(n)) read_object(n);
  }

  void read_rings(Node rings, Closing closing) {
    if (kind(rings) != Kind::kArray) fail(rings, "expected an array of rings");
    if (tree_.begin(rings) == tree_.end(rings)) {
      fail(rings, "a polygon without rings; expected an outline at least");
    }
    bool outline = true;
    for (Node r = tree_.begin(rings); r != tree_.end(rings); r = tree_.after(r)) {
      read_ring(r, outline, closing);
      outline = false;
    }
  }

  void read_ring(Node node, bool outline, Closing closing) {
    if (kind(node) != Kind::kArray) fail(node, "expected a ring: an array of positions [x, y]");
    Ring ring;
    std::vector<int> lines;
    for (Node p = tree_.begin(node); p != tree_.end(node); p = tree_.after(p)) {
      ring.push_back(read_position(p));
      lines.push_back(tree_.line(p));
    }
    if (ring.empty()) fail(node, "a ring without positions; expected three vertices at least");
    const bool closed = ring.size() > 1 && ring.front() == ring.back();
    if (!closed && closing == Closing::kRequired) {
      source_.fail(lines.back(),
                   fmt::format("the ring ends at ({}, {}); expected its first position "
                               "({}, {}) again",
                               ring.back().x, ring.back().y, ring.front().x, ring.front().y));
    }
    if (closed) {
      ring.pop_back();
      lines.pop_back();
    }
    polygons_.parts.push_back({std::move(ring), outline});
    lines_.push_back(std::move(lines));
  }

  /// Adds each segment of a line as a wall of zero width.
  void read_line(Node node) {
    if (kind(node) != Kind::kArray || tree_.child_count(node) < 2) {
      fail(node, "expected a line: an array of two positions at least");
    }
    Node p = tree_.begin(node);
    Point from = read_position(p);
    for (p = tree_.after(p); p != tree_.end(node); p = tree_.after(p)) {
      const Point to = read_position(p);
      polygons_.walls.push_back({from, to});
      lines_of_walls_.push_back({tree_.line(p)});
      from = to;
    }
  }

  Point read_position(Node node) const {
    if (kind(node) != Kind::kArray || tree_.child_count(node) < 2) {
      fail(node, "expected a position: an array of two numbers, [x, y]");
    }
    const Node x = tree_.begin(node);
    return {tree_.coordinate(source_, x), tree_.coordinate(source_, tree_.after(x))};
  }

  const TextFile& source_;
  JsonTree tree_;
  Polygons polygons_;
  std::vector<std::vector<int>> lines_;
  std::vector<std::vector<int>> lines_of_walls_;
  std::size_t points_ = 0;
};

}  // namespace

WorldFile parse_geojson(const TextFile& source) { return GeoJsonReader(source).read(); }

}  // namespace fairway
