#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"

namespace fairway {

/// Finds the reflex corners whose lines of sight a change of the free space may concern. A segment
/// between two corners meets the changed triangles first at a corner of them, at the end of a
/// straight wall on which it runs, or across an edge that bounds them. What is seen across such an
/// edge, from any of its points, is found by expanding cones through the triangulation as it is.
/// Exact: cones hold a straight line each. O(triangles seen across the edges, each time by the
/// vertices that bound the cone).
/// Source: L. J. Guibas, J. Hershberger, D. Leven, M. Sharir, R. E. Tarjan, "Linear-time algorithms
/// for visibility and shortest path problems inside triangulated simple polygons", Algorithmica 2
/// (1987) (what an edge sees, by the hulls of both sides).
class ChangedSight {
 public:
  enum class Links : std::uint8_t { kTaut, kAll };

  /// The corners at changed triangles that are free, and new ones, also such as are not reflex,
  /// then the other reflex corners whose links may be others, with kTaut without those at which no
  /// path can bend that meets the change. Not found: corners whose segments meet the change only at
  /// a corner that is new, gone or another one; they are linked to it, now or before. Valid until
  /// the next call.
  std::span<const CornerId> find(const FreeSpace& space, const SpaceChange& change, Links links);
  /// How many of those found are new, or corners at changed triangles.
  std::size_t at_change() const { return at_change_; }
  /// A box that holds the changed triangles inside.
  const Box& box() const { return box_; }
  /// Whether the vertex was at another point or not there before. Of those of changed triangles.
  bool is_moved(VertexId v) const;

  std::size_t memory_bytes() const {
    return (changed_.capacity() + noted_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  /// A vertex on one side of a cone, and that before it on the same side.
  struct SideVertex {
    VertexId vertex;
    std::int32_t previous;
  };
  /// The straight lines that leave through an edge, left of the right side's vertices and right of
  /// the left side's. The bounds run from a pivot on the other side through the last vertex.
  struct Cone {
    HalfEdge through;  ///< seen from inside
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
  std::vector<std::uint32_t> changed_;  ///< rounds, of triangles
  std::vector<std::uint32_t> noted_;    ///< rounds, of corners
  std::vector<VertexId> moved_;
  Box box_;
  std::vector<CornerId> found_;
  std::size_t at_change_ = 0;
  std::vector<SideVertex> sides_;
  std::vector<Cone> stack_;
};

}  // namespace fairway
