#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/changing_space/burst.hpp"
#include "algorithms/changing_space/changing_cuts.hpp"
#include "algorithms/changing_space/triangulation_editor.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The faces into which pieces of edges cut the plane. The pieces change. A test decides which
/// faces are kept; the border separates kept faces from other faces.
class ChangingFaces {
 public:
  using Piece = ChangingCuts::Piece;  ///< A piece of an edge.
  /// Returns whether the face that contains a point is kept.
  using Test = std::function<bool(Point)>;

  /// Starts without pieces. Precondition: all pieces will lie in `frame`. The test that
  /// change() gets may be wrong for points closer than `doubt` to a border.
  ChangingFaces(const Box& frame, double doubt);
  ChangingFaces(const ChangingFaces&) = delete;
  ChangingFaces& operator=(const ChangingFaces&) = delete;

  /// Replaces pieces. The resulting pieces must meet only at their ends. Tests the changed faces
  /// and the faces that meet the boxes in `places`. Returns the changes of the border. Expected
  /// linear in the triangles that change or meet the boxes.
  Burst change(const ChangingCuts::Change& pieces, std::span<const Box> places, const Test& test);

  std::size_t memory_bytes() const;  ///< Bytes on the heap.

 private:
  TriangleId near();
  VertexId take_vertex(Point p);
  void replace_pieces(const ChangingCuts::Change& pieces);
  void add_seed(TriangleId t);
  void add_seeds_in(const Box& place);
  Point inner_point(TriangleId seed);
  void mark(TriangleId seed, bool kept);
  void mark_sides();
  Burst border_changes() const;
  bool joined(HalfEdge h) const;

  TriangulatedRegion region_;
  std::optional<TriangulationEditor> editor_;
  Box frame_;
  double doubt_;
  TriangleId last_ = 0;
  std::vector<TriangleId> seeds_;    // triangles whose faces are tested
  std::vector<bool> is_seed_;        // for each triangle: whether it is in seeds_
  std::vector<std::uint32_t> seen_;  // for each triangle: stamp_ of its last visit
  std::vector<bool> is_marked_;      // for each triangle: whether this change has marked it
  std::uint32_t stamp_ = 0;
  std::vector<TriangleId> open_;
};

}  // namespace fairway
