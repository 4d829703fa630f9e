#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/freespace/narrow_places.hpp"
#include "algorithms/methods/registry.hpp"
#include "datasets/outlines.hpp"
#include "datasets/output.hpp"
#include "datasets/read_world.hpp"
#include "harness/commands/command.hpp"
#include "harness/inspection/promise.hpp"
#include "harness/pictures/svg.hpp"

namespace fairway {

namespace {

using Json = nlohmann::ordered_json;

struct InspectOptions {
  std::string map;
  std::vector<std::string> read;
  bool json = false;
  std::string svg;
};

/// What a map says, and what was measured of its free space.
struct Inspection {
  std::string file;
  std::string format;
  MapUnits units;
  std::vector<NamedPoint> places;
  std::vector<std::string> warnings;
  FreeSpace space;
  Polygons border;
  std::optional<Gap> passage;
  BorderAngle angle;
  NearVertices near;
};

/// Vertices nearer to each other than this share of the longer side are suspect: digits of
/// coordinates were lost, or ends were meant to meet.
constexpr double kSuspectShare = 1e-6;
constexpr std::size_t kMostCounted = 1'000'000;

Json json_of(Point p) { return {p.x, p.y}; }

/// Vertices of rings, and ends of walls that are not among them.
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

Inspection inspect(const InspectOptions& options) {
  WorldFile world = read_world(options.map, MapOptions::of_command_line(options.read));
  std::string format = world.format;
  MapUnits units = world.units;
  std::vector<NamedPoint> places = world.places;
  std::vector<std::string> warnings = world.notes;
  FreeSpace space = make_free_space(std::move(world));
  const double limit = kSuspectShare * std::max(space.box().width(), space.box().height());
  Inspection found{options.map,           std::move(format),
                   std::move(units),      std::move(places),
                   std::move(warnings),   space,
                   outlines_of(space),    narrowest_passage(space),
                   smallest_angle(space), near_vertices(space, limit, kMostCounted)};
  if (found.near.pairs > 0) {
    found.warnings.push_back(fmt::format(
        "{}{} pairs of vertices are nearer to each other than {:.3g}, a millionth of the longer "
        "side: the nearest are {} and {}, {:.3g} apart.",
        found.near.pairs == kMostCounted ? "At least " : "", found.near.pairs, limit,
        text_of(found.near.nearest.a), text_of(found.near.nearest.b), found.near.nearest.width));
  }
  if (space.component_count() > 1) {
    found.warnings.push_back(
        fmt::format("Free space has {} components: there is no path from one to another.",
                    space.component_count()));
  }
  return found;
}

/// The standard methods of this program, by whether they take such a world.
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

std::string json_text(const Inspection& found) {
  const FreeSpace& space = found.space;
  const Box& box = space.box();
  const auto holes = static_cast<std::size_t>(
      std::ranges::count_if(found.border.parts, [](const auto& part) { return !part.outline; }));
  Json json{{"file", found.file},
            {"format", found.format},
            {"units", found.units.unit.empty() ? Json() : Json(found.units.unit)},
            {"origin", found.units.origin.empty() ? Json() : Json(found.units.origin)},
            {"vertices", count_vertices(found.border)},
            {"rings", found.border.parts.size()},
            {"holes", holes},
            {"walls", found.border.walls.size()},
            {"components", space.component_count()},
            {"area", space.area()},
            {"box", {box.min.x, box.min.y, box.max.x, box.max.y}}};
  if (const Raster* raster = space.raster()) {
    json["cells"] = {{"width", raster->width()}, {"height", raster->height()}};
  }
  if (const Mesh* mesh = space.mesh()) {
    json["mesh"] = {{"points", mesh->points.size()}, {"faces", mesh->faces.size()}};
  }
  json["terrain"] = space.terrain() != nullptr;
  json["smallest_angle"] = {{"degrees", found.angle.degrees}, {"at", json_of(found.angle.at)}};
  json["narrowest_passage"] = found.passage ? json_of(*found.passage) : Json();
  json["nearest_vertices"] = json_of(found.near.nearest);
  json["near_coincident_pairs"] = found.near.pairs;
  json["places"] = Json::array();
  for (const NamedPoint& place : found.places) {
    json["places"].push_back({{"name", place.name}, {"at", json_of(place.point)}});
  }
  json["warnings"] = found.warnings;
  const auto [methods, refused] = methods_for(space);
  json["methods"] = methods;
  json["methods_refused"] = refused;
  json["content_hash"] = fmt::format("{:016x}", space.content_hash());
  return json.dump(2) + "\n";
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
  add("border",
      fmt::format("{}, {} vertices, {} of zero width",
                  counted(found.border.parts.size(), "ring", "rings"), count_vertices(found.border),
                  counted(found.border.walls.size(), "wall", "walls")));
  add("free area", fmt::format("{:.10g} in {}", space.area(),
                               counted(static_cast<std::size_t>(space.component_count()),
                                       "component", "components")));
  add("narrowest passage", found.passage
                               ? fmt::format("{:.10g}, from {} to {}", found.passage->width,
                                             text_of(found.passage->a), text_of(found.passage->b))
                               : "none");
  add("smallest angle",
      fmt::format("{:.6g} degrees at {}", found.angle.degrees, text_of(found.angle.at)));
  add("nearest vertices",
      fmt::format("{:.6g}, from {} to {}", found.near.nearest.width, text_of(found.near.nearest.a),
                  text_of(found.near.nearest.b)));
  for (const NamedPoint& place : found.places) {
    add("place", fmt::format("{} at {}", place.name, text_of(place.point)));
  }
  for (const std::string& warning : found.warnings) add("warning", warning);
  const auto [methods, refused] = methods_for(space);
  add("methods",
      fmt::format("{} of {} take this world", methods.size(), methods.size() + refused.size()));
  if (!refused.empty()) add("not these", fmt::format("{}", fmt::join(refused, ", ")));
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
      "Tell what was read from a map: size, units, narrow places, what its reader left "
      "out, and the methods that take it");
  const auto options = std::make_shared<InspectOptions>();
  add_option(*command, "map MAP", options->map, "map of any known format");
  add_read_option(*command, options->read);
  command->add_flag("--json", options->json, "print one JSON object");
  add_option(*command, "--svg FILE", options->svg, "draw the world");
  command->callback([&action, options] { action = [options] { return run_inspect(*options); }; });
}

}  // namespace fairway
