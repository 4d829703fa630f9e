#include "algorithms/ancestors/pyweek_quadtree/pyweek_quadtree.hpp"

#include <limits>

namespace fairway {
namespace {

/// Returns the point where the path crosses the border of two cells.
Point passage_through(const CellGrid& grid, const std::vector<CellRect>& cells,
                      const CellPortal& portal, PyweekQuadtree::Passage kind) {
  if (kind == PyweekQuadtree::Passage::kShared) return portal.middle(grid);
  const CellRect& before = cells[static_cast<std::size_t>(portal.before)];
  const CellRect& after = cells[static_cast<std::size_t>(portal.after)];
  if (portal.upright()) {
    const CellRect& narrower = after.y1 - after.y0 < before.y1 - before.y0 ? after : before;
    const double low = grid.y(narrower.y0);
    return {grid.x(portal.x), low + (grid.y(narrower.y1) - low) / 2};
  }
  const CellRect& narrower = after.x1 - after.x0 < before.x1 - before.x0 ? after : before;
  const double low = grid.x(narrower.x0);
  return {low + (grid.x(narrower.x1) - low) / 2, grid.y(portal.y)};
}

/// Cost of the straight line between two centres. On terrain, the border between the cells divides
/// the line into two parts. The length of each part is multiplied by the cost of the cell in which
/// the part lies.
double cost_straight(const QuadtreeGraph& graph, const CellGrid& grid, const CellPortal& p) {
  const Point a = graph.position(p.before);
  const Point b = graph.position(p.after);
  const double length = distance(a, b);
  if (!graph.has_terrain()) return length;
  const Point on_border = p.low(grid);
  const double share =
      p.upright() ? (on_border.x - a.x) / (b.x - a.x) : (on_border.y - a.y) / (b.y - a.y);
  return length * (share * graph.cell_cost(p.before) + (1 - share) * graph.cell_cost(p.after));
}

/// Returns a rule that joins two cells if the aspect ratio of each is within the limit. The aspect
/// ratio of the joined cell can be twice the limit.
JoinRule neither_is_too_long(double aspect_limit) {
  return [aspect_limit](const CellRect& cell, const CellRect& next) {
    return within_aspect(cell, aspect_limit) && within_aspect(next, aspect_limit);
  };
}

/// Returns the function that computes the cost of an edge.
CentreCost cost_of_edges(const PyweekQuadtree::Options& options) {
  if (options.edge_cost == PyweekQuadtree::EdgeCost::kCentreDistance) {
    return [](const QuadtreeGraph& graph, const CellGrid& grid, const std::vector<CellRect>&,
              const CellPortal& p) { return cost_straight(graph, grid, p); };
  }
  return [kind = options.passage](const QuadtreeGraph& graph, const CellGrid& grid,
                                  const std::vector<CellRect>& cells, const CellPortal& p) {
    return graph.cost_through(p, passage_through(grid, cells, p, kind));
  };
}

}  // namespace

std::vector<NamedMethod<PyweekQuadtree::Options>> PyweekQuadtree::methods() {
  return {{kName, {}, {.smoother = Smoother::kCells}},
          {"pyweek-quadtree-faithful",
           {.edge_cost = EdgeCost::kCentreDistance,
            .passage = Passage::kNarrowerSide,
            .ends = Ends::kCellCentre},
           {.reject = Rejection::kSearch}}};
}

Guarantees PyweekQuadtree::guarantees(const Options& options) {
  Guarantees all = Quadtree::guarantees({.min_size = options.min_size});
  all.legal = options.passage == Passage::kShared && options.ends == Ends::kExact;
  all.realised_cost = all.legal && options.edge_cost == EdgeCost::kRealised;
  return all;
}

PyweekQuadtree::PyweekQuadtree(const FreeSpace& space, const Options& options)
    : Quadtree(space, {options.min_size, true, options.aspect_limit, QuadtreeVertices::kCentre},
               neither_is_too_long(options.aspect_limit), cost_of_edges(options)),
      options_(options) {}

AttachStatus PyweekQuadtree::attach(const Location& start, const Location& goal, Scratch& scratch,
                                    Attachment& attachment) const {
  const AttachStatus attached = Quadtree::attach(start, goal, scratch, attachment);
  if (options_.ends == Ends::kExact) return attached;
  attachment.direct = std::numeric_limits<double>::infinity();
  return status_of(attachment);
}

void PyweekQuadtree::realise(const FoundPath& found, Scratch&, Path& path) const {
  const std::span<const Vertex> vertices = found.vertices;
  const bool through_centres = options_.edge_cost == EdgeCost::kRealised;
  path.clear();
  if (options_.ends == Ends::kExact) append_distinct(path, found.start.point);
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    if (k > 0) {
      const CellPortal& p = graph().portal(graph().portal_between(vertices[k - 1], vertices[k]));
      append_distinct(path, passage_through(grid(), cells(), p, options_.passage));
    }
    const bool inner = k > 0 && k + 1 < vertices.size();
    if (!inner || through_centres) append_distinct(path, position(vertices[k]));
  }
  if (options_.ends == Ends::kExact) append_distinct(path, found.goal.point);
}

}  // namespace fairway
