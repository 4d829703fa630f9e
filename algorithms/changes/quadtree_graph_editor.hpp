#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/representations/quadtree/quadtree_graph.hpp"

namespace fairway {

/// Cells and portals come to a graph and go. Numbers and rows of the table that are free are used
/// again. Rows have room for a power of two. Preconditions: no terrain.
class QuadtreeGraphEditor {
 public:
  /// A cell that no graph has: rows of portals that are gone.
  static constexpr std::int32_t kEmptyCell = 0;

  /// Leaves the graph with that cell alone. Its kind stays.
  explicit QuadtreeGraphEditor(QuadtreeGraph& graph);

  /// A cell without portals. Its number is the caller's.
  void add_cell(QuadtreeGraph& graph, std::int32_t cell, Point centre);
  /// With its portals. O(portals of its neighbours).
  void remove_cell(QuadtreeGraph& graph, std::int32_t cell);
  /// Between cells that were added.
  void add_portals(QuadtreeGraph& graph, const CellGrid& grid, std::span<const CellPortal> portals);

  std::size_t memory_bytes() const;

 private:
  static constexpr std::size_t kClasses = 31;

  void resize_rows(QuadtreeGraph& graph, std::size_t cells);
  void reserve(QuadtreeGraph& graph, std::int32_t cell, std::int32_t more);
  void append(QuadtreeGraph& graph, std::int32_t cell, std::int32_t portal, double cost);
  void erase(QuadtreeGraph& graph, std::int32_t cell, std::int32_t portal) const;
  void free_row(QuadtreeGraph& graph, std::int32_t cell);
  std::int32_t take_row(QuadtreeGraph& graph, std::size_t of_class);

  static constexpr std::uint8_t kNoRow = UINT8_MAX;
  std::vector<std::uint8_t> class_;  // of each cell: its row has room for 2^class portals
  std::array<std::vector<std::int32_t>, kClasses> free_rows_;
  std::vector<std::int32_t> free_portals_;
};

}  // namespace fairway
