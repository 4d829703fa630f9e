#include "datasets/united_areas.hpp"

#include <fmt/format.h>

#include <utility>

namespace fairway {

WorldFile unite(const TextFile& source, std::span<const Area> areas,
                std::span<const Polygons::Segment> walls, std::vector<std::string> notes) {
  WorldFile world;
  world.file = source.file();
  OverlayReport report;
  try {
    world.content = overlay(areas, walls, report);
  } catch (const InvalidWorld& invalid) {
    source.fail(1, invalid.what());
  }
  if (std::get<Polygons>(world.content).parts.empty()) {
    source.fail(1, "the map has no free area; expected at least one");
  }
  const auto note = [&](std::size_t count, std::string_view what) {
    if (count > 0) notes.push_back(fmt::format("{} {}.", count, what));
  };
  note(report.repeated_points, "repetitions of the preceding point were dropped");
  note(report.dropped_rings, "rings of fewer than three points were dropped");
  note(report.crossings, "crossings of edges became vertices, rounded to doubles");
  note(report.touches, "edges were split at vertices of other edges");
  note(report.dissolved_edges, "edges between two free or two blocked sides were dropped");
  note(report.dropped_walls, "pieces of walls outside free space or on its border were dropped");
  world.notes = std::move(notes);
  return world;
}

}  // namespace fairway
