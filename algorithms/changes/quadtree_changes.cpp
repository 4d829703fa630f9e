#include "algorithms/changes/quadtree_changes.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/changing_space/changed_places.hpp"
#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {
namespace {

double size_of(const CellRect& cell) {
  return static_cast<double>(cell.x1 - cell.x0) * (cell.y1 - cell.y0);
}

/// The graph of cells for ChangingLabels: cells with a common portal are adjacent.
struct CellGraph {
  const QuadtreeGraph& graph;
  std::vector<std::int32_t>& labels;

  std::size_t size() const { return labels.size(); }
  template <class Visit>
  void visit_neighbours(std::int32_t cell, Visit visit) const {
    for (const std::int32_t portal : graph.portals_of(cell)) {
      visit(graph.portal(portal).other(cell));
    }
  }
  std::int32_t label(std::int32_t cell) const { return labels[slot_of(cell)]; }
  void set_label(std::int32_t cell, std::int32_t label) { labels[slot_of(cell)] = label; }
};

}  // namespace

QuadtreeChanges::QuadtreeChanges(Quadtree& index, const FreeSpace& space)
    : space_(space),
      in_(index.content()),
      raster_(space, in_.grid),
      parts_(in_.options.merge ? std::optional(Quadtree::join_rule(in_.options)) : std::nullopt),
      graph_(in_.graph) {
  // Treat all leaves and all cells of the subdivision as new.
  Subdivision built = subdivide(raster_.raster());
  in_.tree = std::move(built.tree);
  leaves_ = LeafEditor(in_.tree);
  in_.cells.assign(1, {});
  in_.component.assign(1, -1);
  std::vector<LeafEditor::Leaf> leaves(built.cells.size());
  for (std::size_t c = 0; c < leaves.size(); ++c) {
    const CellRect& rect = built.cells[c];
    leaves[c] = {in_.tree.node_at(rect.x0, rect.y0), rect};
  }
  parts_.update(in_.tree, raster_.raster(), leaves_, {}, leaves);
  replace_cells();
}

bool QuadtreeChanges::follow(const SpaceChange& change) {
  leaves_.update(in_.tree, raster_.raster(), raster_.change(space_, change));
  parts_.update(in_.tree, raster_.raster(), leaves_, leaves_.lost_parts(), leaves_.new_leaves());
  replace_cells();
  return true;
}

/// Removes and adds the cells that parts_ reports.
void QuadtreeChanges::replace_cells() {
  ChangedPlaces places;
  for (const std::int32_t cell : parts_.gone_cells()) {
    for (const std::int32_t portal : in_.graph.portals_of(cell)) {
      places.meet(cell, in_.graph.portal(portal).other(cell));
    }
  }
  for (const std::int32_t cell : parts_.gone_cells()) {
    graph_.remove_cell(in_.graph, cell);
    labels_.lose(in_.component[slot_of(cell)]);
    covered_ -= size_of(in_.cells[slot_of(cell)]);
    in_.cells[slot_of(cell)] = {};
    free_cells_.push_back(cell);
  }
  std::vector<std::int32_t> come;
  for (const std::int32_t part : parts_.new_cells()) {
    std::int32_t cell = static_cast<std::int32_t>(in_.cells.size());
    if (free_cells_.empty()) {
      in_.cells.emplace_back();
      in_.component.emplace_back();
    } else {
      cell = free_cells_.back();
      free_cells_.pop_back();
    }
    const CellRect& rect = parts_.rect(part);
    in_.cells[slot_of(cell)] = rect;
    in_.component[slot_of(cell)] = ChangingLabels::kUnlabelled;
    covered_ += size_of(rect);
    parts_.number_cell(part, cell,
                       [&](std::int32_t node) { LeafEditor::set_cell(in_.tree, node, cell); });
    const Point low = in_.grid.corner(rect.x0, rect.y0);
    graph_.add_cell(in_.graph, cell, low + 0.5 * (in_.grid.corner(rect.x1, rect.y1) - low));
    come.push_back(cell);
  }
  std::vector<CellPortal> portals;
  for (const std::int32_t cell : come) find_new_portals(cell, portals);
  graph_.add_portals(in_.graph, in_.grid, portals);
  for (const std::int32_t cell : come) {
    places.meet(cell, cell);
    for (const std::int32_t portal : in_.graph.portals_of(cell)) {
      places.meet(cell, in_.graph.portal(portal).other(cell));
    }
  }
  labels_.update(CellGraph{in_.graph, in_.component}, places.list([&](std::int32_t cell) {
    return in_.cells[slot_of(cell)] != CellRect{};
  }));
  in_.report.components = labels_.count();
  in_.report.covered_area = covered_ * in_.grid.size * in_.grid.size;
}

/// Appends the portals of a new cell: all portals on its right and upper sides, and portals to old
/// cells on its left and lower sides.
void QuadtreeChanges::find_new_portals(std::int32_t cell, std::vector<CellPortal>& portals) const {
  const RasterisedSpace& raster = raster_.raster();
  const CellRect rect = in_.cells[slot_of(cell)];
  const auto add_side = [&](bool upright, bool far) {
    const int line = upright ? (far ? rect.x1 : rect.x0) : (far ? rect.y1 : rect.y0);
    const int end = upright ? rect.y1 : rect.x1;
    if (far ? line == (upright ? in_.grid.columns : in_.grid.rows) : line == 0) return;
    const int beyond = far ? line : line - 1;
    for (int k = upright ? rect.y0 : rect.x0; k < end;) {
      const auto leaf = upright ? in_.tree.leaf_at(beyond, k) : in_.tree.leaf_at(k, beyond);
      if (leaf.cell == kNoCell) {
        k = ((k >> leaf.level) + 1) << leaf.level;
        continue;
      }
      const CellRect& other = in_.cells[slot_of(leaf.cell)];
      const int stop = std::min(end, upright ? other.y1 : other.x1);
      const bool found = !far && in_.component[slot_of(leaf.cell)] == ChangingLabels::kUnlabelled;
      if (found) k = stop;
      while (k < stop) {
        const int first = k;
        while (k < stop && (upright ? raster.open_west(line, k) : raster.open_south(k, line))) ++k;
        if (k > first) {
          const std::int32_t before = far ? cell : leaf.cell;
          const std::int32_t after = far ? leaf.cell : cell;
          portals.push_back(upright ? CellPortal{before, after, line, first, first - k}
                                    : CellPortal{before, after, first, line, k - first});
        }
        if (k < stop) ++k;
      }
    }
  };
  for (const bool upright : {true, false}) {
    for (const bool far : {true, false}) add_side(upright, far);
  }
}

std::size_t QuadtreeChanges::memory_bytes() const {
  return raster_.memory_bytes() + leaves_.memory_bytes() + parts_.memory_bytes() +
         graph_.memory_bytes() + labels_.memory_bytes() + heap_bytes(free_cells_);
}

}  // namespace fairway
