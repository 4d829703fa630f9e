#include "algorithms/changing_space/triangulation_editor.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

TriangulationEditor::Edge TriangulationEditor::edge_between(VertexId from, VertexId to) const {
  const HalfEdge begin = first_outgoing(from);
  HalfEdge h = begin;
  do {
    if (mesh_->destination(h) == to) return {h, false};
    const HalfEdge in = Triangulation::previous(h);
    const HalfEdge following = mesh_->twin(in);
    if (following == kNoHalfEdge && mesh_->origin(in) == to) return {in, true};
    h = following;
  } while (h != kNoHalfEdge && h != begin);
  return {};
}

TriangulationEditor::Step TriangulationEditor::step_towards(VertexId from, VertexId to) const {
  const Point p = point(from);
  const Point goal = point(to);
  const auto along = [&](VertexId other) {
    return other == to ||
           (orientation(p, goal, point(other)) == 0 && strictly_between(p, point(other), goal));
  };
  const HalfEdge begin = first_outgoing(from);
  HalfEdge h = begin;
  do {
    const HalfEdge in = Triangulation::previous(h);
    const VertexId right = mesh_->destination(h);
    const VertexId left = mesh_->origin(in);
    if (along(right)) return {{h, false}};
    const HalfEdge following = mesh_->twin(in);
    if (following == kNoHalfEdge && along(left)) return {{in, true}};
    if (orientation(p, point(right), goal) > 0 && orientation(p, point(left), goal) < 0) {
      return {{}, Triangulation::next(h)};
    }
    h = following;
  } while (h != kNoHalfEdge && h != begin);
  return {};
}

template <class Visit>
VertexId TriangulationEditor::cross_edges(VertexId from, VertexId to, HalfEdge first,
                                          Visit visit) const {
  const Point p = point(from);
  const Point goal = point(to);
  for (HalfEdge h = first;;) {
    if (!visit(h)) return -1;
    const HalfEdge other = mesh_->twin(h);
    const VertexId apex = mesh_->apex(other);
    const int side = apex == to ? 0 : orientation(p, goal, point(apex));
    if (side == 0) return apex;
    h = side > 0 ? Triangulation::next(other) : Triangulation::previous(other);
  }
}

std::optional<TriangulationEditor::Crossing> TriangulationEditor::add_edge(VertexId from,
                                                                           VertexId to,
                                                                           const Mark& mark) {
  std::optional<Crossing> crossing;
  for (VertexId v = from; v != to;) {
    const Step step = step_towards(v, to);
    if (step.across == kNoHalfEdge) {
      v = step.along.reversed ? mesh_->origin(step.along.half_edge)
                              : mesh_->destination(step.along.half_edge);
      continue;
    }
    v = cross_edges(v, to, step.across, [&](HalfEdge h) {
      if (constrained(h)) crossing = {mesh_->origin_point(h), mesh_->destination_point(h)};
      return !crossing;
    });
    if (crossing) return crossing;
  }
  for (VertexId v = from; v != to;) {
    const Step step = step_towards(v, to);
    Edge piece = step.along;
    if (step.across != kNoHalfEdge) {
      crossing_.clear();
      const VertexId end = cross_edges(v, to, step.across, [&](HalfEdge h) {
        crossing_.emplace_back(mesh_->origin(h), mesh_->destination(h));
        return true;
      });
      force_edge(v, end);
      piece = edge_between(v, end);
    }
    v = piece.reversed ? mesh_->origin(piece.half_edge) : mesh_->destination(piece.half_edge);
    add_mark(piece, mark, 1);
  }
  legalise();
  return std::nullopt;
}

/// Flips the edges in crossing_, which separate two vertices, until an edge connects these
/// vertices.
void TriangulationEditor::force_edge(VertexId from, VertexId to) {
  const Point p = point(from);
  const Point q = point(to);
  while (!crossing_.empty()) {
    const auto [a, b] = crossing_.front();
    crossing_.pop_front();
    const HalfEdge h = edge_between(a, b).half_edge;
    const VertexId c = mesh_->apex(h);
    const VertexId d = mesh_->apex(mesh_->twin(h));
    if (!cross_properly(point(a), point(b), point(c), point(d))) {
      crossing_.emplace_back(a, b);
      continue;
    }
    flip(h);
    const bool ends_there = c == from || c == to || d == from || d == to;
    if (!ends_there && cross_properly(p, q, point(c), point(d))) crossing_.emplace_back(c, d);
  }
}

void TriangulationEditor::remove_edge(VertexId from, VertexId to, const Mark& mark) {
  for_each_piece(from, to, [&](const Edge& piece) {
    add_mark(piece, mark, -1);
    if (!constrained(piece.half_edge)) suspects_.push_back(piece.half_edge);
  });
  legalise();
}

void TriangulationEditor::add_mark(const Edge& edge, const Mark& mark, int sign) {
  const auto add = [&](HalfEdge h, int side) {
    touch(Triangulation::triangle_of(h));
    Mark& here = record_.marks[slot_of(h)];
    here = {here.edges() + sign, here.winding() + side * mark.winding(),
            mark.wall() ? sign > 0 : here.wall()};
  };
  const int side = edge.reversed ? -sign : sign;
  const HalfEdge other = mesh_->twin(edge.half_edge);
  add(edge.half_edge, side);
  if (other != kNoHalfEdge) add(other, -side);
}

std::size_t TriangulationEditor::memory_bytes() const {
  const auto bytes = [](const auto& vector) { return vector.capacity() * sizeof(vector[0]); };
  return bytes(record_.marks) + bytes(record_.covers) + bytes(record_.ends) + bytes(outgoing_) +
         bytes(free_vertices_) + bytes(freed_vertices_) + bytes(free_triangles_) + bytes(stamp_) +
         bytes(changed_) + bytes(before_) + bytes(links_before_) + bytes(ends_before_) +
         bytes(suspects_) + bytes(star_) + bytes(hole_) + bytes(next_) + bytes(previous_);
}

}  // namespace fairway
