#include "datasets/formats/dxf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/geometry/box_tree.hpp"
#include "datasets/formats/dxf_roles.hpp"
#include "datasets/formats/dxf_strokes.hpp"
#include "datasets/formats/enclosures.hpp"
#include "datasets/formats/united_areas.hpp"

namespace fairway {

namespace {

/// Points of an outline times the outlines that may lie around it.
constexpr double kMostNesting = 3e8;

/// The lines of the layers that have a role.
struct DxfRole {
  std::string_view option;
  std::vector<Ring> outlines;  ///< closed ones; the first point is repeated
  std::vector<Ring> open;
  std::vector<Ring> gaps;  ///< between open ones, to be closed
};

/// Makes areas and walls of strokes.
class DxfWorldMaker {
 public:
  DxfWorldMaker(const TextFile& source, const MapOptions& options, std::vector<std::string> notes)
      : source_(source), options_(options), notes_(std::move(notes)) {}

  WorldFile make(const DxfRoles& roles, const std::vector<DxfStroke>& strokes) {
    if (!roles.has_floor) add_box(strokes);
    DxfRole floor = role_of("floor", roles.floor, strokes);
    DxfRole obstacles = role_of("obstacles", roles.obstacles, strokes);
    DxfRole walls = role_of("layers", roles.walls, strokes);
    expect_shallow(floor);
    expect_shallow(obstacles);
    try {
      cut({&floor, &obstacles, &walls});
      if (roles.has_floor) add_floor(floor);
      add_obstacles(obstacles);
    } catch (const InvalidWorld& invalid) {
      source_.fail(1, invalid.what());
    }
    for (const auto& lines : {walls.outlines, walls.open, walls.gaps}) append_to(walls_, lines);
    return unite(source_, areas_, walls_, std::move(notes_));
  }

 private:
  void note(std::size_t count, std::string_view one, std::string_view many) {
    if (count > 0) notes_.push_back(counted(count, one, many) + '.');
  }

  static void append_to(std::vector<Polygons::Segment>& segments, const std::vector<Ring>& lines) {
    for (const Ring& line : lines) {
      for (std::size_t i = 1; i < line.size(); ++i) segments.push_back({line[i - 1], line[i]});
    }
  }

  DxfRole role_of(std::string_view option, const std::vector<bool>& layers,
                  const std::vector<DxfStroke>& strokes) {
    DxfRole role;
    role.option = option;
    for (const DxfStroke& stroke : strokes) {
      if (!layers[static_cast<std::size_t>(stroke.layer)]) continue;
      if (!stroke.closed) {
        role.open.push_back(stroke.points);
      } else {
        role.outlines.push_back(stroke.points);
        role.outlines.back().push_back(stroke.points.front());
      }
    }
    const double close = options_.number("close", 0).value_or(0);
    if (close > 0) add_gaps(close, role);
    return role;
  }

  void add_gaps(double close, DxfRole& role) {
    double longest = 0;
    for (const auto& [a, b] : gaps_between(role.open, close)) {
      longest = std::max(longest, distance(a, b));
      role.gaps.push_back({a, b});
    }
    if (role.gaps.empty()) return;
    notes_.push_back(
        fmt::format("{} between ends of lines of the option '{}' {} closed, the longest of {}.",
                    counted(role.gaps.size(), "gap", "gaps"), role.option,
                    role.gaps.size() == 1 ? "was" : "were", longest));
  }

  void cut(std::initializer_list<DxfRole*> roles) {
    std::vector<Ring*> lines;
    for (DxfRole* role : roles) {
      for (auto* some : {&role->outlines, &role->open, &role->gaps}) {
        for (Ring& line : *some) lines.push_back(&line);
      }
    }
    const CutCounts counts = cut_together(lines);
    note(counts.crossings, "crossing of lines became a vertex, rounded to doubles",
         "crossings of lines became vertices, rounded to doubles");
    note(counts.touches, "line was split at an end of another that lies on it",
         "times a line was split at an end of another that lies on it");
  }

  /// What open lines enclose becomes outlines too. Returns the pieces that enclose nothing.
  std::vector<Polygons::Segment> find_outlines(DxfRole& role) {
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
      notes_.push_back(fmt::format("The {} open lines of the option '{}' make {}.",
                                   role.open.size(), role.option,
                                   counted(found, "outline", "outlines")));
    }
    std::ranges::move(enclosures.outlines, std::back_inserter(role.outlines));
    return std::move(enclosures.open);
  }

