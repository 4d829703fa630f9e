#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/freespace/boundary.hpp"
#include "algorithms/freespace/triangulation.hpp"

namespace fairway {

inline constexpr const char* kNoFreeSpace =
    "the world has no free space; expected at least one free area";

struct RegionMeasures {
  double area = 0;
  int holes = 0;  ///< connected blocked regions off the hull
};

/// Of the free triangles. Linear.
RegionMeasures measures_of(const Triangulation& mesh);

/// A triangulated boundary and what is known of its free triangles.
struct TriangulatedRegion {
  Triangulation triangulation;
  int component_count = 0;

  std::size_t memory_bytes() const { return triangulation.memory_bytes(); }
};

/// What is kept of a triangulated boundary so that it can be changed. No count can overflow: a
/// world has less than 2^30 edges and obstacles.
struct ConstraintRecord {
  /// What lies along a half-edge. The winding of its twin has the opposite sign.
  class Mark {
   public:
    Mark() = default;
    Mark(std::int32_t edges, std::int32_t winding, bool wall)
        : edges_(edges), bits_(2 * winding + (wall ? 1 : 0)) {}

    /// Edges of the boundary, in either direction.
    std::int32_t edges() const { return edges_; }
    /// Winding number of the world's borders on the left less that on the right.
    std::int32_t winding() const { return bits_ >> 1; }
    bool wall() const { return (bits_ & 1) != 0; }

   private:
    std::int32_t edges_ = 0;
    std::int32_t bits_ = 0;  ///< 2 * winding + wall
  };
  /// A triangle is free if it is inside of the world's borders and no obstacle covers it.
  class Cover {
   public:
    Cover() = default;
    Cover(std::int32_t obstacles, bool inside) : bits_(2 * obstacles + (inside ? 1 : 0)) {}

    std::int32_t obstacles() const { return bits_ >> 1; }
    bool inside() const { return (bits_ & 1) != 0; }
    bool is_free() const { return bits_ == 1; }
    friend bool operator==(const Cover&, const Cover&) = default;

   private:
    std::int32_t bits_ = 0;  ///< 2 * obstacles + inside
  };
  std::vector<Mark> marks;         ///< of each half-edge
  std::vector<Cover> covers;       ///< of each triangle
  std::vector<std::int32_t> ends;  ///< of each vertex: ends of boundary edges that lie there
};

/// Triangulates a boundary, finds the free triangles by winding numbers, and labels components.
/// Used once.
class TriangulationBuilder {
 public:
  explicit TriangulationBuilder(std::vector<BoundaryEdge> edges) : edges_(std::move(edges)) {}

  /// Throws InvalidWorld. O(n log n).
  TriangulatedRegion build();
  /// What is known of the constraints. Precondition: build() is done.
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

  /// What the input says of a half-edge.
  struct Mark {
    std::int32_t edge = -1;    ///< an input edge along it, a wall if there is one; or -1
    std::int32_t winding = 0;  ///< winding number on the left minus that on the right
    std::int32_t edges = 0;    ///< along it
    std::int32_t covers = 0;   ///< obstacles on the left minus those on the right
    bool border = false;       ///< an edge of a border lies along it
    bool wall = false;
  };

  std::vector<BoundaryEdge> edges_;
  std::vector<std::pair<VertexId, VertexId>> ends_;  ///< of each input edge
  std::vector<Point> points_;
  std::vector<Triangle> triangles_;
  std::vector<std::int32_t> outgoing_begin_;
  std::vector<HalfEdge> outgoing_;
  std::vector<Mark> marks_;
  std::vector<std::int32_t> winding_;
  std::vector<std::int32_t> obstacles_;  ///< that cover each triangle
  Box box_;
  TriangulatedRegion region_;
};

}  // namespace fairway
