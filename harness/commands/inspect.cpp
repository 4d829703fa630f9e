#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/freespace/cell_facts.hpp"
#include "algorithms/freespace/narrow_places.hpp"
#include "algorithms/methods/registry.hpp"
#include "datasets/outlines.hpp"
#include "datasets/output.hpp"
#include "datasets/read_world.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/json_text.hpp"
#include "harness/inspection/promise.hpp"
#include "harness/pictures/svg.hpp"

namespace fairway {

namespace {

struct InspectOptions {
  std::string map;
  std::vector<std::string> read;
  bool json = false;
  std::string svg;
  bool full = false;
};

/// Facts about the border of free space. Most of them need the triangulation.
struct BorderFacts {
  Polygons outlines;
  std::optional<Gap> passage;
  BorderAngle angle;
  NearVertices near;
};

/// Facts that a map file states, and measurements of its free space.
struct Inspection {
  std::string file;
  std::string format;
  MapUnits units;
  std::vector<NamedPoint> places;
  std::vector<std::string> warnings;
  FreeSpace space;
  int components;
  std::optional<BorderFacts> border;  ///< empty if the border was not examined
};

/// A pair of vertices is suspect if their distance is below this share of the longer side of the
/// world. Either coordinates have lost digits, or two ends of walls should be one point.
constexpr double kSuspectShare = 1e-6;
constexpr std::size_t kMostCounted = 1'000'000;

/// If the border of a map of cells has more cell sides than this, only --full examines the border.
/// One side takes about 4 us and 200 bytes.
constexpr std::size_t kManySides = 2'000'000;

Json json_of(Point p) { return {p.x, p.y}; }

/// Counts the vertices of rings, and the ends of walls that are not vertices of a ring.
std::size_t count_vertices(const Polygons& border) {
  std::vector<Point> of_rings;
  std::size_t count = 0;
  for (const Polygons::Part& part : border.parts) {
    count += part.ring.size();
    of_rings.insert(of_rings.end(), part.ring.begin(), part.ring.end());
  }
  std::sort(of_rings.begin(), of_rings.end());
  std::vector<Point> ends;
  for (const auto& [a, b] : border.walls) ends.insert(ends.end(), {a, b});
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  for (const Point p : ends)
    count += std::binary_search(of_rings.begin(), of_rings.end(), p) ? 0 : 1;
  return count;
}

double suspect_distance(const FreeSpace& space) {
  return kSuspectShare * std::max(space.box().width(), space.box().height());
}

BorderFacts border_facts(const FreeSpace& space) {
  return {outlines_of(space), narrowest_passage(space), smallest_angle(space),
          near_vertices(space, suspect_distance(space), kMostCounted)};
}

void warn_of_near_vertices(Inspection& found) {
  const NearVertices& near = found.border->near;
  if (near.pairs == 0) return;
  found.warnings.push_back(fmt::format(
      "{}{} pairs of vertices are less than {:.3g} apart (a millionth of the longer side of the "
      "map). The nearest vertices are {} and {}, {:.3g} apart.",
      near.pairs == kMostCounted ? "At least " : "", near.pairs, suspect_distance(found.space),
      text_of(near.nearest.a), text_of(near.nearest.b), near.nearest.width));
}

Inspection inspect(const InspectOptions& options) {
  WorldFile world = read_world(options.map, MapOptions::of_command_line(options.read));
  std::string format = world.format;
  MapUnits units = world.units;
  std::vector<NamedPoint> places = world.places;
  std::vector<std::string> warnings = world.notes;
  FreeSpace space = make_free_space(std::move(world));
  std::optional<CellFacts> cells;
  if (space.raster() != nullptr && !options.full) cells = cell_facts(*space.raster());
  const bool many = cells && cells->border_sides > kManySides;
  Inspection found{options.map,
                   std::move(format),
                   std::move(units),
                   std::move(places),
                   std::move(warnings),
                   space,
                   cells ? cells->components : space.component_count(),
                   many ? std::nullopt : std::optional(border_facts(space))};
  if (many) {
    found.warnings.push_back(fmt::format(
        "The border consists of {} cell sides. Rings, vertices, angles and the narrowest passage "
        "were not computed. --full computes them in about {} s and {} MB.",
        cells->border_sides, cells->border_sides / 250'000, cells->border_sides / 5'000));
  } else {
    warn_of_near_vertices(found);
  }
  if (found.components > 1) {
    found.warnings.push_back(
        fmt::format("Free space has {} components. No path leads from one component to another.",
                    found.components));
  }
  return found;
}

/// Two lists of names: the built-in methods that support the world, and the other built-in methods.
std::pair<std::vector<std::string>, std::vector<std::string>> methods_for(const FreeSpace& space) {
  std::pair<std::vector<std::string>, std::vector<std::string>> names;
  for (const RegisteredAdapter& adapter : Registry::built_in().adapters()) {
    for (const Method& method : adapter.methods) {
      (adapter.supports(space, method) ? names.first : names.second).push_back(method.name);
    }
  }
  return names;
}

Json json_of(const Gap& gap) {
  return {{"width", gap.width}, {"from", json_of(gap.a)}, {"to", json_of(gap.b)}};
}

void add_border(Json& json, const BorderFacts& border) {
  const Polygons& outlines = border.outlines;
  json["vertices"] = count_vertices(outlines);
  json["rings"] = outlines.parts.size();
  json["holes"] =
      std::ranges::count_if(outlines.parts, [](const auto& part) { return !part.outline; });
  json["walls"] = outlines.walls.size();
  json["smallest_angle"] = {{"degrees", border.angle.degrees}, {"at", json_of(border.angle.at)}};
  if (border.passage) json["narrowest_passage"] = json_of(*border.passage);
  json["nearest_vertices"] = json_of(border.near.nearest);
  json["near_coincident_pairs"] = border.near.pairs;
}

std::string json_text(const Inspection& found) {
  const FreeSpace& space = found.space;
  const Box& box = space.box();
  Json json{{"file", found.file},
            {"format", found.format},
            {"units", found.units.unit.empty() ? Json() : Json(found.units.unit)},
            {"origin", found.units.origin.empty() ? Json() : Json(found.units.origin)},
            {"vertices", Json()},
            {"rings", Json()},
            {"holes", Json()},
            {"walls", Json()},
            {"components", found.components},
            {"area", space.area()},
            {"box", {box.min.x, box.min.y, box.max.x, box.max.y}}};
  if (const Raster* raster = space.raster()) {
    json["cells"] = {{"width", raster->width()}, {"height", raster->height()}};
  }
  if (const Mesh* mesh = space.mesh()) {
    json["mesh"] = {{"points", mesh->points.size()}, {"faces", mesh->faces.size()}};
  }
  json["terrain"] = space.terrain() != nullptr;
  json["border_examined"] = found.border.has_value();
  for (const char* key :
       {"smallest_angle", "narrowest_passage", "nearest_vertices", "near_coincident_pairs"}) {
    json[key] = Json();
  }
  if (found.border) add_border(json, *found.border);
  json["places"] = Json::array();
  for (const NamedPoint& place : found.places) {
    json["places"].push_back({{"name", place.name}, {"at", json_of(place.point)}});
  }
  json["warnings"] = found.warnings;
  const auto [methods, refused] = methods_for(space);
  json["methods"] = methods;
  json["methods_refused"] = refused;
  json["content_hash"] = found.border ? Json(hash_text(world_hash(space))) : Json();
  return indented(json);
}

/// Calls add(name, value) for each fact of the border.
void add_border(const auto& add, const BorderFacts& border) {
  const std::optional<Gap>& passage = border.passage;
  add("narrowest passage", passage ? fmt::format("{:.10g}, from {} to {}", passage->width,
                                                 text_of(passage->a), text_of(passage->b))
                                   : "none");
  add("smallest angle",
      fmt::format("{:.6g} degrees at {}", border.angle.degrees, text_of(border.angle.at)));
  const Gap& nearest = border.near.nearest;
  add("nearest vertices",
      fmt::format("{:.6g}, from {} to {}", nearest.width, text_of(nearest.a), text_of(nearest.b)));
}

std::string plain_text(const Inspection& found) {
  const FreeSpace& space = found.space;
  const Box& box = space.box();
  std::string text;
  const auto add = [&](std::string_view name, const std::string& value) {
    text += fmt::format("{:<18} {}\n", name, value);
  };
  add("format", found.format);
  add("units", found.units.unit.empty() ? "not stated" : found.units.unit);
  if (!found.units.origin.empty()) add("origin", found.units.origin);
  add("box", fmt::format("{} to {}", text_of(box.min), text_of(box.max)));
  if (const Raster* raster = space.raster()) {
    add("cells", fmt::format("{} x {}{}", raster->width(), raster->height(),
                             space.terrain() != nullptr ? ", with costs" : ""));
  }
  if (const Mesh* mesh = space.mesh()) add("faces", std::to_string(mesh->faces.size()));
  if (found.border) {
    const Polygons& outlines = found.border->outlines;
    add("border",
        fmt::format("{}, {} vertices, {} of zero width",
                    counted(outlines.parts.size(), "ring", "rings"), count_vertices(outlines),
                    counted(outlines.walls.size(), "wall", "walls")));
  }
  add("free area",
      fmt::format("{:.10g} in {}", space.area(),
                  counted(static_cast<std::size_t>(found.components), "component", "components")));
  if (found.border) add_border(add, *found.border);
  for (const NamedPoint& place : found.places) {
    add("place", fmt::format("{} at {}", place.name, text_of(place.point)));
  }
  for (const std::string& warning : found.warnings) add("warning", warning);
  const auto [methods, refused] = methods_for(space);
  add("methods",
      fmt::format("{} of {} support this world", methods.size(), methods.size() + refused.size()));
  if (!refused.empty()) add("unsupported", fmt::format("{}", fmt::join(refused, ", ")));
  return text;
}

int run_inspect(const InspectOptions& options) {
  const Inspection found = inspect(options);
  if (!options.svg.empty()) write_file(options.svg, path_svg(found.space, {}));
  write_output(options.json ? json_text(found) : plain_text(found));
  return kSuccess;
}

}  // namespace

void add_inspect_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "inspect",
      "Print facts about a map: size, units, narrowest passage, ignored parts of the file, "
      "methods that support the map");
  const auto options = std::make_shared<InspectOptions>();
  add_option(*command, "map MAP", options->map, "map in any known format");
  add_read_option(*command, options->read);
  command->add_flag("--json", options->json, "print one JSON object");
  add_option(*command, "--svg FILE", options->svg, "draw a picture of the world to this SVG file");
  command->add_flag("--full", options->full,
                    "compute rings, angles and the narrowest passage even if the border of a map "
                    "of cells has millions of sides (slow)");
  command->callback([&action, options] { action = [options] { return run_inspect(*options); }; });
}

}  // namespace fairway
