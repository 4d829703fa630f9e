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

/// Changes a constrained Delaunay triangulation in place: points and constraints come and go, and
/// only the triangles near them are made anew. The triangulation is then the one that
/// constrained_delaunay() makes of the same points and constraints, but for the numbers of its
/// vertices and triangles; numbers that are free are used again. Exact. What is blocked, and the
/// components, are left to the caller.
/// Sources: S. W. Sloan, "A fast algorithm for generating constrained Delaunay triangulations",
/// Computers & Structures 47 (1993) (insertion of an edge by flips); O. Devillers, "On deletion in
/// Delaunay triangulations", IJCGA 12 (2002) (ears of the star of a vertex).
class TriangulationEditor {
 public:
  using Mark = ConstraintRecord::Mark;
  using Cover = ConstraintRecord::Cover;

  /// The hull of the mesh must be a box, with its corners as vertices, and hold all points to come.
  TriangulationEditor(Triangulation& mesh, ConstraintRecord record);

  const Triangulation& mesh() const { return *mesh_; }

  /// A triangle as it was before the first change since forget_changes().
  struct Changed {
    TriangleId id;
    std::array<Point, 3> points;  ///< all equal if it was not there
    std::array<VertexId, 3> vertices;
    std::int32_t component;       ///< -1 if it was not free
    std::array<bool, 3> blocked;  ///< its sides

    bool was_there() const { return points[0] != points[1]; }
  };
  std::span<const Changed> changed() const { return changed_; }
  bool is_changed(TriangleId t) const { return stamp_[slot_of(t)] == round_; }
  /// Begins a round of changes, which undo() can take back.
  void forget_changes();
  /// Makes all as it was at the last forget_changes(), numbers too. Linear in the changes and the
  /// free numbers.
  void undo();

  /// The vertex at a point, made if there is none. Counts the end of an edge there. Expected O(1)
  /// if `near` is a triangle near it, and few triangles meet there.
  VertexId take_point(Point p, TriangleId near);
  /// Counts one end less. A vertex without ends goes, linear in its degree. Returns false, and
  /// changes nothing, if two edges would then cross where it was.
  bool release_point(VertexId v);

  /// An edge that crosses the way.
  struct Crossing {
    Point a;
    Point b;
  };
  /// Adds an input edge with this mark for its left side, or tells which constraint it crosses, and
  /// changes nothing. Expected linear in the triangles that it crosses.
  std::optional<Crossing> add_edge(VertexId from, VertexId to, const Mark& mark);
  /// Takes an input edge away. Precondition: it was added with this mark, or by the record.
  void remove_edge(VertexId from, VertexId to, const Mark& mark);

  /// A half-edge between two vertices; `reversed` if there is only that from `to` to `from`.
  struct Edge {
    HalfEdge half_edge = kNoHalfEdge;
    bool reversed = false;
  };
  /// Calls visit(Edge) for the pieces of an input edge, in order.
  template <class Visit>
  void for_each_piece(VertexId from, VertexId to, Visit visit) const {
    while (from != to) {
      const Edge piece = step_towards(from, to).along;
      visit(piece);
      from = piece.reversed ? mesh_->origin(piece.half_edge) : mesh_->destination(piece.half_edge);
    }
  }

  const Mark& mark(HalfEdge h) const { return record_.marks[slot_of(h)]; }
  const Cover& cover(TriangleId t) const { return record_.covers[slot_of(t)]; }
  // All that set something note a triangle as changed if it does change.
  void set_cover(TriangleId t, const Cover& cover);
  void set_component(TriangleId t, std::int32_t component);
  void set_blocked(HalfEdge h, bool blocked);
  /// A half-edge out of a vertex that is there.
  HalfEdge outgoing(VertexId v) const { return outgoing_[slot_of(v)]; }
  /// The one that comes first counter-clockwise if v is on the hull; none if v is not there.
  HalfEdge first_outgoing(VertexId v) const;

  std::size_t memory_bytes() const;

 private:
  /// The other side of an edge: its half-edge there, or none, and the mark on this side.
  struct Side {
    HalfEdge twin = kNoHalfEdge;
    Mark mark = {};
  };
  /// From a vertex towards a point: an edge along the way, or the half-edge that the way crosses.
  struct Step {
    Edge along = {};
    HalfEdge across = kNoHalfEdge;
  };

  /// What undo() needs besides `changed_`.
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
  /// Sets the triangle's vertices, and joins its sides with what is across them.
  void make(TriangleId t, VertexId a, VertexId b, VertexId c, const Side& ab, const Side& bc,
            const Side& ca);
  void set_twin(HalfEdge h, HalfEdge twin);
  void suspect(TriangleId t);
  void flip(HalfEdge h);
  /// Flips edges until none that was suspected, and none near it, has a vertex in its circle.
  void legalise();

  void split_triangle(TriangleId t, VertexId v);
  void split_edge(HalfEdge h, VertexId v);
  bool remove_vertex(VertexId v);
  /// A side of a hole: from its vertex to the next one's.
  struct HoleSide {
    VertexId from;
    Side side;
  };
  /// Fills a hole that all is seen of from a point in it or on its last side. Returns the half-edge
  /// of that side. Linear, expected.
  HalfEdge fill(std::vector<HoleSide>& hole, Point seen_from, const Cover& cover);

  Step step_towards(VertexId from, VertexId to) const;
  Edge edge_between(VertexId from, VertexId to) const;
  /// Walks across the edges from `from` to the next vertex on the way to `to`; visit(HalfEdge)
  /// returns whether to go on. Returns that vertex, or -1 if it was told to stop.
  template <class Visit>
  VertexId cross_edges(VertexId from, VertexId to, HalfEdge first, Visit visit) const;
  void force_edge(VertexId from, VertexId to);
  void add_mark(const Edge& edge, const Mark& mark, int sign);

  Triangulation* mesh_;
  ConstraintRecord record_;
  std::vector<HalfEdge> outgoing_;  ///< one of each vertex
  std::vector<VertexId> free_vertices_;
  std::vector<VertexId> freed_vertices_;  ///< since forget_changes(): a number stays one place
  std::vector<TriangleId> free_triangles_;
  std::vector<std::uint32_t> stamp_;  ///< of each triangle: the round in which it changed
  std::uint32_t round_ = 1;
  std::vector<Changed> changed_;
  std::vector<Before> before_;                                   ///< of each in `changed_`
  std::vector<std::pair<HalfEdge, std::int32_t>> links_before_;  ///< of triangles not changed yet
  std::vector<std::pair<VertexId, std::int32_t>> ends_before_;   ///< 0: the vertex is new
  std::size_t triangles_before_ = 0;  ///< places of triangles when the round began
  std::size_t vertices_before_ = 0;
  std::vector<HalfEdge> suspects_;
  std::deque<std::pair<VertexId, VertexId>> crossing_;
  std::vector<HalfEdge> star_;
  std::vector<HoleSide> hole_;
  std::vector<std::int32_t> next_;
  std::vector<std::int32_t> previous_;
};

}  // namespace fairway
