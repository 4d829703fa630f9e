#include "datasets/formats/dxf.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "algorithms/geometry/box_tree.hpp"
#include "datasets/formats/chains.hpp"
#include "datasets/formats/dxf_strokes.hpp"
#include "datasets/formats/united_areas.hpp"

namespace fairway {

namespace {

/// What $INSUNITS stands for, from 0; empty where the unit is not stated, or has no usual sign.
constexpr std::array<std::string_view, 22> kDxfUnits{
    "",         "in", "ft", "mi", "mm",  "cm", "m",  "km", "",   "mil", "yd",
    "angstrom", "nm", "um", "dm", "dam", "hm", "Gm", "au", "ly", "pc",  "US survey ft"};

/// Points of an outline times the outlines that may lie around it.
constexpr double kMostNesting = 3e8;

std::string_view unit_of(const DxfDrawing& drawing) {
  const std::int64_t unit = drawing.unit.value_or(0);
  const auto known = static_cast<std::int64_t>(kDxfUnits.size());
  return unit < known ? kDxfUnits[static_cast<std::size_t>(unit)] : "";
}

/// Which layers are meant.
struct DxfRoles {
  std::vector<bool> floor;
  std::vector<bool> obstacles;
  std::vector<bool> walls;
  std::vector<DxfLayerUse> uses;
  bool has_floor = false;
};

std::vector<bool> chosen(const DxfDrawing& drawing, const MapOptions& options,
                         std::string_view option) {
  std::vector<bool> is_chosen(drawing.layers.size(), false);
  for (const std::string& name : options.texts(option)) {
    const auto layer = drawing.layer_names.find(name);
    if (!layer) {
      constexpr std::size_t kShown = 100;
      std::vector<std::string> known;
      for (const DxfLayer& other : drawing.layers) known.push_back(in_quotes(other.name));
      std::ranges::sort(known);
      const std::size_t more = known.size() - std::min(known.size(), kShown);
      known.resize(known.size() - more);
      options.fail(option, fmt::format("{} is no layer of the drawing; expected one of {}{}",
                                       in_quotes(name), fmt::join(known, ", "),
                                       more > 0 ? fmt::format(" and {} more", more) : ""));
    }
    is_chosen[static_cast<std::size_t>(*layer)] = true;
  }
  return is_chosen;
}

DxfRoles roles_of(const DxfDrawing& drawing, const MapOptions& options) {
  DxfRoles roles;
  roles.has_floor = options.has("floor");
  roles.floor = chosen(drawing, options, "floor");
  roles.obstacles = chosen(drawing, options, "obstacles");
  roles.walls = chosen(drawing, options, "layers");
  const bool all_walls = !options.has("layers") && !roles.has_floor;
  for (std::size_t i = 0; i < drawing.layers.size(); ++i) {
    const DxfLayer& layer = drawing.layers[i];
    const bool visible = !layer.frozen && !layer.off;
    if (roles.floor[i] || roles.obstacles[i] || roles.walls[i]) {
      roles.uses.push_back(DxfLayerUse::kUsed);
    } else if (visible) {
      roles.walls[i] = all_walls;
      roles.uses.push_back(all_walls ? DxfLayerUse::kUsed : DxfLayerUse::kUnused);
    } else {
      roles.uses.push_back(layer.frozen ? DxfLayerUse::kFrozen : DxfLayerUse::kHidden);
    }
  }
  return roles;
}

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
        source_.fail(1, fmt::format("no closed outline on the layers of the option 'floor'; "
                                    "expected one, or the option 'close' to close some of the {} "
                                    "open lines there",
                                    floor.open.size()));
      }
      note(floor.open.size(), "open lines on the layers of the option 'floor' were left out");
      add_areas(floor.outlines, true);
    } else {
      add_box();
    }
    const Role obstacles = role_of(roles_.obstacles, "obstacles");
    note(obstacles.open.size(), "open lines on the layers of the option 'obstacles' are walls");
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

  void note(std::size_t count, std::string_view what) {
    if (count > 0) notes_.push_back(fmt::format("{} {}.", count, what));
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
          fmt::format("{} gaps between ends of lines of the option '{}' were closed, "
                      "the longest of {}.",
                      report.gaps, option, report.longest_gap));
    }
    if (report.junctions > 0 && close_ == 0) {
      notes_.push_back(
          fmt::format("{} places where three or more ends of lines of the option '{}' "
                      "meet end the outlines there.",
                      report.junctions, option));
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
    for (Chain& chain : chains_of(std::move(lines), option)) {
      const bool outline = chain.closed && is_outline(chain.points);
      (outline ? role.outlines : role.open).push_back(std::move(chain.points));
    }
    if (role.outlines.size() > stated) {
      notes_.push_back(fmt::format("{} outlines of the option '{}' are lines joined at their ends.",
                                   role.outlines.size() - stated, option));
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

MapUnits units_of(const DxfDrawing& drawing, const MapOptions& options,
                  std::vector<std::string>& notes) {
  const std::string header(unit_of(drawing));
  const bool scaled = options.number("scale").value_or(1) != 1;
  MapUnits units;
  units.unit = options.text("unit").value_or(scaled ? "" : header);
  if (header.empty()) {
    notes.emplace_back("The drawing does not state its unit.");
  } else if (options.has("unit") || scaled) {
    notes.push_back(fmt::format("The unit {} of the header was left out.", header));
  } else {
    notes.push_back(fmt::format("The unit {} is what the header says.", header));
  }
  return units;
}

}  // namespace

WorldFile make_dxf_world(const TextFile& source, const DxfDrawing& drawing,
                         const MapOptions& options) {
  std::vector<std::string> notes = drawing.notes;
  const MapUnits units = units_of(drawing, options, notes);
  const DxfRoles roles = roles_of(drawing, options);
  const double scale = options.number("scale", 1e-12, 1e12).value_or(1);
  const auto tolerance = options.number("tolerance", 1e-12, 1e12);
  DxfStrokes placed = place_strokes(source, drawing, roles.uses, scale, tolerance);
  std::ranges::move(placed.notes, std::back_inserter(notes));
  if (placed.curves > 0) {
    notes.push_back(fmt::format(
        "{} entities with curves became straight pieces, at most {} from the curves{}.",
        placed.curves, placed.tolerance,
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
