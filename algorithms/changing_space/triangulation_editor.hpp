#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/freespace/triangulation_builder.hpp"

namespace fairway {

/// Edits a constrained Delaunay triangulation in place: adds and removes points and constraints,
/// and rebuilds only the triangles near them. The result equals constrained_delaunay() of the same
/// points and constraints, up to the numbers of vertices and triangles. Free numbers are reused.
/// Exact. The caller sets blocked sides and components.
/// Sources: S. W. Sloan, "A fast algorithm for generating constrained Delaunay triangulations",
/// Computers & Structures 47 (1993) (insertion of an edge by flips); O. Devillers, "On deletion in
/// Delaunay triangulations", IJCGA 12 (2002) (ears of the star of a vertex).
class TriangulationEditor {
 public:
  using Mark = ConstraintRecord::Mark;    ///< Input edges along a half-edge.
  using Cover = ConstraintRecord::Cover;  ///< Obstacles that cover a triangle.

  /// Preconditions: the hull of the mesh is a box with vertices at its corners; all points added
  /// later lie in this box.
  TriangulationEditor(Triangulation& mesh, ConstraintRecord record);

  const Triangulation& mesh() const { return *mesh_; }  ///< The triangulation.

  /// A triangle in its state before the first change since forget_changes().
  struct Changed {
    TriangleId id;                     ///< its number
    std::array<Point, 3> points;       ///< its corners; all equal if it did not exist
    std::array<VertexId, 3> vertices;  ///< numbers of its vertices
    std::int32_t component;            ///< its component; -1 if it was not free
    std::array<bool, 3> blocked;       ///< whether each side was blocked

    bool was_there() const { return points[0] != points[1]; }  ///< Whether the triangle existed.
  };
  /// The triangles changed since forget_changes().
  std::span<const Changed> changed() const { return changed_; }
  /// Whether a triangle has changed since forget_changes().
  bool is_changed(TriangleId t) const { return stamp_[slot_of(t)] == round_; }
  /// Starts a new round of changes: clears changed(), and makes the current state the state to
  /// which undo() returns.
  void forget_changes();
  /// Restores the state at the last forget_changes(), including the numbers of triangles and
  /// vertices. Linear in the number of changes and of unused numbers.
  void undo();

  /// Returns the vertex at a point and increments its number of edge ends. Inserts the vertex if
  /// the point has none. Expected O(1) if `near` is a triangle near the point and the vertex has
  /// few triangles.
  VertexId take_point(Point p, TriangleId near);
  /// Decrements the number of edge ends at a vertex. At 0, removes the vertex; linear in its
  /// degree. If two edges would cross at the point of the removed vertex, returns false and changes
  /// nothing.
  bool release_point(VertexId v);

  /// A constraint that crosses a new edge.
  struct Crossing {
    Point a;  ///< its start
    Point b;  ///< its end
  };
  /// Adds an input edge. `mark` is the mark of its left side. If the edge crosses a constraint,
  /// returns the constraint and changes nothing. Otherwise returns nullopt. Expected linear in the
  /// triangles crossed.
  std::optional<Crossing> add_edge(VertexId from, VertexId to, const Mark& mark);
  /// Removes an input edge. Precondition: the edge was added with this mark, by add_edge() or in
  /// the initial record.
  void remove_edge(VertexId from, VertexId to, const Mark& mark);

  /// The edge between two vertices. On the hull, an edge has only one half-edge.
  struct Edge {
    HalfEdge half_edge = kNoHalfEdge;  ///< half-edge of the edge, in either direction
    bool reversed = false;             ///< whether half_edge has the opposite direction
  };
  /// Calls visit(Edge) for the pieces of an input edge, in order from `from` to `to`.
  template <class Visit>
  void for_each_piece(VertexId from, VertexId to, Visit visit) const {
    while (from != to) {
      const Edge piece = step_towards(from, to).along;
      visit(piece);
      from = piece.reversed ? mesh_->origin(piece.half_edge) : mesh_->destination(piece.half_edge);
    }
  }

  /// Input edges along a half-edge.
  const Mark& mark(HalfEdge h) const { return record_.marks[slot_of(h)]; }
  /// Obstacles that cover a triangle.
  const Cover& cover(TriangleId t) const { return record_.covers[slot_of(t)]; }
  ///@{ Sets a value. If it differs from the current value, the triangle counts as changed.
  void set_cover(TriangleId t, const Cover& cover);
  void set_component(TriangleId t, std::int32_t component);
  void set_blocked(HalfEdge h, bool blocked);
  ///@}
  /// A half-edge that starts at a vertex. Precondition: the vertex exists.
  HalfEdge outgoing(VertexId v) const { return outgoing_[slot_of(v)]; }
  /// If the vertex is on the hull, the first outgoing half-edge counter-clockwise; otherwise any
  /// outgoing half-edge. kNoHalfEdge if the vertex does not exist.
  HalfEdge first_outgoing(VertexId v) const;

