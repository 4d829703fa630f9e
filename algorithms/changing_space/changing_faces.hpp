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

/// The faces of a plane cut by pieces of edges that appear and disappear, and the border between
/// kept faces and other faces.
class ChangingFaces {
 public:
  using Piece = ChangingCuts::Piece;
  /// Whether the face of a point is kept.
  using Test = std::function<bool(Point)>;

  /// `frame` holds all pieces to come. Points closer than `doubt` to a border may be tested
  /// wrongly.
  ChangingFaces(const Box& frame, double doubt);
  ChangingFaces(const ChangingFaces&) = delete;
  ChangingFaces& operator=(const ChangingFaces&) = delete;

  /// Replaces pieces. The new pieces must meet at ends only. Tests the changed faces and the faces
  /// that reach into the boxes `places`. Returns the changes of the border. Expected linear in the
  /// triangles that change or lie in the boxes.
  Burst change(const ChangingCuts::Change& pieces, std::span<const Box> places, const Test& test);

  std::size_t memory_bytes() const;

 private:
  TriangleId near();
  VertexId take(Point p);
  void exchange(const ChangingCuts::Change& pieces);
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
  std::vector<TriangleId> seeds_;    ///< triangles whose faces are tested
  std::vector<bool> is_seed_;        ///< of each triangle
  std::vector<std::uint32_t> seen_;  ///< stamps of triangles
  std::vector<bool> is_marked_;      ///< of each triangle, since the change began
  std::uint32_t stamp_ = 0;
  std::vector<TriangleId> open_;
};

}  // namespace fairway
