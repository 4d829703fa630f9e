#include "programs/gdal/shapes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "algorithms/geometry/box_tree.hpp"
#include "datasets/enclosures.hpp"
#include "datasets/united_areas.hpp"
#include "programs/gdal/antimeridian.hpp"

namespace fairway::gdal {

namespace {

/// Limit of the nesting of outlines. The nesting is the sum, over all outlines, of (points of the
/// outline) x (number of outlines that enclose it).
constexpr double kMostNesting = 3e8;

/// The shapes with one role: floor, obstacle or wall. Successive points of an outline or line are
/// different.
struct Role {
  std::string_view option;
  std::vector<Area> areas;
  std::vector<Ring> outlines;  ///< closed lines: the first point is repeated at the end
  std::vector<Ring> open;
  std::vector<Ring> gaps;  ///< segments that close gaps between open lines
};

void append_to(std::vector<Polygons::Segment>& segments, const std::vector<Ring>& lines) {
  for (const Ring& line : lines) {
    for (std::size_t i = 1; i < line.size(); ++i) segments.push_back({line[i - 1], line[i]});
  }
}

Ring closed(const Ring& ring) {
  Ring line = ring;
  line.push_back(ring.front());
  return line;
}

class WorldMaker {
 public:
  WorldMaker(const TextFile& source, const MapOptions& options, std::vector<std::string> notes)
      : source_(source), options_(options), notes_(std::move(notes)) {}

  WorldFile make(const std::vector<Shape>& shapes) {
    sort(shapes);
    for (Role* role : {&floor_, &obstacles_}) expect_shallow(*role);
    try {
      const std::vector<Polygons::Segment> walls = cut_and_enclose();
      if (!has_floor_) add_box();
      return unite(source_, areas_, walls, std::move(notes_));
    } catch (const InvalidWorld& invalid) {
      source_.fail(1, invalid.what());
    }
  }

 private:
  void note(std::size_t count, std::string_view one, std::string_view many) {
    if (count > 0) notes_.push_back(counted(count, one, many) + '.');
  }

  /// Adds each shape to its roles. A shape that the option floor, obstacles or layers selects gets
  /// the role of this option. All other shapes get default roles.
  void sort(const std::vector<Shape>& shapes) {
    const std::vector<Selector> selectors = selectors_of(options_);
    const bool asked = options_.has("floor") || options_.has("obstacles");
    std::size_t unused = 0;
    for (const Shape& shape : shapes) {
      bool is_floor = false;
      bool is_obstacle = false;
      bool is_wall = false;
      for (const std::size_t number : shape.chosen) {
        const std::string_view option = selectors[number].option;
        (option == "floor" ? is_floor : option == "obstacles" ? is_obstacle : is_wall) = true;
      }
      if (shape.chosen.empty() && !shape.hidden) {
        const bool area = shape.kind == Shape::Kind::kArea;
        is_floor = area && !asked;
        is_wall = !area && !options_.has("floor") && !options_.has("layers");
      }
      if (is_floor) add(shape, floor_);
      if (is_obstacle) add(shape, obstacles_);
      if (is_wall) add(shape, walls_);
      if (!is_floor && !is_obstacle && !is_wall) {
        ++unused;
        continue;
      }
      for (const Ring& ring : shape.rings) {
        const Box box = bounding_box(ring);
        corners_.insert(corners_.end(), {box.min, box.max});
      }
    }
    has_floor_ = options_.has("floor") || !floor_.areas.empty();
    note(unused, "shape was left out, because it is neither floor nor obstacle nor wall",
         "shapes were left out, because they are neither floor nor obstacle nor wall");
    for (Role* role : {&floor_, &obstacles_, &walls_}) add_gaps(*role);
  }

  static void add(const Shape& shape, Role& role) {
    if (shape.kind == Shape::Kind::kLine) {
      role.open.push_back(shape.rings.front());
    } else if (shape.kind == Shape::Kind::kOutline || role.option == "layers") {
      for (const Ring& ring : shape.rings) role.outlines.push_back(closed(ring));
    } else {
      role.areas.push_back({shape.rings, role.option == "floor"});
    }
  }

  void add_gaps(Role& role) {
    const double close = options_.number("close", 0).value_or(0);
    if (close == 0) return;
    double longest = 0;
    for (const auto& [a, b] : gaps_between(role.open, close)) {
      longest = std::max(longest, distance(a, b));
      role.gaps.push_back({a, b});
    }
    if (role.gaps.empty()) return;
    notes_.push_back(
        fmt::format("{} between ends of lines of the option '{}' {} closed. The length of the "
                    "longest gap is {}.",
                    counted(role.gaps.size(), "gap", "gaps"), role.option,
                    role.gaps.size() == 1 ? "was" : "were", longest));
  }