  std::size_t memory_bytes() const;  ///< Bytes on the heap.

 private:
  /// A side of a triangle: the half-edge across it (kNoHalfEdge on the hull), and its mark.
  struct Side {
    HalfEdge twin = kNoHalfEdge;
    Mark mark = {};
  };
  /// The first step on the segment from a vertex to another vertex. If an edge lies along the
  /// segment, this is `along`. Otherwise, the segment first crosses the half-edge `across`.
  struct Step {
    Edge along = {};
    HalfEdge across = kNoHalfEdge;
  };

  /// State of a changed triangle that undo() needs, besides `changed_`.
  struct Before {
    Triangulation::Triangle triangle;
    std::array<Mark, 3> marks;
    Cover cover;
  };

  static Mark opposite(const Mark& mark);
  Triangulation::Triangle& triangle(TriangleId t) { return mesh_->triangles()[slot_of(t)]; }
  Point point(VertexId v) const { return mesh_->point(v); }
  bool constrained(HalfEdge h) const { return mark(h).edges() > 0; }
  Side side_of(HalfEdge h) const { return {mesh_->twin(h), mark(h)}; }

  void touch(TriangleId t);
  TriangleId new_triangle();
  void free_triangle(TriangleId t);
  VertexId new_vertex(Point p);
  /// Sets the vertices of a triangle and links its sides with the half-edges across them.
  void make(TriangleId t, VertexId a, VertexId b, VertexId c, const Side& ab, const Side& bc,
            const Side& ca);
  void set_twin(HalfEdge h, HalfEdge twin);
  void suspect(TriangleId t);
  void flip(HalfEdge h);
  /// Flips unconstrained edges, starting at suspected edges, until each is locally Delaunay.
  void legalise();

  void split_triangle(TriangleId t, VertexId v);
  void split_edge(HalfEdge h, VertexId v);
  bool remove_vertex(VertexId v);
  /// A side of a hole, from its vertex to the vertex of the next side.
  struct HoleSide {
    VertexId from;
    Side side;
  };
  /// Fills a hole with triangles. Precondition: the point `seen_from`, in the hole or on its last
  /// side, sees the whole hole. Returns the half-edge along the last side. Expected linear.
  HalfEdge fill(std::vector<HoleSide>& hole, Point seen_from, const Cover& cover);

  Step step_towards(VertexId from, VertexId to) const;
  Edge edge_between(VertexId from, VertexId to) const;
  /// Walks from `from` straight to `to` across edges, beginning with `first`, up to the next vertex
  /// on the segment. Calls visit(HalfEdge) for each edge; visit() returns whether to continue.
  /// Returns the vertex, or -1 if visit() stopped the walk.
  template <class Visit>
  VertexId cross_edges(VertexId from, VertexId to, HalfEdge first, Visit visit) const;
  void force_edge(VertexId from, VertexId to);
  void add_mark(const Edge& edge, const Mark& mark, int sign);

  Triangulation* mesh_;
  ConstraintRecord record_;
  std::vector<HalfEdge> outgoing_;  // for each vertex: a half-edge that starts at it
  std::vector<VertexId> free_vertices_;
  std::vector<VertexId> freed_vertices_;  // removed in this round; not reused before the next round
  std::vector<TriangleId> free_triangles_;
  std::vector<std::uint32_t> stamp_;  // for each triangle: the round of its last change
  std::uint32_t round_ = 1;
  std::vector<Changed> changed_;
  std::vector<Before> before_;  // further state of each triangle in changed_
  std::vector<std::pair<HalfEdge, std::int32_t>>
      links_before_;  // former links of triangles that are not in changed_
  std::vector<std::pair<VertexId, std::int32_t>>
      ends_before_;                   // former counts of edge ends; 0 if the vertex is new
  std::size_t triangles_before_ = 0;  // size of the triangle array at the start of the round
  std::size_t vertices_before_ = 0;   // size of the vertex array at the start of the round
  std::vector<HalfEdge> suspects_;
  std::deque<std::pair<VertexId, VertexId>> crossing_;
  std::vector<HalfEdge> star_;
  std::vector<HoleSide> hole_;
  std::vector<std::int32_t> next_;
  std::vector<std::int32_t> previous_;
};

}  // namespace fairway
