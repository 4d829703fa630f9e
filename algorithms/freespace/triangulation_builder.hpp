#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/freespace/boundary.hpp"
#include "algorithms/freespace/triangulation.hpp"

namespace fairway {

/// Message for a world without free space.
inline constexpr const char* kNoFreeSpace =
    "the world has no free space; expected at least one free area";

/// Area and holes of a triangulated region.
struct RegionMeasures {
  double area = 0;  ///< area of the free triangles
  int holes = 0;    ///< number of connected blocked regions that do not touch the hull
};

/// Returns area and holes of a triangulation. Linear.
RegionMeasures measures_of(const Triangulation& mesh);

/// A triangulated boundary.
struct TriangulatedRegion {
  Triangulation triangulation;  ///< the triangulation
  int component_count = 0;      ///< number of components of the interior of free space

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return triangulation.memory_bytes(); }
};

/// The constraints of a triangulated boundary, kept so that the boundary can be changed.
/// Precondition: fewer than 2^30 edges and obstacles, so that no count overflows.
struct ConstraintRecord {
  /// The constraints along a half-edge. The mark of the twin half-edge has the same values, but
  /// winding() has the opposite sign.
  class Mark {
   public:
    Mark() = default;
    /// Makes the mark of a half-edge with this number of boundary edges along it.
    Mark(std::int32_t edges, std::int32_t winding, bool wall)
        : edges_(edges), bits_(2 * winding + (wall ? 1 : 0)) {}

    /// Number of boundary edges along the half-edge, in either direction.
    std::int32_t edges() const { return edges_; }
    /// Winding number of the world's borders on the left, minus the winding number on the right.
    std::int32_t winding() const { return bits_ >> 1; }
    bool wall() const { return (bits_ & 1) != 0; }  ///< whether a wall lies along the half-edge

   private:
    std::int32_t edges_ = 0;
    std::int32_t bits_ = 0;  ///< 2 * winding + wall
  };
  /// The number of obstacles that cover a triangle, and whether it is inside the world's borders.
  /// The triangle is free if it is inside and no obstacle covers it.
  class Cover {
   public:
    Cover() = default;
    /// Makes the cover of a triangle that this number of obstacles cover.
    Cover(std::int32_t obstacles, bool inside) : bits_(2 * obstacles + (inside ? 1 : 0)) {}

    ///@{ Number of obstacles, whether the triangle is inside the borders, and whether it is free.
    std::int32_t obstacles() const { return bits_ >> 1; }
    bool inside() const { return (bits_ & 1) != 0; }
    bool is_free() const { return bits_ == 1; }
    ///@}
    friend bool operator==(const Cover&, const Cover&) = default;  ///< whether covers are equal

   private:
    std::int32_t bits_ = 0;  ///< 2 * obstacles + inside
  };
  std::vector<Mark> marks;         ///< constraints along each half-edge
  std::vector<Cover> covers;       ///< cover of each triangle
  std::vector<std::int32_t> ends;  ///< number of boundary edges that end at each vertex
};

/// Triangulates a boundary, finds the free triangles by winding numbers, and labels components.
/// build() may be called once.
class TriangulationBuilder {
 public:
  /// Takes the boundary of a world.
  explicit TriangulationBuilder(std::vector<BoundaryEdge> edges) : edges_(std::move(edges)) {}

  /// Returns the triangulated region. Throws InvalidWorld if the boundary is invalid. O(n log n).
  TriangulatedRegion build();
  /// Returns the constraints. Precondition: build() has returned.
  ConstraintRecord constraints() const;

 private:
  using Triangle = Triangulation::Triangle;

  void number_points();
  void triangulate();
  void sort_triangles();
  void index_outgoing();
  void mark_edges();
  HalfEdge step_towards(VertexId from, VertexId to, bool& reversed) const;
  void flood_winding();
  void mark_blocked();
  void label_components();

  Triangle& triangle(TriangleId t) { return triangles_[static_cast<std::size_t>(t)]; }
  const Triangle& triangle(TriangleId t) const { return triangles_[static_cast<std::size_t>(t)]; }
  HalfEdge twin(HalfEdge h) const { return triangle(h >> 2).link[h & 3] >> 1; }
  VertexId origin(HalfEdge h) const { return triangle(h >> 2).vertex[h & 3]; }
  VertexId destination(HalfEdge h) const { return origin(Triangulation::next(h)); }
  std::int32_t degree(VertexId v) const {
    return outgoing_begin_[static_cast<std::size_t>(v) + 1] -
           outgoing_begin_[static_cast<std::size_t>(v)];
  }
  Point point(VertexId v) const { return points_[static_cast<std::size_t>(v)]; }
  bool is_inside(TriangleId t) const { return winding_[static_cast<std::size_t>(t)] == 1; }
  bool is_free(TriangleId t) const {
    return is_inside(t) && obstacles_[static_cast<std::size_t>(t)] == 0;
  }
  template <class Visit>
  void for_each_half_edge(Visit visit) const;
  [[noreturn]] void refuse_wall(std::int32_t edge, std::string_view fault) const;
  [[noreturn]] void refuse_crossing(Point a, Point b) const;
  [[noreturn]] void refuse_winding(TriangleId t, HalfEdge entered) const;

  /// The input edges along a half-edge h.
  struct Mark {
    /// If a wall lies along h, the index of the wall in edges_. Otherwise, the index of a border
    /// edge along h, or -1 if there is none.
    std::int32_t edge = -1;
    std::int32_t winding = 0;  ///< winding number on the left minus winding number on the right
    std::int32_t edges = 0;    ///< number of input edges along h
    std::int32_t covers = 0;   ///< number of obstacles on the left minus number on the right
    bool border = false;       ///< whether a border edge lies along h
    bool wall = false;
  };

  std::vector<BoundaryEdge> edges_;
  std::vector<std::pair<VertexId, VertexId>> ends_;  ///< ends of each input edge
  std::vector<Point> points_;
  std::vector<Triangle> triangles_;
  std::vector<std::int32_t> outgoing_begin_;
  std::vector<HalfEdge> outgoing_;
  std::vector<Mark> marks_;
  std::vector<std::int32_t> winding_;
  std::vector<std::int32_t> obstacles_;  ///< number of obstacles that cover each triangle
  Box box_;
  TriangulatedRegion region_;
};

}  // namespace fairway
