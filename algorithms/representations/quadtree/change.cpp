#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_labels.hpp"
#include "algorithms/changing_space/changing_raster.hpp"
#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/representations/quadtree/cell_parts.hpp"
#include "algorithms/representations/quadtree/graph_editor.hpp"
#include "algorithms/representations/quadtree/leaf_editor.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"

namespace fairway {
namespace {

constexpr std::size_t slot(std::int32_t cell) { return static_cast<std::size_t>(cell); }

double size_of(const CellRect& cell) {
  return static_cast<double>(cell.x1 - cell.x0) * (cell.y1 - cell.y0);
}

/// The cells, joined by portals.
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
  std::int32_t label(std::int32_t cell) const { return labels[slot(cell)]; }
  void set_label(std::int32_t cell, std::int32_t label) { labels[slot(cell)] = label; }
};

/// Cells that were beside each other before a change, or are now, near the cells that changed.
class Places {
 public:
  void meet(std::int32_t a, std::int32_t b) { sets_.join(number(a), number(b)); }

  /// Of those that are there.
  template <class IsThere>
  std::vector<ChangingLabels::Place> list(IsThere is_there) {
    std::vector<ChangingLabels::Place> places;
    std::map<std::int32_t, std::size_t> place_of;
    for (const auto& [cell, own] : numbers_) {
      if (!is_there(cell)) continue;
      const auto [known, added] = place_of.emplace(sets_.find(own), places.size());
      if (added) places.emplace_back();
      places[known->second].push_back(cell);
    }
    return places;
  }

 private:
  std::int32_t number(std::int32_t cell) {
    const auto [known, added] = numbers_.emplace(cell, static_cast<std::int32_t>(numbers_.size()));
    if (added) sets_.add();
    return known->second;
  }

  std::map<std::int32_t, std::int32_t> numbers_;
  DisjointSets sets_;
};

}  // namespace

/// What repairs need besides the quadtree.
struct Quadtree::Repair {
  explicit Repair(Quadtree& tree)
      : raster(*tree.space_, tree.grid_),
        parts(tree.options_.merge ? std::optional(join_rule(tree.options_)) : std::nullopt),
        graph(tree.graph_) {}

  ChangingRaster raster;
  LeafEditor leaves;
  CellParts parts;
  QuadtreeGraphEditor graph;
  ChangingLabels labels;
  std::vector<std::int32_t> free_cells;
  double covered = 0;  ///< in cells of the lattice
};

void Quadtree::RepairDeleter::operator()(Repair* repair) const { delete repair; }

bool Quadtree::change(const SpaceChange& change) {
  if (repair_ != nullptr) {
    repair_->leaves.change(tree_, repair_->raster.raster(),
                           repair_->raster.change(*space_, change));
    const LeafEditor& leaves = repair_->leaves;
    repair_->parts.change(tree_, repair_->raster.raster(), repair_->leaves, leaves.lost_parts(),
                          leaves.new_leaves());
    exchange_cells();
    return true;
  }
  // All leaves are new, and so are all cells.
  repair_.reset(new Repair(*this));
  Subdivision anew = subdivide(repair_->raster.raster());
  tree_ = std::move(anew.tree);
  repair_->leaves = LeafEditor(tree_);
  cells_.assign(1, {});
  component_.assign(1, -1);
  std::vector<LeafEditor::Leaf> leaves(anew.cells.size());
  for (std::size_t c = 0; c < leaves.size(); ++c) {
    const CellRect& rect = anew.cells[c];
    leaves[c] = {tree_.node_at(rect.x0, rect.y0), rect};
  }
  repair_->parts.change(tree_, repair_->raster.raster(), repair_->leaves, {}, leaves);
  exchange_cells();
  return true;
}

/// Takes the cells away that are gone, and adds those that are new.
void Quadtree::exchange_cells() {
  Repair& repair = *repair_;
  Places places;
  for (const std::int32_t cell : repair.parts.gone_cells()) {
    for (const std::int32_t portal : graph_.portals_of(cell)) {
      places.meet(cell, graph_.portal(portal).other(cell));
    }
  }
  for (const std::int32_t cell : repair.parts.gone_cells()) {
    repair.graph.remove_cell(graph_, cell);
    repair.labels.lose(component_[slot(cell)]);
    repair.covered -= size_of(cells_[slot(cell)]);
    cells_[slot(cell)] = {};
    repair.free_cells.push_back(cell);
  }
  std::vector<std::int32_t> come;
  for (const std::int32_t part : repair.parts.new_cells()) {
    std::int32_t cell = static_cast<std::int32_t>(cells_.size());
    if (repair.free_cells.empty()) {
      cells_.emplace_back();
      component_.emplace_back();
    } else {
      cell = repair.free_cells.back();
      repair.free_cells.pop_back();
    }
    const CellRect& rect = repair.parts.rect(part);
    cells_[slot(cell)] = rect;
    component_[slot(cell)] = ChangingLabels::kUnlabelled;
    repair.covered += size_of(rect);
    repair.parts.number_cell(part, cell,
                             [&](std::int32_t node) { LeafEditor::set_cell(tree_, node, cell); });
    const Point low = grid_.corner(rect.x0, rect.y0);
    repair.graph.add_cell(graph_, cell, low + 0.5 * (grid_.corner(rect.x1, rect.y1) - low));
    come.push_back(cell);
  }
  std::vector<CellPortal> portals;
  for (const std::int32_t cell : come) find_new_portals(cell, portals);
  repair.graph.add_portals(graph_, grid_, portals);
  for (const std::int32_t cell : come) {
    places.meet(cell, cell);
    for (const std::int32_t portal : graph_.portals_of(cell)) {
      places.meet(cell, graph_.portal(portal).other(cell));
    }
  }
  repair.labels.update(CellGraph{graph_, component_}, places.list([&](std::int32_t cell) {
    return cells_[slot(cell)] != CellRect{};
  }));
  report_.components = repair.labels.count();
  report_.covered_area = repair.covered * grid_.size * grid_.size;
}

/// Of a new cell: all on its right and upper side, and those to old cells on the others.
void Quadtree::find_new_portals(std::int32_t cell, std::vector<CellPortal>& portals) const {
  const RasterisedSpace& raster = repair_->raster.raster();
  const CellRect rect = cells_[slot(cell)];
  const auto add_side = [&](bool upright, bool far) {
    const int line = upright ? (far ? rect.x1 : rect.x0) : (far ? rect.y1 : rect.y0);
    const int end = upright ? rect.y1 : rect.x1;
    if (far ? line == (upright ? grid_.columns : grid_.rows) : line == 0) return;
    const int beyond = far ? line : line - 1;
    for (int k = upright ? rect.y0 : rect.x0; k < end;) {
      const auto leaf = upright ? tree_.leaf_at(beyond, k) : tree_.leaf_at(k, beyond);
      if (leaf.cell == kNoCell) {
        k = ((k >> leaf.level) + 1) << leaf.level;
        continue;
      }
      const CellRect& other = cells_[slot(leaf.cell)];
      const int stop = std::min(end, upright ? other.y1 : other.x1);
      const bool found = !far && component_[slot(leaf.cell)] == ChangingLabels::kUnlabelled;
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

std::size_t Quadtree::repair_bytes() const {
  if (repair_ == nullptr) return 0;
  return sizeof(Repair) + repair_->raster.memory_bytes() + repair_->leaves.memory_bytes() +
         repair_->parts.memory_bytes() + repair_->graph.memory_bytes() +
         repair_->labels.memory_bytes() + repair_->free_cells.capacity() * sizeof(std::int32_t);
}

}  // namespace fairway
