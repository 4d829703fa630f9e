#include "datasets/formats/dxf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "algorithms/geometry/box_tree.hpp"
#include "datasets/formats/chains.hpp"
#include "datasets/formats/dxf_roles.hpp"
#include "datasets/formats/dxf_strokes.hpp"
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

/// Keeps one of equal lines, of either direction. Returns how many were dropped.
std::size_t drop_repeated(std::vector<Ring>& lines) {
  for (Ring& line : lines) {
    if (line.back() < line.front()) std::ranges::reverse(line);
  }
  const std::size_t all = lines.size();
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return all - lines.size();
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
        source_.fail(1, fmt::format("no closed outline on the layers of the option 'floor'; "
                                    "expected one, or the option 'close' to close some of the {} "
                                    "open lines there",
                                    floor.open.size()));
      }
      note(floor.open.size(), "open line on the layers of the option 'floor' was left out",
           "open lines on the layers of the option 'floor' were left out");
      add_areas(floor.outlines, true);
    } else {
      add_box();
    }
    const Role obstacles = role_of(roles_.obstacles, "obstacles");
    note(obstacles.open.size(), "open line on the layers of the option 'obstacles' is a wall",
         "open lines on the layers of the option 'obstacles' are walls");
    add_areas(obstacles.outlines, false);
    for (const Ring& line : obstacles.open) add_wall(line, false);
    add_walls();
    return unite(source_, areas_, walls_, std::move(notes_));
  }

 private:
  struct Role {
    std::vector<Ring> outlines;
    std::vector<Ring> open;
  };

  void note(std::size_t count, std::string_view one, std::string_view many) {
    if (count > 0) notes_.push_back(fmt::format("{} {}.", count, count == 1 ? one : many));
  }

  std::vector<Chain> chains_of(std::vector<Ring> lines, std::string_view option) {
    ChainReport report;
    std::vector<Chain> chains;
    try {
      chains = join_chains(std::move(lines), close_, report);
    } catch (const std::length_error& fault) {
      options_.fail("close", fmt::format("{}; expected a shorter distance", fault.what()));
    }
    if (report.gaps > 0) {
      notes_.push_back(
          fmt::format("Gaps between ends of lines of the option '{}' that were closed: "
                      "{}, the longest of {}.",
                      option, report.gaps, report.longest_gap));
    }
    if (report.junctions > 0 && close_ == 0) {
      notes_.push_back(
          fmt::format("Places where three or more ends of lines of the option '{}' "
                      "meet, so that no outline goes on: {}.",
                      option, report.junctions));
    }
    return chains;
  }

  /// The closed outlines of some layers, and the lines that do not close.
  Role role_of(const std::vector<bool>& layers, std::string_view option) {
    Role role;
    std::vector<Ring> lines;
    for (const DxfStroke& stroke : strokes_) {
      if (!layers[static_cast<std::size_t>(stroke.layer)]) continue;
      if (!stroke.closed) {
        lines.push_back(stroke.points);
      } else if (is_outline(stroke.points)) {
        role.outlines.push_back(stroke.points);
      } else {
        role.open.push_back(stroke.points);
      }
    }
    const std::size_t stated = role.outlines.size();
    if (const std::size_t repeated = drop_repeated(lines); repeated > 0) {
      notes_.push_back(fmt::format("Repeated lines of the option '{}' that were dropped: {}.",
                                   option, repeated));
    }
    for (Chain& chain : chains_of(std::move(lines), option)) {
      const bool outline = chain.closed && is_outline(chain.points);
      (outline ? role.outlines : role.open).push_back(std::move(chain.points));
    }
    if (role.outlines.size() > stated) {
      notes_.push_back(
          fmt::format("Outlines of the option '{}' that are lines joined at their ends: "
                      "{}.",
                      option, role.outlines.size() - stated));
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

  void add_wall(const Ring& points, bool closed) {
    for (std::size_t i = closed ? 0 : 1; i < points.size(); ++i) {
      walls_.push_back({points[(i + points.size() - 1) % points.size()], points[i]});
    }
  }

  void add_walls() {
    std::vector<Ring> lines;
    for (const DxfStroke& stroke : strokes_) {
      if (!roles_.walls[static_cast<std::size_t>(stroke.layer)]) continue;
      if (stroke.closed || close_ == 0) {
        add_wall(stroke.points, stroke.closed);
      } else {
        lines.push_back(stroke.points);
      }
    }
    for (const Chain& chain : chains_of(std::move(lines), "layers")) {
      add_wall(chain.points, chain.closed);
    }
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
