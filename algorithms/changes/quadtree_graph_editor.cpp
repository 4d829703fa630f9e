#include "algorithms/changes/quadtree_graph_editor.hpp"

#include <algorithm>
#include <bit>

namespace fairway {
namespace {

constexpr std::size_t index_of(std::int32_t number) { return static_cast<std::size_t>(number); }

}  // namespace

QuadtreeGraphEditor::QuadtreeGraphEditor(QuadtreeGraph& graph) {
  const QuadtreeVertices kind = graph.kind_;
  graph = {};
  graph.kind_ = kind;
  graph.all_edges_lead_on_ = kind == QuadtreeVertices::kCentre;
  add_cell(graph, kEmptyCell, {});
  if (kind == QuadtreeVertices::kCentre) graph.gaps_ = 1;
}

void QuadtreeGraphEditor::resize_rows(QuadtreeGraph& graph, std::size_t cells) {
  std::vector<std::int32_t>& rows = graph.row_begin_;
  const std::size_t old = rows.size() / 2;
  rows.resize(2 * cells, 0);
  std::copy_backward(rows.begin() + static_cast<std::ptrdiff_t>(old),
                     rows.begin() + static_cast<std::ptrdiff_t>(2 * old),
                     rows.begin() + static_cast<std::ptrdiff_t>(cells + old));
  std::fill(rows.begin() + static_cast<std::ptrdiff_t>(old),
            rows.begin() + static_cast<std::ptrdiff_t>(cells), 0);
  graph.row_end_at_ = cells;
  class_.resize(cells, kNoRow);
}

void QuadtreeGraphEditor::add_cell(QuadtreeGraph& graph, std::int32_t cell, Point centre) {
  const std::size_t cells = graph.row_begin_.size() / 2;
  if (index_of(cell) >= cells) resize_rows(graph, std::max<std::size_t>(16, cells * 3 / 2));
  if (graph.kind_ != QuadtreeVertices::kCentre) return;
  if (index_of(cell) < graph.positions_.size()) {
    graph.positions_[index_of(cell)] = centre;
    --graph.gaps_;
  } else {
    graph.positions_.push_back(centre);
  }
}

void QuadtreeGraphEditor::remove_cell(QuadtreeGraph& graph, std::int32_t cell) {
  for (const std::int32_t p : graph.portals_of(cell)) {
    CellPortal& portal = graph.portals_[index_of(p)];
    erase(graph, portal.other(cell), p);
    portal = {kEmptyCell, kEmptyCell, 0, 0, 0};
    free_portals_.push_back(p);
    if (graph.kind_ == QuadtreeVertices::kPortal) ++graph.gaps_;
  }
  free_row(graph, cell);
  if (graph.kind_ == QuadtreeVertices::kCentre) ++graph.gaps_;
}

void QuadtreeGraphEditor::add_portals(QuadtreeGraph& graph, const CellGrid& grid,
                                      std::span<const CellPortal> portals) {
  // A row lists the portals of a cell. Reserve each row once, in the order of cells.
  std::vector<std::int32_t> ends;
  for (const CellPortal& portal : portals) ends.insert(ends.end(), {portal.before, portal.after});
  std::ranges::sort(ends);
  for (auto first = ends.begin(); first != ends.end();) {
    const auto next = std::upper_bound(first, ends.end(), *first);
    reserve(graph, *first, static_cast<std::int32_t>(next - first));
    first = next;
  }
  const bool at_portals = graph.kind_ == QuadtreeVertices::kPortal;
  for (const CellPortal& portal : portals) {
    auto p = static_cast<std::int32_t>(graph.portals_.size());
    const Point middle = portal.middle(grid);
    if (free_portals_.empty()) {
      graph.portals_.push_back(portal);
      if (at_portals) graph.positions_.push_back(middle);
    } else {
      p = free_portals_.back();
      free_portals_.pop_back();
      graph.portals_[index_of(p)] = portal;
      if (at_portals) {
        graph.positions_[index_of(p)] = middle;
        --graph.gaps_;
      }
    }
    const double cost = at_portals ? 0 : graph.cost_through(portal, middle);
    append(graph, portal.before, p, cost);
    append(graph, portal.after, p, cost);
  }
}

/// Reserves space for `more` portals in the row of a cell.
void QuadtreeGraphEditor::reserve(QuadtreeGraph& graph, std::int32_t cell, std::int32_t more) {
  const std::int32_t begin = graph.row_begin_[index_of(cell)];
  const std::int32_t length = graph.row_begin_[graph.row_end_at_ + index_of(cell)] - begin;
  const std::uint8_t of_class = class_[index_of(cell)];
  if (of_class != kNoRow && length + more <= std::int32_t{1} << of_class) return;
  const auto larger =
      static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(length + more - 1)));
  const std::int32_t row = take_row(graph, larger);
  const auto move = [&](auto& table) {
    std::copy_n(table.begin() + begin, length, table.begin() + row);
  };
  move(graph.targets_);
  if (graph.kind_ == QuadtreeVertices::kCentre) {
    move(graph.slot_portals_);
    move(graph.costs_);
  }
  free_row(graph, cell);
  class_[index_of(cell)] = static_cast<std::uint8_t>(larger);
  graph.row_begin_[index_of(cell)] = row;
  graph.row_begin_[graph.row_end_at_ + index_of(cell)] = row + length;
}

