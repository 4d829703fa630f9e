#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"

namespace fairway {

/// Finds the reflex corners whose lines of sight may change with the free space. Consider a segment
/// between two corners that meets changed triangles. Let P be the first point of the segment in a
/// changed triangle. There are three cases: (1) P is a corner of this triangle, (2) P is the end of
/// a straight wall along which the segment runs, or (3) P is on an edge between a changed and an
/// unchanged triangle. In case 3, cones expand from the edge through the current triangulation. The
/// cones find exactly the corners that are visible across the edge from at least one point of the
/// edge. O(t v) for t triangles seen across edges and at most v vertices that bound a cone. Source:
/// L. J. Guibas, J. Hershberger, D. Leven, M. Sharir, R. E. Tarjan, "Linear-time algorithms for
/// visibility and shortest path problems inside triangulated simple polygons", Algorithmica 2
/// (1987), which uses the hulls of the chains on both sides.
class ChangedSight {
 public:
  /// The links that the caller wants to repair.
  enum class Links : std::uint8_t {
    kTaut,  ///< only links with ends at which a path can bend
    kAll,   ///< links between all visible corners
  };
  /// Returns two groups of corners. The first group has the corners at changed free triangles and
  /// the new corners, reflex or not. The second group has other reflex corners whose links may have
  /// changed. With kTaut, the second group omits corners at which paths across the change cannot
  /// bend. It can also omit a corner c that sees nothing of the change except a new, removed or
  /// replaced corner d. The caller finds c by the link between c and d. The result is valid until
  /// the next call.
  std::span<const CornerId> find(const FreeSpace& space, const SpaceChange& change, Links links);
  /// Number of corners in the first group of find(); they come first.
  std::size_t at_change() const { return at_change_; }
  /// A box with the changed triangles in its interior.
  const Box& box() const { return box_; }
  /// Whether a vertex of a changed triangle is new or has moved.
  bool is_moved(VertexId v) const;
  /// Bytes of the two largest arrays; the small arrays are not counted.
  std::size_t memory_bytes() const {
    return (changed_.capacity() + noted_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  /// A vertex of the left or right chain of a cone, with the index in sides_ of the vertex before
  /// it in the chain, or -1.
  struct SideVertex {
    VertexId vertex;
    std::int32_t previous;
  };
  /// All straight lines through an edge that pass between two chains of vertices, right and left.
  /// The rightmost line passes through `right_pivot`, a vertex of the left chain, and `right`, the
  /// last vertex of the right chain. The leftmost line passes through `left_pivot` and `left`.
  /// `right` and `left` are indices in sides_.
  struct Cone {
    HalfEdge through;  // the edge, as a half-edge of the triangle that the cone leaves
    std::int32_t right;
    std::int32_t left;
    VertexId right_pivot;
    VertexId left_pivot;
  };

  void begin(const SpaceChange& change);
  bool is_changed(HalfEdge h) const {
    return changed_[slot_of(Triangulation::triangle_of(h))] == round_;
  }
  void note(CornerId c);
  void follow_walls(const Corner& corner);
  void look_across(HalfEdge edge);
  bool may_bend(const Corner& corner, VertexId right, VertexId left) const;
  std::int32_t add(VertexId v, std::int32_t previous) {
    sides_.push_back({v, previous});
    return static_cast<std::int32_t>(sides_.size()) - 1;
  }
  VertexId pivot(VertexId first, std::int32_t side, VertexId through, int turn) const;

  const FreeSpace* space_ = nullptr;
  const Triangulation* mesh_ = nullptr;
  Links links_ = Links::kTaut;
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> changed_;  // for each triangle: the round of its last change
  std::vector<std::uint32_t> noted_;    // for each corner: the round in which it was found
  std::vector<VertexId> moved_;
  Box box_;
  std::vector<CornerId> found_;
  std::size_t at_change_ = 0;
  std::vector<SideVertex> sides_;
  std::vector<Cone> stack_;
};

}  // namespace fairway
