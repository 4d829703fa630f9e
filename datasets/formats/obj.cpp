#include "datasets/formats/obj.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "datasets/formats/face_slope.hpp"
#include "datasets/formats/plane_faces.hpp"
#include "datasets/outlines.hpp"

namespace fairway {

namespace {

constexpr std::array<std::string_view, 2> kUp{"y", "z"};

struct ObjOptions {
  bool z_up = false;
  double slope = 45;
  double step = 0;
  std::optional<std::vector<double>> heights;

  explicit ObjOptions(const MapOptions& options)
      : z_up(options.choice("up", kUp) == 1),
        slope(options.number("slope", 0, 89).value_or(45)),
        step(options.number("step", 0).value_or(0)),
        heights(options.numbers("heights", 2)) {
    if (heights && (*heights)[0] > (*heights)[1]) {
      options.fail("heights", fmt::format("expected the lower height first, found {} and {}",
                                          (*heights)[0], (*heights)[1]));
    }
  }

  double tangent_squared() const {
    if (slope == 45) return 1;
    const double tangent = std::tan(slope * std::numbers::pi / 180);
    return tangent * tangent;
  }
  SpacePoint seen(const std::array<double, 3>& vertex) const {
    const auto& [x, y, z] = vertex;
    if (z_up) return {x + 0.0, y + 0.0, z};
    return {x + 0.0, 0.0 - z, y};
  }
};

struct HeightRange {
  double low;
  double high;
};

HeightRange heights_of(std::span<const SpacePoint> corners) {
  const auto [low, high] = std::minmax_element(
      corners.begin(), corners.end(),
      [](const SpacePoint& a, const SpacePoint& b) { return a.height < b.height; });
  return {low->height, high->height};
}

/// The edges of walkable faces, except edges that project to a single point of the plane.
class WalkableFaces {
 public:
  WalkableFaces(const ObjFile& obj, const ObjOptions& options) {
    const double tangent_squared = options.tangent_squared();
    std::vector<SpacePoint> corners;
    for (std::size_t f = 0; f < obj.faces.size(); ++f) {
      corners.clear();
      for (const std::int32_t v : obj.corners_of(obj.faces[f])) {
        corners.push_back(options.seen(obj.vertices[static_cast<std::size_t>(v)]));
      }
      if (!is_walkable(corners, tangent_squared)) continue;
      ++walkable_;
      const HeightRange range = heights_of(corners);
      if (options.heights &&
          (range.low < options.heights->front() || range.high > options.heights->back())) {
        continue;
      }
      ++chosen_;
      add(corners, static_cast<std::int32_t>(f));
    }
  }

  std::size_t walkable() const { return walkable_; }
  std::size_t chosen() const { return chosen_; }
  std::span<const RingEdge> edges() const { return edges_; }
  std::span<const std::int32_t> face_of() const { return face_of_; }

  bool is_passable(const PlaneEdge& edge, double step) const {
    const SpaceEdge& a = space_edges_[static_cast<std::size_t>(edge.above)];
    const SpaceEdge& b = space_edges_[static_cast<std::size_t>(edge.below)];
    return within_step(a, b, edge.low.x, edge.low.y, step) &&
           within_step(a, b, edge.high.x, edge.high.y, step);
  }

 private:
  void add(const std::vector<SpacePoint>& corners, std::int32_t face) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const SpacePoint& from = corners[i];
      const SpacePoint& to = corners[(i + 1) % corners.size()];
      const Point a{from.x, from.y};
      const Point b{to.x, to.y};
      if (a == b) continue;
      edges_.push_back({a, b, static_cast<std::int32_t>(edges_.size())});
      space_edges_.push_back({from, to});
      face_of_.push_back(face);
    }
  }

  std::size_t walkable_ = 0;
  std::size_t chosen_ = 0;
  std::vector<RingEdge> edges_;
  std::vector<SpaceEdge> space_edges_;
  std::vector<std::int32_t> face_of_;
};

