#include "algorithms/representations/quadtree/quadtree.hpp"

namespace fairway {
namespace {

/// Returns a cell that both portals border. If there are two such cells, prefers `preferred`.
std::int32_t common_cell(const CellPortal& p, const CellPortal& q, std::int32_t preferred) {
  const bool before = p.before == q.before || p.before == q.after;
  const bool after = p.after == q.before || p.after == q.after;
  if (before && after) return preferred == p.after ? p.after : p.before;
  return before ? p.before : p.after;
}

}  // namespace

void Quadtree::corridor(const FoundPath& found, Scratch&, std::vector<Portal>& portals) const {
  portals.clear();
  if (found.vertices.empty()) return;
  if (graph_.kind() == QuadtreeVertices::kCentre) {
    centre_corridor(found, portals);
  } else {
    portal_corridor(found, portals);
  }
}

Portal Quadtree::crossed(std::int32_t portal, std::int32_t into) const {
  const CellPortal& p = graph_.portal(portal);
  const Point low = p.low(grid_);
  const Point high = p.high(grid_);
  // If the path goes to the right, the upper end of the portal is on the path's left side. If the
  // path goes upwards, the end with the smaller x, which is `low`, is on the left side.
  const bool rising = into == p.after;
  return rising == p.upright() ? Portal{high, low} : Portal{low, high};
}

void Quadtree::centre_corridor(const FoundPath& found, std::vector<Portal>& portals) const {
  const std::span<const Vertex> vertices = found.vertices;
  const auto pass_through = [&](Vertex v) { portals.push_back({position(v), position(v)}); };
  if (!cell_contains(vertices.front(), found.start.point)) pass_through(vertices.front());
  for (std::size_t k = 1; k < vertices.size(); ++k) {
    portals.push_back(crossed(graph_.portal_between(vertices[k - 1], vertices[k]), vertices[k]));
  }
  if (!cell_contains(vertices.back(), found.goal.point)) pass_through(vertices.back());
}

/// corridor() for vertices that are portals. Successive vertices are portals of a common cell. The
/// path crosses a portal if the path is in different cells before and after the portal.
void Quadtree::portal_corridor(const FoundPath& found, std::vector<Portal>& portals) const {
  const std::span<const Vertex> vertices = found.vertices;
  const auto cell_with = [&](const CellPortal& p, Point end, std::int32_t preferred) {
    const bool before = cell_contains(p.before, end);
    const bool after = cell_contains(p.after, end);
    if (before && after && (preferred == p.before || preferred == p.after)) return preferred;
    return before ? p.before : after ? p.after : kNoCell;
  };
  const auto cell_between = [&](std::size_t k, std::int32_t preferred) {
    return common_cell(graph_.portal(vertices[k]), graph_.portal(vertices[k + 1]), preferred);
  };

  const std::int32_t second = vertices.size() > 1 ? cell_between(0, kNoCell) : kNoCell;
  std::int32_t cell = cell_with(graph_.portal(vertices.front()), found.start.point, second);
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const std::int32_t next = k + 1 < vertices.size()
                                  ? cell_between(k, cell)
                                  : cell_with(graph_.portal(vertices[k]), found.goal.point, cell);
    if (cell == kNoCell || next == kNoCell) {
      portals.push_back({position(vertices[k]), position(vertices[k])});
    } else if (cell != next) {
      portals.push_back(crossed(vertices[k], next));
    }
    cell = next;
  }
}

}  // namespace fairway
