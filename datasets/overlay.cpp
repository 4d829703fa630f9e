#include "datasets/overlay.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

#include "algorithms/freespace/cut_edges.hpp"
#include "datasets/arrangement.hpp"
#include "datasets/outlines.hpp"

namespace fairway {

namespace {

constexpr Point positive_zeros(Point p) { return {p.x + 0.0, p.y + 0.0}; }

/// The edges of areas; RingEdge::ring is the index of the area.
std::vector<RingEdge> edges_of(std::span<const Area> areas, OverlayReport& report) {
  std::vector<RingEdge> edges;
  for (std::size_t i = 0; i < areas.size(); ++i) {
    for (const Ring& stated : areas[i].rings) {
      Ring ring;
      for (const Point p : stated) {
        if (ring.empty() || ring.back() != p) ring.push_back(positive_zeros(p));
      }
      while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
      report.repeated_points += stated.size() - ring.size();
      if (ring.size() < 3) {
        ++report.dropped_rings;
        continue;
      }
      for (std::size_t k = 0; k < ring.size(); ++k) {
        edges.push_back({ring[k], ring[(k + 1) % ring.size()], static_cast<std::int32_t>(i)});
      }
    }
  }
  return edges;
}

/// Keeps one of several equal or opposite pieces of walls, because two equal pieces would cancel
/// each other.
void drop_repeated_walls(std::vector<RingEdge>& edges, std::int32_t wall) {
  const auto walls = std::stable_partition(edges.begin(), edges.end(),
                                           [&](const RingEdge& e) { return e.ring != wall; });
  const auto ends = [](const RingEdge& e) { return std::minmax(e.from, e.to); };
  std::sort(walls, edges.end(),
            [&](const RingEdge& a, const RingEdge& b) { return ends(a) < ends(b); });
  edges.erase(std::unique(walls, edges.end(),
                          [&](const RingEdge& a, const RingEdge& b) { return ends(a) == ends(b); }),
              edges.end());
}

}  // namespace

Polygons overlay(std::span<const Area> areas, std::span<const Polygons::Segment> walls,
                 OverlayReport& report) {
  report = {};
  std::vector<RingEdge> edges = edges_of(areas, report);
  const auto wall = static_cast<std::int32_t>(areas.size());
  for (const Polygons::Segment& segment : walls) {
    if (segment.a == segment.b) continue;
    edges.push_back({positive_zeros(segment.a), positive_zeros(segment.b), wall});
  }
  const CutCounts cuts = cut_at_meetings(edges);
  report.crossings = cuts.crossings;
  report.touches = cuts.touches;
  drop_repeated_walls(edges, wall);

  const auto is_free = [&](const std::vector<std::int32_t>& enclosing) {
    bool free = false;
    for (const std::int32_t area : enclosing) {
      if (area == wall) continue;
      if (!areas[static_cast<std::size_t>(area)].free) return false;
      free = true;
    }
    return free;
  };
  std::vector<DirectedEdge> border;
  std::vector<Polygons::Segment> kept;
  std::size_t pieces_of_walls = 0;
  for (const ArrangedEdge& e : arrange(edges)) {
    const bool free_above = is_free(e.above);
    const bool free_below = is_free(e.below);
    const bool is_wall = e.rings.back() == wall;
    pieces_of_walls += is_wall ? 1 : 0;
    if (free_above != free_below) {
      border.emplace_back(free_above ? e.low : e.high, free_above ? e.high : e.low);
    } else if (is_wall && free_above) {
      kept.push_back({e.low, e.high});
    }
  }
  report.dissolved_edges = edges.size() - pieces_of_walls - border.size();
  report.dropped_walls = pieces_of_walls - kept.size();
  Polygons polygons = trace_rings(border);
  polygons.walls = std::move(kept);
  return polygons;
}

}  // namespace fairway
