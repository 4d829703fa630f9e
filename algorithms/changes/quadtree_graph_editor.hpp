#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/representations/quadtree/quadtree_graph.hpp"

namespace fairway {

/// Adds cells and portals to a graph and removes them. The graph's tables have a row for each cell.
/// The row lists the portals of the cell; its size is a power of two. Free numbers and free rows
/// are reused. Precondition: no terrain.
class QuadtreeGraphEditor {
 public:
  /// Number of a cell without portals; removed portals refer to this cell.
  static constexpr std::int32_t kEmptyCell = 0;

  /// Resets the graph to the single cell kEmptyCell. Does not change the kind of the graph's
  /// vertices.
  explicit QuadtreeGraphEditor(QuadtreeGraph& graph);

  /// Adds a cell without portals. The caller chooses its number.
  void add_cell(QuadtreeGraph& graph, std::int32_t cell, Point centre);
  /// Removes a cell and its portals. O(portals of its neighbours).
  void remove_cell(QuadtreeGraph& graph, std::int32_t cell);
  /// Adds portals between cells of the graph.
  void add_portals(QuadtreeGraph& graph, const CellGrid& grid, std::span<const CellPortal> portals);

  std::size_t memory_bytes() const;  ///< Bytes on the heap.

 private:
  static constexpr std::size_t kClasses = 31;

  void resize_rows(QuadtreeGraph& graph, std::size_t cells);
  void reserve(QuadtreeGraph& graph, std::int32_t cell, std::int32_t more);
  void append(QuadtreeGraph& graph, std::int32_t cell, std::int32_t portal, double cost);
  void erase(QuadtreeGraph& graph, std::int32_t cell, std::int32_t portal) const;
  void free_row(QuadtreeGraph& graph, std::int32_t cell);
  std::int32_t take_row(QuadtreeGraph& graph, std::size_t of_class);

  static constexpr std::uint8_t kNoRow = UINT8_MAX;
  std::vector<std::uint8_t> class_;  // for each cell: its row has space for 2^class portals
  std::array<std::vector<std::int32_t>, kClasses> free_rows_;
  std::vector<std::int32_t> free_portals_;
};

}  // namespace fairway