  /// Splits the lines of all roles where they meet. Then makes areas of the closed lines. Returns
  /// the segments of the walls.
  std::vector<Polygons::Segment> cut_and_enclose() {
    std::vector<Ring*> lines;
    for (Role* role : {&floor_, &obstacles_, &walls_}) {
      for (auto* some : {&role->outlines, &role->open, &role->gaps}) {
        for (Ring& line : *some) lines.push_back(&line);
      }
    }
    const CutCounts counts = cut_together(lines);
    note(counts.crossings, "crossing of lines became a vertex, rounded to doubles",
         "crossings of lines became vertices, rounded to doubles");
    note(counts.touches, "line was split at the end of another line",
         "splits of lines were made at the ends of other lines");
    const auto of_floor = find_outlines(floor_);
    auto walls = find_outlines(obstacles_);
    if (has_floor_ && floor_.outlines.empty() && floor_.areas.empty()) {
      source_.fail(1,
                   fmt::format("the layers of the option 'floor' have {} open lines and no closed "
                               "line; expected a closed line, or the option 'close' to close gaps",
                               floor_.open.size()));
    }
    note(of_floor.size(),
         "piece of a line of the option 'floor' was left out, because it encloses nothing",
         "pieces of lines of the option 'floor' were left out, because they enclose nothing");
    note(walls.size(),
         "piece of a line of the option 'obstacles' became a wall, because it encloses nothing",
         "pieces of lines of the option 'obstacles' became walls, because they enclose nothing");
    for (Role* role : {&floor_, &obstacles_}) {
      expect_shallow(*role);
      std::ranges::move(role->areas, std::back_inserter(areas_));
      for (Ring& outline : role->outlines) {
        areas_.push_back({{std::move(outline)}, role->option == "floor"});
      }
    }
    for (const auto& some : {walls_.outlines, walls_.open, walls_.gaps}) append_to(walls, some);
    return walls;
  }

  /// Removes the repeated last point of each outline of a role. Then adds to the role the outlines
  /// that several of its open lines form together. Returns the segments that enclose nothing.
  std::vector<Polygons::Segment> find_outlines(Role& role) {
    std::vector<Polygons::Segment> segments;
    append_to(segments, role.open);
    append_to(segments, role.gaps);
    const auto is_area = [](const Ring& ring) {
      return std::ranges::any_of(ring, [&](Point p) { return p != ring[0] && p != ring[1]; });
    };
    const auto flat = std::stable_partition(role.outlines.begin(), role.outlines.end(), is_area);
    append_to(segments, {flat, role.outlines.end()});
    role.outlines.erase(flat, role.outlines.end());
    for (Ring& outline : role.outlines) outline.pop_back();
    Enclosures enclosures = enclose(segments);
    if (const std::size_t found = enclosures.outlines.size(); found > 0) {
      notes_.push_back(fmt::format("The {} open lines of the option '{}' form {}.",
                                   role.open.size(), role.option,
                                   counted(found, "outline", "outlines")));
    }
    std::ranges::move(enclosures.outlines, std::back_inserter(role.outlines));
    return std::move(enclosures.open);
  }

  /// Throws InputError if the nesting exceeds kMostNesting. The limit is needed because each edge
  /// takes memory for every area around it.
  void expect_shallow(const Role& role) const {
    std::vector<Box> boxes;
    std::vector<std::size_t> points;
    const auto add_box_of = [&](const Ring& ring) {
      boxes.push_back(bounding_box(ring));
      points.push_back(ring.size());
    };
    for (const Ring& outline : role.outlines) add_box_of(outline);
    for (const Area& area : role.areas) {
      for (const Ring& ring : area.rings) add_box_of(ring);
    }
    const BoxTree tree(boxes);
    double cost = 0;
    for (std::size_t i = 0; i < boxes.size() && cost <= kMostNesting; ++i) {
      tree.visit(boxes[i], [&](std::size_t j) {
        if (boxes[j].contains(boxes[i].min) && boxes[j].contains(boxes[i].max)) {
          cost += static_cast<double>(points[i]);
        }
        return cost <= kMostNesting;
      });
    }
    if (cost > kMostNesting) {
      source_.fail(1, fmt::format("the outlines of the option '{}' are nested too deeply; "
                                  "expected outlines with fewer outlines around them",
                                  role.option));
    }
  }

  void add_box() {
    if (corners_.empty())
      source_.fail(1, "the map has no areas and no lines; expected at least one area or line");
    const Box box = bounding_box(corners_);
    if (box.width() == 0 || box.height() == 0) {
      source_.fail(1, "all lines lie on one straight line; expected lines that enclose an area");
    }
    areas_.push_back({{{box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}}}, true});
    notes_.push_back(
        fmt::format("The free area is the bounding box of the shapes, from ({}, {}) to ({}, {}), "
                    "because no shape is floor.",
                    box.min.x, box.min.y, box.max.x, box.max.y));
  }

