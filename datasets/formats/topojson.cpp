#include "datasets/formats/topojson.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datasets/formats/antimeridian.hpp"
#include "datasets/formats/united_areas.hpp"
#include "datasets/json_tree.hpp"

namespace fairway {

namespace {

using Node = JsonTree::Node;
using Kind = JsonTree::Kind;

/// How positions of quantised arcs become coordinates.
struct Transform {
  Point scale;
  Point translate;
};

class TopoJsonReader {
 public:
  TopoJsonReader(const TextFile& source, const MapOptions& options)
      : source_(source), options_(options), tree_(JsonTree::parse(source)) {}

  WorldFile read() {
    if (tree_.kind(kRoot) != Kind::kObject) fail(kRoot, "expected an object, a Topology");
    read_transform();
    read_arcs();
    measure();
    read_objects();
    if (areas_.empty()) fail(kRoot, "no polygon in the chosen objects; expected one at least");
    if (left_out_ > 0) {
      notes_.push_back(fmt::format("{} geometries that are no polygons were left out.", left_out_));
    }
    notes_.push_back(fmt::format("{} polygons were united.", polygons_));
    static constexpr std::array<std::string_view, 2> kFree{"land", "sea"};
    const bool sea = options_.choice("free", kFree) == 1;
    if (sea) add_sea();
    if (crossing_ > 0) cut_at_meridians();
    WorldFile world = unite(source_, areas_, {}, std::move(notes_));
    if (meridians_) world.units = {"degrees", "longitude and latitude 0"};
    return world;
  }

 private:
  static constexpr Node kRoot = JsonTree::kRoot;

  [[noreturn]] void fail(Node n, const std::string& what) const {
    source_.fail(tree_.line(n), what);
  }

  Node require(Node object, std::string_view key, Kind kind, std::string_view what) const {
    const Node value = tree_.member(object, key);
    if (value == kRoot || tree_.kind(value) != kind) {
      fail(value == kRoot ? object : value, fmt::format("expected '{}': {}", key, what));
    }
    return value;
  }

  Point read_pair(Node object, std::string_view key) const {
    const Node pair = require(object, key, Kind::kArray, "an array of two numbers");
    if (tree_.child_count(pair) != 2) fail(pair, fmt::format("expected '{}': two numbers", key));
    const Node x = tree_.begin(pair);
    return {tree_.coordinate(source_, x), tree_.coordinate(source_, tree_.after(x))};
  }

  void read_transform() {
    const Node transform = tree_.member(kRoot, "transform");
    if (transform == kRoot) return;
    if (tree_.kind(transform) != Kind::kObject) fail(transform, "expected 'transform': an object");
    transform_ = {read_pair(transform, "scale"), read_pair(transform, "translate")};
    if (transform_->scale.x == 0 || transform_->scale.y == 0) {
      fail(transform, "a scale of 0; expected other numbers");
    }
    notes_.push_back(
        fmt::format("Coordinates were rounded to multiples of {} and {} by whoever "
                    "made the file.",
                    transform_->scale.x, transform_->scale.y));
  }

  void read_arcs() {
    const Node arcs = require(kRoot, "arcs", Kind::kArray, "an array of arcs");
    for (Node arc = tree_.begin(arcs); arc != tree_.end(arcs); arc = tree_.after(arc)) {
      if (tree_.kind(arc) != Kind::kArray) fail(arc, "expected an arc: an array of positions");
      Ring& points = points_.emplace_back();
      Point sum;
      for (Node p = tree_.begin(arc); p != tree_.end(arc); p = tree_.after(p)) {
        points.push_back(read_position(p, sum));
      }
      if (points.size() < 2) fail(arc, "an arc of fewer than two positions; expected two at least");
    }
  }

  /// `sum` is that of the steps so far.
  Point read_position(Node node, Point& sum) const {
    if (tree_.kind(node) != Kind::kArray || tree_.child_count(node) < 2) {
      fail(node, "expected a position: an array of two numbers, [x, y]");
    }
    const Node x = tree_.begin(node);
    const Node y = tree_.after(x);
    if (!transform_) return {tree_.coordinate(source_, x), tree_.coordinate(source_, y)};
    if (tree_.kind(x) != Kind::kNumber || tree_.kind(y) != Kind::kNumber) {
      fail(node, "expected a step: an array of two numbers, [x, y]");
    }
    sum = {sum.x + tree_.number(x), sum.y + tree_.number(y)};
    const Point p{sum.x * transform_->scale.x + transform_->translate.x,
                  sum.y * transform_->scale.y + transform_->translate.y};
    if (!is_coordinate(p.x) || !is_coordinate(p.y)) {
      fail(node, fmt::format("the steps up to here lead to ({}, {}); expected coordinates that are "
                             "0 or of a magnitude from 1e-70 to 1e70",
                             p.x, p.y));
    }
    return p;
  }