[[noreturn]] void refuse(const TextFile& source, const ObjFile& obj, const ObjOptions& options,
                         const FaceOverlap& overlap) {
  const ObjFile::Face& first =
      obj.faces[static_cast<std::size_t>(std::min(overlap.first, overlap.second))];
  const ObjFile::Face& second =
      obj.faces[static_cast<std::size_t>(std::max(overlap.first, overlap.second))];
  if (overlap.first == overlap.second) {
    source.fail(first.line, fmt::format("the face crosses or covers itself in the plane at ({}, "
                                        "{}); expected a simple polygon, seen from above",
                                        overlap.at.x, overlap.at.y));
  }
  const auto range = [&](const ObjFile::Face& face) {
    std::vector<SpacePoint> corners;
    for (const std::int32_t v : obj.corners_of(face)) {
      corners.push_back(options.seen(obj.vertices[static_cast<std::size_t>(v)]));
    }
    const auto [low, high] = heights_of(corners);
    return fmt::format("at heights {} to {}", low, high);
  };
  source.fail(second.line,
              fmt::format("the face, {}, overlaps the face of line {}, {}, in the plane at ({}, "
                          "{}); expected one floor, perhaps by option heights=LOW,HIGH",
                          range(second), first.line, range(first), overlap.at.x, overlap.at.y));
}

void expect_faces(const TextFile& source, const ObjFile& obj, const ObjOptions& options,
                  const WalkableFaces& faces) {
  if (obj.faces.empty()) source.fail(1, "the file has no faces; expected statements f");
  if (faces.walkable() == 0) {
    source.fail(obj.faces.front().line,
                fmt::format("none of {} faces is walkable with {} up; expected one that faces up "
                            "and is no steeper than {} degrees",
                            obj.faces.size(), kUp[options.z_up ? 1 : 0], options.slope));
  }
  if (faces.chosen() == 0) {
    source.fail(obj.faces.front().line,
                fmt::format("none of {} walkable faces is completely between heights {} and {}; "
                            "expected at least one",
                            faces.walkable(), options.heights->front(), options.heights->back()));
  }
}

}  // namespace

WorldFile make_obj_world(const TextFile& source, const ObjFile& obj, const MapOptions& stated) {
  const ObjOptions options(stated);
  const WalkableFaces faces(obj, options);
  expect_faces(source, obj, options, faces);
  WorldFile world;
  world.file = source.file();
  world.notes = obj.notes;
  world.notes.push_back(fmt::format(
      "{} of {} faces face up and are no steeper than {} degrees; the others were left out.",
      faces.walkable(), obj.faces.size(), options.slope));
  if (options.heights) {
    world.notes.push_back(fmt::format(
        "{} of these are not completely between heights {} and {}, and were left out.",
        faces.walkable() - faces.chosen(), options.heights->front(), options.heights->back()));
  }
  const PlaneFaces plane = lay_faces(faces.edges(), faces.face_of());
  if (plane.overlap) refuse(source, obj, options, *plane.overlap);

  std::vector<DirectedEdge> border;
  std::vector<Polygons::Segment> walls;
  for (const PlaneEdge& e : plane.edges) {
    if (e.below == PlaneEdge::kNone) {
      border.emplace_back(e.low, e.high);
    } else if (e.above == PlaneEdge::kNone) {
      border.emplace_back(e.high, e.low);
    } else if (!faces.is_passable(e, options.step)) {
      walls.push_back({e.low, e.high});
    }
  }
  if (!walls.empty()) {
    world.notes.push_back(
        fmt::format("{} edges are walls: the faces on their sides meet in the plane, but differ by "
                    "more than {} in height.",
                    walls.size(), options.step));
  }
  Polygons polygons = trace_rings(border);
  polygons.walls = std::move(walls);
  world.content = std::move(polygons);
  world.units.origin = options.z_up
                           ? "the origin of the file, seen from above"
                           : "the origin of the file, seen from above: x to the right, -z up";
  return world;
}

WorldFile parse_obj(const TextFile& source, const MapOptions& options) {
  return make_obj_world(source, parse_obj_file(source), options);
}

}  // namespace fairway