  const TextFile& source_;
  const MapOptions& options_;
  Role floor_{"floor", {}, {}, {}, {}};
  Role obstacles_{"obstacles", {}, {}, {}, {}};
  Role walls_{"layers", {}, {}, {}, {}};
  Ring corners_;  ///< corners of the bounding boxes of all rings that have a role
  bool has_floor_ = false;
  std::vector<Area> areas_;
  std::vector<std::string> notes_;
};

/// Throws InputError if a selector matches no feature.
void expect_choices(const MapOptions& options, const Shapes& shapes) {
  const std::vector<Selector> selectors = selectors_of(options);
  for (const Selector& selector : selectors) {
    if (shapes.used.contains(selector.number)) continue;
    constexpr std::size_t kShown = 100;
    std::vector<std::string> known;
    for (const std::string& layer : shapes.layers) known.push_back(in_quotes(layer));
    std::ranges::sort(known);
    const std::size_t more = known.size() - std::min(known.size(), kShown);
    known.resize(known.size() - more);
    options.fail(
        selector.option,
        fmt::format(
            "{} selects nothing; expected a layer of the map or LAYER[FILTER]. The layers are {}{}",
            in_quotes(selector.text), fmt::join(known, ", "),
            more > 0 ? fmt::format(" and {} more", more) : ""));
  }
}

/// Cuts areas of longitudes and latitudes at the antimeridian. Each part moves into the range of
/// longitudes of the map. Areas that do not cross the antimeridian stay unchanged.
void cut_at_antimeridian(const TextFile& source, Shapes& shapes) {
  double west = 0;
  double east = 0;
  for (const Shape& shape : shapes.all) {
    for (const Ring& ring : shape.rings) {
      const Box box = bounding_box(ring);
      west = std::min(west, box.min.x);
      east = std::max(east, box.max.x);
    }
  }
  constexpr double kRounding = 1e-3;
  if (std::max(-west, east) > 180 + kRounding) return;
  // If the map shows the whole earth, the meridians are the limits of the map. Otherwise, they are
  // -180 and 180 degrees.
  const bool whole = east - west > 360 - kRounding;
  const Meridians meridians = whole ? Meridians{west, east} : Meridians{-180, 180};
  std::size_t crossing = 0;
  for (Shape& shape : shapes.all) {
    if (shape.kind != Shape::Kind::kArea) continue;
    Area area{{}, true};
    bool crosses = false;
    for (const Ring& ring : shape.rings) {
      auto rings = in_the_plane(ring, meridians);
      if (!rings)
        source.fail(1, "a ring goes round the earth more than once; expected at most once");
      crosses = crosses || rings->size() > 1;
      crossing += rings->size() > 1 ? 1 : 0;
      std::ranges::move(*rings, std::back_inserter(area.rings));
    }
    if (!crosses) continue;
    // in_the_plane() returns copies of a ring that extend beyond the meridians. Remove everything
    // beyond the meridians.
    constexpr double kRound = 3 * 360;
    std::vector<Area> areas{std::move(area)};
    for (const auto& [from, to] : {std::pair(meridians.west - kRound, meridians.west),
                                   std::pair(meridians.east, meridians.east + kRound)}) {
      areas.push_back({{{{from, -100}, {to, -100}, {to, 100}, {from, 100}}}, false});
    }
    OverlayReport report;
    shape.rings.clear();
    for (Polygons::Part& part : overlay(areas, {}, report).parts) {
      shape.rings.push_back(std::move(part.ring));
    }
  }
  if (crossing == 0) return;
  shapes.notes.push_back(
      fmt::format("{} rings cross the antimeridian or go round a pole. They were cut at the "
                  "longitudes {} and {}.",
                  crossing, meridians.west, meridians.east));
}

}  // namespace

std::vector<Selector> selectors_of(const MapOptions& options) {
  std::vector<Selector> selectors;
  for (const std::string_view option : {"floor", "obstacles", "layers"}) {
    for (const std::string& text : options.texts(option)) {
      if (text.empty()) options.fail(option, "expected a layer of the map, found ''");
      Selector selector{option, selectors.size(), text, text, {}};
      const std::size_t bracket = text.find('[');
      if (bracket != std::string::npos && text.ends_with(']')) {
        selector.layer = text.substr(0, bracket);
        selector.filter = text.substr(bracket + 1, text.size() - bracket - 2);
      }
      selectors.push_back(std::move(selector));
    }
  }
  return selectors;
}

WorldFile make_world(const TextFile& source, const MapOptions& options, Shapes shapes) {
  expect_choices(options, shapes);
  if (shapes.geographic) cut_at_antimeridian(source, shapes);
  return WorldMaker(source, options, std::move(shapes.notes)).make(shapes.all);
}

}  // namespace fairway::gdal