  void read_objects() {
    const Node objects = require(kRoot, "objects", Kind::kObject, "an object of geometries");
    const std::vector<std::string> chosen = options_.texts("object");
    std::vector<std::string> known;
    std::vector<std::string> read;
    for (Node key = tree_.begin(objects); key != tree_.end(objects);
         key = tree_.after(tree_.after(key))) {
      const std::string name(tree_.string(key));
      known.push_back(name);
      if (!chosen.empty() && std::ranges::find(chosen, name) == chosen.end()) continue;
      read_geometry(tree_.after(key));
      read.push_back(name);
    }
    for (const std::string& name : chosen) {
      if (std::ranges::find(known, name) != known.end()) continue;
      options_.fail("object", fmt::format("no object {}; expected some of {}", in_quotes(name),
                                          fmt::join(known, ", ")));
    }
    notes_.push_back(fmt::format("Objects read: {}.", fmt::join(read, ", ")));
  }

  void read_geometry(Node geometry) {
    if (tree_.kind(geometry) != Kind::kObject) fail(geometry, "expected a geometry: an object");
    const Node type_node = tree_.member(geometry, "type");
    if (type_node == kRoot) fail(geometry, "a geometry without a 'type'; expected one");
    if (tree_.kind(type_node) == Kind::kNull) return;  // a feature without geometry
    if (tree_.kind(type_node) != Kind::kString) fail(type_node, "expected 'type': a text");
    const std::string_view type = tree_.string(type_node);
    if (type == "GeometryCollection") {
      const Node all = require(geometry, "geometries", Kind::kArray, "an array of geometries");
      for (Node g = tree_.begin(all); g != tree_.end(all); g = tree_.after(g)) read_geometry(g);
    } else if (type == "Polygon") {
      read_polygon(require(geometry, "arcs", Kind::kArray, "an array of rings"));
    } else if (type == "MultiPolygon") {
      const Node all = require(geometry, "arcs", Kind::kArray, "an array of polygons");
      for (Node p = tree_.begin(all); p != tree_.end(all); p = tree_.after(p)) read_polygon(p);
    } else if (type == "Point" || type == "MultiPoint" || type == "LineString" ||
               type == "MultiLineString") {
      ++left_out_;
    } else {
      fail(type_node, fmt::format("{} is no type of a geometry; expected Polygon, MultiPolygon or "
                                  "GeometryCollection",
                                  in_quotes(type)));
    }
  }

  void read_polygon(Node rings) {
    if (tree_.kind(rings) != Kind::kArray) fail(rings, "expected a polygon: an array of rings");
    Area area;
    area.free = true;
    for (Node r = tree_.begin(rings); r != tree_.end(rings); r = tree_.after(r)) {
      add_ring(read_ring(r), r, area);
    }
    ++polygons_;
    areas_.push_back(std::move(area));
  }

  void add_ring(Ring ring, Node node, Area& area) {
    if (!meridians_) {
      area.rings.push_back(std::move(ring));
      return;
    }
    auto rings = in_the_plane(ring, *meridians_);
    if (!rings) fail(node, "a ring that goes round the earth more than once; expected one at most");
    crossing_ += rings->size() > 1 ? 1 : 0;
    std::ranges::move(*rings, std::back_inserter(area.rings));
  }

  Ring read_ring(Node node) {
    if (tree_.kind(node) != Kind::kArray || tree_.child_count(node) == 0) {
      fail(node, "expected a ring: an array of numbers of arcs");
    }
    Ring ring;
    for (Node n = tree_.begin(node); n != tree_.end(node); n = tree_.after(n)) {
      const Ring& arc = points_[number_of_arc(n)];
      const bool reversed = tree_.number(n) < 0;
      const Point first = reversed ? arc.back() : arc.front();
      if (!ring.empty() && ring.back() != first) {
        fail(n, fmt::format("the arc begins at ({}, {}); expected ({}, {}), where the one before "
                            "it ends",
                            first.x, first.y, ring.back().x, ring.back().y));
      }
      if (!ring.empty()) ring.pop_back();
      if (reversed) {
        ring.insert(ring.end(), arc.rbegin(), arc.rend());
      } else {
        ring.insert(ring.end(), arc.begin(), arc.end());
      }
      if (ring.size() > kMostPoints) fail(n, "a ring of more than 20 million positions");
    }
    if (ring.front() != ring.back()) {
      fail(node, fmt::format("the ring ends at ({}, {}); expected its first position ({}, {})",
                             ring.back().x, ring.back().y, ring.front().x, ring.front().y));
    }
    ring.pop_back();
    total_ += ring.size();
    if (total_ > kMostPoints) fail(node, "rings of more than 20 million positions together");
    return ring;
  }