  void add_floor(DxfRole& floor) {
    const auto open = find_outlines(floor);
    if (floor.outlines.empty()) {
      source_.fail(1, fmt::format("nothing is closed on the layers of the option 'floor', which "
                                  "have {} open lines; expected an outline, or the option 'close' "
                                  "to close gaps",
                                  floor.open.size()));
    }
    note(open.size(), "piece of a line of the option 'floor' encloses nothing: left out",
         "pieces of lines of the option 'floor' enclose nothing: left out");
    add_areas(floor, true);
  }

  void add_obstacles(DxfRole& obstacles) {
    const auto open = find_outlines(obstacles);
    note(open.size(), "piece of a line of the option 'obstacles' encloses nothing: a wall",
         "pieces of lines of the option 'obstacles' enclose nothing: walls");
    add_areas(obstacles, false);
    walls_.insert(walls_.end(), open.begin(), open.end());
  }

  void add_areas(const DxfRole& role, bool free) {
    expect_shallow(role);
    for (const Ring& outline : role.outlines) areas_.push_back({{outline}, free});
  }

  /// What is in many areas takes that much memory for each edge.
  void expect_shallow(const DxfRole& role) const {
    std::vector<Box> boxes;
    for (const Ring& outline : role.outlines) boxes.push_back(bounding_box(outline));
    const BoxTree tree(boxes);
    double cost = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      tree.visit(boxes[i], [&](std::size_t j) {
        if (boxes[j].contains(boxes[i].min) && boxes[j].contains(boxes[i].max)) {
          cost += static_cast<double>(role.outlines[i].size());
        }
        return cost <= kMostNesting;
      });
    }
    if (cost > kMostNesting) {
      options_.fail(role.option,
                    "the outlines on these layers lie in one another too often; expected outlines "
                    "that are not nested so deeply");
    }
  }

  void add_box(const std::vector<DxfStroke>& strokes) {
    Ring corners;
    for (const DxfStroke& stroke : strokes) {
      const Box box = bounding_box(stroke.points);
      corners.insert(corners.end(), {box.min, box.max});
    }
    if (corners.empty()) source_.fail(1, "nothing in the drawing is a line; expected some");
    const Box box = bounding_box(corners);
    if (box.width() == 0 || box.height() == 0) {
      source_.fail(1, "all lines lie on one; expected lines with an area between them");
    }
    areas_.push_back({{{box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}}}, true});
    notes_.push_back(
        fmt::format("The free area is the box of all that was read, from ({}, {}) to "
                    "({}, {}): the option 'floor' is not set.",
                    box.min.x, box.min.y, box.max.x, box.max.y));
  }

  const TextFile& source_;
  const MapOptions& options_;
  std::vector<Area> areas_;
  std::vector<Polygons::Segment> walls_;
  std::vector<std::string> notes_;
};

}  // namespace

WorldFile make_dxf_world(const TextFile& source, const DxfDrawing& drawing,
                         const MapOptions& options) {
  std::vector<std::string> notes = drawing.notes;
  const MapUnits units = dxf_units(drawing, options, notes);
  const DxfRoles roles = dxf_roles(drawing, options);
  const double scale = options.number("scale", 1e-12, 1e12).value_or(1);
  const auto tolerance = options.number("tolerance", 1e-12, 1e12);
  DxfStrokes placed = place_strokes(source, drawing, roles.uses, scale, tolerance);
  std::ranges::move(placed.notes, std::back_inserter(notes));
  if (placed.curves > 0) {
    notes.push_back(fmt::format(
        "{} became straight pieces, at most {} from the curve{}.",
        counted(placed.curves, "entity with a curve", "entities with curves"), placed.tolerance,
        tolerance ? "" : ": 1/10,000 of the longer side of the box of all that was read"));
  }
  WorldFile world = DxfWorldMaker(source, options, std::move(notes)).make(roles, placed.strokes);
  world.units = units;
  return world;
}

WorldFile parse_dxf(const TextFile& source, const MapOptions& options) {
  return make_dxf_world(source, parse_dxf_drawing(source), options);
}

}  // namespace fairway
