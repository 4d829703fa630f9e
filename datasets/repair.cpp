#include "datasets/repair.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

namespace {

std::optional<InvalidWorld> fault_of(const Polygons& polygons) {
  try {
    if (FreeSpace::from_polygons(polygons).component_count() > 0) return std::nullopt;
    return InvalidWorld("no free space", -1, -1);
  } catch (const InvalidWorld& fault) {
    return fault;
  }
}

}  // namespace

std::string RepairReport::summary() const {
  if (!changed) return "already valid; nothing changed";
  return fmt::format(
      "{} repeated points and {} rings of fewer than three points dropped, {} crossings and {} "
      "touching vertices resolved, {} edges dissolved; {} rings became {}",
      overlay.repeated_points, overlay.dropped_rings, overlay.crossings, overlay.touches,
      overlay.dissolved_edges, rings_before, rings_after);
}

Polygons repair(const Polygons& polygons, RepairReport& report) {
  report = {};
  report.rings_before = report.rings_after = polygons.parts.size();
  if (!fault_of(polygons)) return polygons;

  report.changed = true;
  std::vector<Area> areas;
  for (const Polygons::Part& part : polygons.parts) areas.push_back({{part.ring}, part.outline});
  Polygons repaired = overlay(areas, {}, report.overlay);
  report.rings_after = repaired.parts.size();
  repaired.walls = polygons.walls;
  if (repaired.parts.empty()) {
    throw InvalidWorld("repair leaves no free space; expected outlines that enclose an area", -1,
                       -1);
  }
  if (const auto fault = fault_of(repaired)) {
    throw InvalidWorld(fmt::format("repair failed: {}", fault->what()), -1, -1);
  }
  return repaired;
}

}  // namespace fairway
