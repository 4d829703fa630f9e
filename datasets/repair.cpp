#include "datasets/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/arrangement.hpp"
#include "datasets/outlines.hpp"

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

std::vector<RingEdge> usable_edges(const Polygons& polygons, RepairReport& report) {
  std::vector<RingEdge> edges;
  for (std::size_t i = 0; i < polygons.parts.size(); ++i) {
    Ring ring;
    for (const Point p : polygons.parts[i].ring) {
      const Point positive_zeros{p.x + 0.0, p.y + 0.0};
      if (ring.empty() || ring.back() != positive_zeros) ring.push_back(positive_zeros);
    }
    while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
    report.repeated_points += polygons.parts[i].ring.size() - ring.size();
    if (ring.size() < 3) {
      ++report.dropped_rings;
      continue;
    }
    for (std::size_t k = 0; k < ring.size(); ++k) {
      edges.push_back({ring[k], ring[(k + 1) % ring.size()], static_cast<std::int32_t>(i)});
    }
  }
  return edges;
}

bool is_free(const Polygons& polygons, const std::vector<std::int32_t>& enclosing) {
  const auto is_outline = [&](std::int32_t ring) {
    return polygons.parts[static_cast<std::size_t>(ring)].outline;
  };
  return !enclosing.empty() && std::all_of(enclosing.begin(), enclosing.end(), is_outline);
}

/// The edges between free and blocked as rings.
Polygons boundary_rings(const Polygons& polygons, const std::vector<ArrangedEdge>& arranged) {
  std::vector<DirectedEdge> border;
  for (const ArrangedEdge& e : arranged) {
    const bool free_above = is_free(polygons, e.above);
    if (free_above == is_free(polygons, e.below)) continue;
    border.emplace_back(free_above ? e.low : e.high, free_above ? e.high : e.low);
  }
  return trace_rings(border);
}

std::size_t edge_count(const Polygons& polygons) {
  std::size_t count = 0;
  for (const Polygons::Part& part : polygons.parts) count += part.ring.size();
  return count;
}

}  // namespace

std::string RepairReport::summary() const {
  if (!changed) return "valid as it is; nothing changed";
  return fmt::format(
      "{} repeated points and {} rings of fewer than three points dropped, {} crossings and {} "
      "touching vertices resolved, {} edges dissolved; {} rings became {}",
      repeated_points, dropped_rings, crossings, touches, dissolved_edges, rings_before,
      rings_after);
}

Polygons repair(const Polygons& polygons, RepairReport& report) {
  report = {};
  report.rings_before = report.rings_after = polygons.parts.size();
  if (!fault_of(polygons)) return polygons;

  report.changed = true;
  std::vector<RingEdge> edges = usable_edges(polygons, report);
  const CutCounts cuts = cut_at_meetings(edges);
  report.crossings = cuts.crossings;
  report.touches = cuts.touches;
  Polygons repaired = boundary_rings(polygons, arrange(edges));
  report.dissolved_edges = edges.size() - edge_count(repaired);
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
