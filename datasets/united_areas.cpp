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
    source.fail(1, "nothing is free in this map; expected an area that is");
  }
  const auto note = [&](std::size_t count, std::string_view what) {
    if (count > 0) notes.push_back(fmt::format("{} {}.", count, what));
  };
  note(report.repeated_points, "repetitions of the point before were dropped");
  note(report.dropped_rings, "rings of fewer than three points were dropped");
  note(report.crossings, "crossings of edges became vertices, rounded to doubles");
  note(report.touches, "edges were split at vertices of others that lie on them");
  note(report.dissolved_edges, "edges with the same on both sides were dropped");
  note(report.dropped_walls, "pieces of walls outside free space or on its border were dropped");
  world.notes = std::move(notes);
  return world;
}

}  // namespace fairway
