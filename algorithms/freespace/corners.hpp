#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "algorithms/freespace/triangulation.hpp"

namespace fairway {

/// Corners are numbered from 0; the corners of a vertex have successive numbers.
using CornerId = std::int32_t;
/// No corner.
inline constexpr CornerId kNoCorner = -1;

/// A vertex with a maximal free wedge between two blocked edges. The wedge runs counter-clockwise
/// from `right` to `left`. A vertex at a pinch has several corners. The end of a wall of zero width
/// has a corner of 360 degrees with left == right.
struct Corner {
  VertexId vertex;  ///< apex of the wedge
  ///@{ The far ends of the blocked edges that bound the wedge.
  VertexId right;
  VertexId left;
  ///@}
  HalfEdge first;  ///< the blocked half-edge from `vertex` to `right`; its triangle is free
  /// The half-edge from `vertex` in the last triangle of the wedge. The third vertex of this
  /// triangle is `left`.
  HalfEdge last;
  bool reflex;  ///< whether the wedge exceeds 180 degrees, so that a shortest path may turn here
};

/// A range of successive corners.
class CornerRange {
 public:
  /// Iterator over the numbers of corners.
  class Iterator {
   public:
    ///@{ Members that a range-based for loop requires.
    explicit Iterator(CornerId corner) : corner_(corner) {}
    CornerId operator*() const { return corner_; }
    Iterator& operator++() {
      ++corner_;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;
    ///@}

   private:
    CornerId corner_;
  };

  ///@{ Corners first .. end - 1; members as in std::span.
  CornerRange(CornerId first, CornerId end) : first_(first), end_(end) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(end_); }
  std::size_t size() const { return static_cast<std::size_t>(end_ - first_); }
  CornerId operator[](std::size_t i) const { return first_ + static_cast<CornerId>(i); }
  ///@}

 private:
  CornerId first_;
  CornerId end_;
};

/// The numbers of the corners that an update changed.
struct CornerChanges {
  std::vector<CornerId> gone;  ///< numbers whose former corner no longer exists
  std::vector<CornerId> come;  ///< numbers that denote a new corner
};

/// The corners of a triangulation, by vertex.
class Corners {
 public:
  /// Finds all corners. Linear.
  explicit Corners(const Triangulation& mesh);

  ///@{ All corners, indexed by number, and corner c. An unused number has a corner with vertex -1.
  std::span<const Corner> all() const { return corners_; }
  const Corner& operator[](CornerId c) const { return corners_[static_cast<std::size_t>(c)]; }
  ///@}
  /// The corner at h's origin whose wedge contains h's triangle. Precondition: the triangle is
  /// free.
  CornerId at(HalfEdge h) const { return at_[static_cast<std::size_t>(h)]; }
  /// The corners of a vertex.
  CornerRange of(VertexId v) const {
    const CornerId first = first_[static_cast<std::size_t>(v)];
    CornerId end = first;
    while (end < static_cast<CornerId>(corners_.size()) && (*this)[end].vertex == v) ++end;
    return {first, end};
  }

  /// Recomputes the corners of a vertex, and at() of the half-edges in their wedges. Appends
  /// changed numbers to `changes`. `out` is a half-edge that starts at the vertex, or kNoHalfEdge
  /// if the vertex was removed. If the vertex is on the hull, `out` is the first half-edge
  /// counter-clockwise. If the number of corners is unchanged, corners with the same wedge keep
  /// their numbers. Linear in the vertex's degree.
  void update(const Triangulation& mesh, VertexId v, HalfEdge out, CornerChanges& changes);
  /// Sets at() to kNoCorner for the half-edges of a triangle. If the triangle is free, update()
  /// must follow for its three vertices.
  void clear(TriangleId t);

  /// Bytes on the heap, by capacity. O(1).
  std::size_t memory_bytes() const {
    return corners_.capacity() * sizeof(Corner) +
           (at_.capacity() + first_.capacity()) * sizeof(CornerId);
  }

 private:
  std::vector<Corner> corners_;
  std::vector<CornerId> at_;     ///< corner at the origin of each half-edge; see at()
  std::vector<CornerId> first_;  ///< first corner of each vertex
  /// Unused corner numbers form runs. Entry n has the first number of each unused run of length n.
  std::map<std::size_t, std::vector<CornerId>> free_;
};

}  // namespace fairway