  std::size_t number_of_arc(Node n) const {
    if (points_.empty()) fail(n, "a ring, but the file has no arcs; expected some");
    const double value = tree_.kind(n) == Kind::kNumber ? tree_.number(n) : 0.5;
    const double place = value < 0 ? -1 - value : value;
    if (!(place >= 0 && place < static_cast<double>(points_.size()) &&
          place == static_cast<double>(static_cast<std::size_t>(place)))) {
      fail(n, fmt::format("expected the number of an arc, {} to {}, or -1 - n for arc n reversed",
                          -static_cast<std::int64_t>(points_.size()), points_.size() - 1));
    }
    return static_cast<std::size_t>(place);
  }

  /// The box of all arcs, and the meridians if it lies on the earth.
  void measure() {
    if (points_.empty()) return;
    least_ = most_ = points_.front().front();
    for (const Ring& arc : points_) {
      for (const Point p : arc) {
        least_ = {std::min(least_.x, p.x), std::min(least_.y, p.y)};
        most_ = {std::max(most_.x, p.x), std::max(most_.y, p.y)};
      }
    }
    constexpr double kRounding = 1e-3;
    if (std::max(-least_.x, most_.x) > 180 + kRounding) return;
    if (std::max(-least_.y, most_.y) > 90 + kRounding) return;
    // Of a map of the whole earth, the meridians are where it ends.
    const bool whole = most_.x - least_.x > 360 - kRounding;
    meridians_ = whole ? Meridians{least_.x, most_.x} : Meridians{-180, 180};
  }

  /// Blocks what copies of rings reach beyond the meridians.
  void cut_at_meridians() {
    notes_.push_back(fmt::format(
        "{} rings cross the antimeridian or go round a pole: they were cut at the longitudes {} "
        "and {}.",
        crossing_, meridians_->west, meridians_->east));
    constexpr double kRound = 3 * 360;
    for (const auto& [from, to] : {std::pair(meridians_->west - kRound, meridians_->west),
                                   std::pair(meridians_->east, meridians_->east + kRound)}) {
      areas_.push_back({{{{from, -100}, {to, -100}, {to, 100}, {from, 100}}}, false});
    }
  }

  /// The box of all arcs is free, and the polygons are not.
  void add_sea() {
    for (Area& area : areas_) area.free = false;
    areas_.push_back({{{least_, {most_.x, least_.y}, most_, {least_.x, most_.y}}}, true});
    notes_.push_back(
        "What the polygons cover is blocked; the rest of the box of all arcs is free.");
  }

  /// An arc may be named many times: what a file states is bounded, what it stands for is not.
  static constexpr std::size_t kMostPoints = 20'000'000;

  const TextFile& source_;
  const MapOptions& options_;
  JsonTree tree_;
  std::optional<Transform> transform_;
  std::vector<Ring> points_;  ///< of each arc
  Point least_;               ///< corners of the box of all arcs
  Point most_;
  std::optional<Meridians> meridians_;  ///< if the coordinates are longitudes and latitudes
  std::size_t crossing_ = 0;            ///< rings that cross the antimeridian
  std::vector<Area> areas_;
  std::vector<std::string> notes_;
  std::size_t polygons_ = 0;
  std::size_t left_out_ = 0;
  std::size_t total_ = 0;
};

}  // namespace

bool looks_like_topojson(std::string_view text) {
  while (!text.empty() && (is_blank(text.front()) || text.front() == '\n')) text.remove_prefix(1);
  return text.starts_with('{') && text.find("\"Topology\"") != std::string_view::npos &&
         text.find("\"arcs\"") != std::string_view::npos;
}

WorldFile parse_topojson(const TextFile& source, const MapOptions& options) {
  return TopoJsonReader(source, options).read();
}

}  // namespace fairway