/// Adds a portal to the row of a cell. Precondition: the row has space.
void QuadtreeGraphEditor::append(QuadtreeGraph& graph, std::int32_t cell, std::int32_t portal,
                                 double cost) {
  const std::size_t slot = index_of(graph.row_begin_[graph.row_end_at_ + index_of(cell)]++);
  const bool centre = graph.kind_ == QuadtreeVertices::kCentre;
  graph.targets_[slot] = centre ? graph.portal(portal).other(cell) : portal;
  if (!centre) return;
  graph.slot_portals_[slot] = portal;
  graph.costs_[slot] = cost;
}

void QuadtreeGraphEditor::erase(QuadtreeGraph& graph, std::int32_t cell,
                                std::int32_t portal) const {
  std::int32_t& end = graph.row_begin_[graph.row_end_at_ + index_of(cell)];
  const auto row = graph.portals_of(cell);
  const auto slot = index_of(graph.row_begin_[index_of(cell)]) +
                    static_cast<std::size_t>(std::ranges::find(row, portal) - row.begin());
  const std::size_t last = index_of(--end);
  graph.targets_[slot] = graph.targets_[last];
  if (graph.kind_ != QuadtreeVertices::kCentre) return;
  graph.slot_portals_[slot] = graph.slot_portals_[last];
  graph.costs_[slot] = graph.costs_[last];
}

void QuadtreeGraphEditor::free_row(QuadtreeGraph& graph, std::int32_t cell) {
  std::uint8_t& of_class = class_[index_of(cell)];
  if (of_class == kNoRow) return;
  std::int32_t& begin = graph.row_begin_[index_of(cell)];
  free_rows_[of_class].push_back(begin);
  of_class = kNoRow;
  begin = 0;
  graph.row_begin_[graph.row_end_at_ + index_of(cell)] = 0;
}

std::int32_t QuadtreeGraphEditor::take_row(QuadtreeGraph& graph, std::size_t of_class) {
  std::vector<std::int32_t>& free = free_rows_[of_class];
  if (!free.empty()) {
    const std::int32_t row = free.back();
    free.pop_back();
    return row;
  }
  const auto row = static_cast<std::int32_t>(graph.targets_.size());
  const std::size_t size = graph.targets_.size() + (std::size_t{1} << of_class);
  graph.targets_.resize(size);
  if (graph.kind_ == QuadtreeVertices::kCentre) {
    graph.slot_portals_.resize(size);
    graph.costs_.resize(size);
  }
  return row;
}

std::size_t QuadtreeGraphEditor::memory_bytes() const {
  std::size_t bytes =
      class_.capacity() * sizeof(class_[0]) + free_portals_.capacity() * sizeof(std::int32_t);
  for (const auto& rows : free_rows_) bytes += rows.capacity() * sizeof(std::int32_t);
  return bytes;
}

}  // namespace fairway
