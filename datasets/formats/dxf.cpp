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

bool is_outline(const Ring& points) {
  return points.size() > 2 && std::ranges::any_of(points, [&](Point p) {
           return p != points.front() && p != points[1];
         });
}

/// Makes areas and walls of strokes.
class DxfWorldMaker {
 public:
  DxfWorldMaker(const TextFile& source, const MapOptions& options, const DxfRoles& roles,
                const std::vector<DxfStroke>& strokes)
      : source_(source),
        options_(options),
        roles_(roles),
        strokes_(strokes),
        close_(options.number("close", 0).value_or(0)) {}

  WorldFile make(std::vector<std::string> notes) {
    notes_ = std::move(notes);
    if (roles_.has_floor) {
      const Role floor = role_of(roles_.floor, "floor");
      if (floor.outlines.empty()) {
        source_.fail(1, fmt::format("nothing is closed on the layers of the option 'floor', which "
                                    "have {} open lines; expected an outline, or the option "
                                    "'close' to close gaps",
                                    floor.lines));
      }
      note(floor.open.size(), "piece of a line of the option 'floor' encloses nothing: left out",
           "pieces of lines of the option 'floor' enclose nothing: left out");
      add_areas(floor.outlines, true);
    } else {
      add_box();
    }
    const Role obstacles = role_of(roles_.obstacles, "obstacles");
    note(obstacles.open.size(),
         "piece of a line of the option 'obstacles' encloses nothing: a wall",
         "pieces of lines of the option 'obstacles' enclose nothing: walls");
    add_areas(obstacles.outlines, false);
    walls_.insert(walls_.end(), obstacles.open.begin(), obstacles.open.end());
    add_walls();
    return unite(source_, areas_, walls_, std::move(notes_));
  }

 private:
  struct Role {
    std::vector<Ring> outlines;
    std::vector<Polygons::Segment> open;
    std::size_t lines = 0;  ///< that are open, as stated
  };

  void note(std::size_t count, std::string_view one, std::string_view many) {
    if (count > 0) notes_.push_back(fmt::format("{} {}.", count, count == 1 ? one : many));
  }

  static void append(const Ring& points, bool closed, std::vector<Polygons::Segment>& segments) {
    for (std::size_t i = closed ? 0 : 1; i < points.size(); ++i) {
      segments.push_back({points[(i + points.size() - 1) % points.size()], points[i]});
    }
  }

  /// If the option `close` is set.
  void append_gaps(const std::vector<Ring>& lines, std::string_view option,
                   std::vector<Polygons::Segment>& segments) {
    if (close_ == 0) return;
    const std::vector<Polygons::Segment> gaps = gaps_between(lines, close_);
    if (gaps.empty()) return;
    double longest = 0;
    for (const auto& [a, b] : gaps) longest = std::max(longest, distance(a, b));
    notes_.push_back(
        fmt::format("{} between ends of lines of the option '{}' {} closed, the longest "
                    "of {}.",
                    gaps.size() == 1 ? "1 gap" : fmt::format("{} gaps", gaps.size()), option,
                    gaps.size() == 1 ? "was" : "were", longest));
    segments.insert(segments.end(), gaps.begin(), gaps.end());
  }

  /// The closed outlines of some layers, and those that open lines make together.
  Role role_of(const std::vector<bool>& layers, std::string_view option) {
    Role role;
    std::vector<Ring> lines;
    std::vector<Polygons::Segment> segments;
    for (const DxfStroke& stroke : strokes_) {
      if (!layers[static_cast<std::size_t>(stroke.layer)]) continue;
      if (stroke.closed && is_outline(stroke.points)) {
        role.outlines.push_back(stroke.points);
        continue;
      }
      append(stroke.points, stroke.closed, segments);
      if (!stroke.closed) lines.push_back(stroke.points);
    }
    role.lines = lines.size();
    append_gaps(lines, option, segments);
    try {
      Enclosures enclosures = enclose(segments);
      role.open = std::move(enclosures.open);
      if (!enclosures.outlines.empty()) {
        notes_.push_back(
            fmt::format("The {} open lines of the option '{}' make {}, split at {} "
                        "crossings and touches; {} repeated pieces were dropped.",
                        lines.size(), option,
                        enclosures.outlines.size() == 1
                            ? "1 outline"
                            : fmt::format("{} outlines", enclosures.outlines.size()),
                        enclosures.meetings, enclosures.repeated));
      }
      std::ranges::move(enclosures.outlines, std::back_inserter(role.outlines));
    } catch (const InvalidWorld& invalid) {
      source_.fail(1, invalid.what());
    }
    return role;
  }

  /// What is in many areas takes that much memory for each edge.
  void expect_shallow(const std::vector<Ring>& outlines, std::string_view option) const {
    std::vector<Box> boxes;
    for (const Ring& outline : outlines) boxes.push_back(bounding_box(outline));
    const BoxTree tree(boxes);
    double cost = 0;
    for (std::size_t i = 0; i < outlines.size(); ++i) {
      tree.visit(boxes[i], [&](std::size_t j) {
        if (boxes[j].contains(boxes[i].min) && boxes[j].contains(boxes[i].max)) {
          cost += static_cast<double>(outlines[i].size());
        }
        return cost <= kMostNesting;
      });
    }
    if (cost > kMostNesting) {
      options_.fail(option,
                    "the outlines on these layers lie in one another too often; expected "
                    "outlines that are not nested so deeply");
    }
  }

  void add_areas(const std::vector<Ring>& outlines, bool free) {
    expect_shallow(outlines, free ? "floor" : "obstacles");
    for (const Ring& outline : outlines) areas_.push_back({{outline}, free});
  }

  void add_box() {
    Ring corners;
    for (const DxfStroke& stroke : strokes_) {
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

  void add_walls() {
    std::vector<Ring> lines;
    for (const DxfStroke& stroke : strokes_) {
      if (!roles_.walls[static_cast<std::size_t>(stroke.layer)]) continue;
      append(stroke.points, stroke.closed, walls_);
      if (!stroke.closed) lines.push_back(stroke.points);
    }
    append_gaps(lines, "layers", walls_);
  }

  const TextFile& source_;
  const MapOptions& options_;
  const DxfRoles& roles_;
  const std::vector<DxfStroke>& strokes_;
  double close_;
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
        placed.curves == 1 ? "1 entity with a curve"
                           : fmt::format("{} entities with curves", placed.curves),
        placed.tolerance,
        tolerance ? "" : ": 1/10,000 of the longer side of the box of all that was read"));
  }
  WorldFile world = DxfWorldMaker(source, options, roles, placed.strokes).make(std::move(notes));
  world.units = units;
  return world;
}

WorldFile parse_dxf(const TextFile& source, const MapOptions& options) {
  return make_dxf_world(source, parse_dxf_drawing(source), options);
}

}  // namespace fairway
