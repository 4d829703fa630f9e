#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "algorithms/freespace/triangulation.hpp"

namespace fairway {

using CornerId = std::int32_t;
inline constexpr CornerId kNoCorner = -1;

/// A vertex with a maximal free wedge between two blocked edges. The wedge runs counter-clockwise
/// from `right` to `left`. A pinch has several corners; the end of a wall of zero width has one of
/// 360 degrees, with left == right.
struct Corner {
  VertexId vertex;
  VertexId right;
  VertexId left;
  HalfEdge first;  ///< the blocked half-edge from `vertex` to `right`; its triangle is free
  HalfEdge last;   ///< half-edge with origin `vertex` of the last free triangle, next to `left`
  bool reflex;     ///< the wedge exceeds 180 degrees: a shortest path may turn here
};

/// Successive corners.
class CornerRange {
 public:
  class Iterator {
   public:
    explicit Iterator(CornerId corner) : corner_(corner) {}
    CornerId operator*() const { return corner_; }
    Iterator& operator++() {
      ++corner_;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    CornerId corner_;
  };

  CornerRange(CornerId first, CornerId end) : first_(first), end_(end) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(end_); }
  std::size_t size() const { return static_cast<std::size_t>(end_ - first_); }
  CornerId operator[](std::size_t i) const { return first_ + static_cast<CornerId>(i); }

 private:
  CornerId first_;
  CornerId end_;
};

/// What changed in a table of corners: numbers.
struct CornerChanges {
  std::vector<CornerId> gone;  ///< of what is no corner now, or another one
  std::vector<CornerId> come;  ///< of corners that are new
};

/// The corners of a triangulation, by vertex.
class Corners {
 public:
  /// Linear.
  explicit Corners(const Triangulation& mesh);

  std::span<const Corner> all() const { return corners_; }
  const Corner& operator[](CornerId c) const { return corners_[static_cast<std::size_t>(c)]; }
  /// The corner whose wedge holds h's triangle at h's origin. Precondition: the triangle is free.
  CornerId at(HalfEdge h) const { return at_[static_cast<std::size_t>(h)]; }
  CornerRange of(VertexId v) const {
    const CornerId first = first_[static_cast<std::size_t>(v)];
    CornerId end = first;
    while (end < static_cast<CornerId>(corners_.size()) && (*this)[end].vertex == v) ++end;
    return {first, end};
  }

  /// Finds the corners of a vertex anew, and the half-edges of its wedges; `out` is a half-edge out
  /// of it, or none if the vertex is gone. Corners with the same wedge keep their numbers if a
  /// vertex has as many as before. Linear in its degree.
  void update(const Triangulation& mesh, VertexId v, HalfEdge out, CornerChanges& changes);
  /// Forgets the half-edges of a triangle that is not free.
  void clear(TriangleId t);

  std::size_t memory_bytes() const {
    return corners_.capacity() * sizeof(Corner) +
           (at_.capacity() + first_.capacity()) * sizeof(CornerId);
  }

 private:
  std::vector<Corner> corners_;
  std::vector<CornerId> at_;                           ///< of each half-edge
  std::vector<CornerId> first_;                        ///< of each vertex; its others follow
  std::map<std::size_t, std::vector<CornerId>> free_;  ///< runs of numbers, by their length
};

}  // namespace fairway
