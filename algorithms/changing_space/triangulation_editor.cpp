#include "algorithms/changing_space/triangulation_editor.hpp"

#include <array>
#include <utility>

#include "algorithms/freespace/point_locator.hpp"
#include "algorithms/geometry/in_circle.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

TriangulationEditor::TriangulationEditor(Triangulation& mesh, ConstraintRecord record)
    : mesh_(&mesh),
      record_(std::move(record)),
      outgoing_(mesh.vertex_count(), kNoHalfEdge),
      stamp_(static_cast<std::size_t>(mesh.triangle_count()), 0) {
  forget_changes();
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    for (int i = 0; i < 3; ++i) {
      outgoing_[slot_of(mesh.triangle(t).vertex[i])] = Triangulation::half_edge(t, i);
    }
  }
}

void TriangulationEditor::forget_changes() {
  changed_.clear();
  before_.clear();
  links_before_.clear();
  ends_before_.clear();
  triangles_before_ = mesh_->triangles().size();
  vertices_before_ = mesh_->points().size();
  free_vertices_.insert(free_vertices_.end(), freed_vertices_.begin(), freed_vertices_.end());
  freed_vertices_.clear();
  ++round_;
}

void TriangulationEditor::undo() {
  suspects_.clear();
  crossing_.clear();
  std::erase_if(free_triangles_, [&](TriangleId t) { return is_changed(t); });
  for (std::size_t i = 0; i < before_.size(); ++i) {
    const TriangleId t = changed_[i].id;
    if (slot_of(t) >= triangles_before_) continue;
    triangle(t) = before_[i].triangle;
    for (std::size_t side = 0; side < 3; ++side) {
      const HalfEdge h = Triangulation::half_edge(t, static_cast<int>(side));
      record_.marks[slot_of(h)] = before_[i].marks[side];
      if (mesh_->exists(t)) outgoing_[slot_of(mesh_->origin(h))] = h;
    }
    record_.covers[slot_of(t)] = before_[i].cover;
    if (!mesh_->exists(t)) free_triangles_.push_back(t);
  }
  while (!links_before_.empty()) {
    const auto [h, link] = links_before_.back();
    triangle(Triangulation::triangle_of(h)).link[h & 3] = link;
    links_before_.pop_back();
  }
  while (!ends_before_.empty()) {
    const auto [v, ends] = ends_before_.back();
    record_.ends[slot_of(v)] = ends;
    if (ends == 0) outgoing_[slot_of(v)] = kNoHalfEdge;
    if (ends == 0 && slot_of(v) < vertices_before_) free_vertices_.push_back(v);
    ends_before_.pop_back();
  }
  freed_vertices_.clear();
  mesh_->triangles().resize(triangles_before_);
  record_.marks.resize(4 * triangles_before_);
  record_.covers.resize(triangles_before_);
  stamp_.resize(triangles_before_);
  mesh_->points().resize(vertices_before_);
  record_.ends.resize(vertices_before_);
  outgoing_.resize(vertices_before_);
  forget_changes();
}

TriangulationEditor::Mark TriangulationEditor::opposite(const Mark& mark) {
  return {mark.edges(), -mark.winding(), mark.wall()};
}

void TriangulationEditor::touch(TriangleId t) {
  if (is_changed(t)) return;
  stamp_[slot_of(t)] = round_;
  const auto& [a, b, c] = triangle(t).vertex;
  const auto blocked = [&](int i) { return mesh_->blocked(Triangulation::half_edge(t, i)); };
  changed_.push_back({t,
                      {point(a), point(b), point(c)},
                      {a, b, c},
                      triangle(t).component,
                      {blocked(0), blocked(1), blocked(2)}});
  const HalfEdge h = Triangulation::half_edge(t, 0);
  before_.push_back({triangle(t), {mark(h), mark(h + 1), mark(h + 2)}, record_.covers[slot_of(t)]});
}

void TriangulationEditor::set_cover(TriangleId t, const Cover& cover) {
  if (record_.covers[slot_of(t)] == cover) return;
  touch(t);
  record_.covers[slot_of(t)] = cover;
}

void TriangulationEditor::set_component(TriangleId t, std::int32_t component) {
  if (triangle(t).component == component) return;
  touch(t);
  triangle(t).component = component;
}

void TriangulationEditor::set_blocked(HalfEdge h, bool blocked) {
  const TriangleId t = Triangulation::triangle_of(h);
  if (mesh_->blocked(h) == blocked) return;
  touch(t);
  triangle(t).link[h & 3] ^= 1;
}

TriangleId TriangulationEditor::new_triangle() {
  if (free_triangles_.empty()) {
    const auto t = mesh_->triangle_count();
    mesh_->triangles().push_back({{0, 0, 0}, -1, {-1, -1, -1}});
    record_.marks.resize(record_.marks.size() + 4);
    record_.covers.emplace_back();
    stamp_.push_back(0);
    touch(t);
    return t;
  }
  const TriangleId t = free_triangles_.back();
  free_triangles_.pop_back();
  touch(t);
  return t;
}

void TriangulationEditor::free_triangle(TriangleId t) {
  touch(t);
  triangle(t) = {{0, 0, 0}, -1, {-1, -1, -1}};
  for (int i = 0; i < 3; ++i) record_.marks[slot_of(Triangulation::half_edge(t, i))] = {};
  record_.covers[slot_of(t)] = {};
  free_triangles_.push_back(t);
}

VertexId TriangulationEditor::new_vertex(Point p) {
  if (!free_vertices_.empty()) {
    const VertexId v = free_vertices_.back();
    free_vertices_.pop_back();
    mesh_->points()[slot_of(v)] = p;
    return v;
  }
  mesh_->points().push_back(p);
  record_.ends.push_back(0);
  outgoing_.push_back(kNoHalfEdge);
  return static_cast<VertexId>(mesh_->points().size()) - 1;
}

/// Sets the twin of a half-edge. Keeps the blocked flag. Does not record the triangle as changed,
/// but set_blocked() does so later if the flag changes.
void TriangulationEditor::set_twin(HalfEdge h, HalfEdge twin) {
  const TriangleId t = Triangulation::triangle_of(h);
  std::int32_t& link = triangle(t).link[h & 3];
  if (!is_changed(t)) links_before_.emplace_back(h, link);
  link = twin << 1 | (link & 1);
}

void TriangulationEditor::make(TriangleId t, VertexId a, VertexId b, VertexId c, const Side& ab,
                               const Side& bc, const Side& ca) {
  touch(t);
  Triangulation::Triangle& made = triangle(t);
  const std::array<VertexId, 3> vertices{a, b, c};
  const std::array<const Side*, 3> sides{&ab, &bc, &ca};
  for (int i = 0; i < 3; ++i) {
    const auto slot = static_cast<std::size_t>(i);
    const HalfEdge h = Triangulation::half_edge(t, i);
    made.vertex[i] = vertices[slot];
    outgoing_[slot_of(vertices[slot])] = h;
    const HalfEdge other = sides[slot]->twin;
    made.link[i] = other == kNoHalfEdge ? -1 : other << 1;
    record_.marks[slot_of(h)] = sides[slot]->mark;
    if (other != kNoHalfEdge) set_twin(other, h);
  }
}

void TriangulationEditor::suspect(TriangleId t) {
  for (int i = 0; i < 3; ++i) suspects_.push_back(Triangulation::half_edge(t, i));
}

void TriangulationEditor::flip(HalfEdge h) {
  const HalfEdge g = mesh_->twin(h);
  const TriangleId t = Triangulation::triangle_of(h);
  const TriangleId u = Triangulation::triangle_of(g);
  const VertexId a = mesh_->origin(h);
  const VertexId b = mesh_->destination(h);
  const VertexId c = mesh_->apex(h);
  const VertexId d = mesh_->apex(g);
  const Side bc = side_of(Triangulation::next(h));
  const Side ca = side_of(Triangulation::previous(h));
  const Side ad = side_of(Triangulation::next(g));
  const Side db = side_of(Triangulation::previous(g));
  make(t, c, a, d, ca, ad, {Triangulation::half_edge(u, 2)});
  make(u, d, b, c, db, bc, {Triangulation::half_edge(t, 2)});
  suspect(t);
  suspect(u);
}

void TriangulationEditor::legalise() {
  while (!suspects_.empty()) {
    const HalfEdge h = suspects_.back();
    suspects_.pop_back();
    const TriangleId t = Triangulation::triangle_of(h);
    if (!mesh_->exists(t) || constrained(h)) continue;
    const HalfEdge g = mesh_->twin(h);
    if (g == kNoHalfEdge) continue;
    if (in_perturbed_circle(mesh_->origin_point(h), mesh_->destination_point(h),
                            mesh_->apex_point(h), mesh_->apex_point(g))) {
      flip(h);
    }
  }
}

VertexId TriangulationEditor::take_point(Point p, TriangleId near) {
  const TriangleId t = walk(*mesh_, near, p).triangle;
  HalfEdge on = kNoHalfEdge;
  for (int i = 0; i < 3; ++i) {
    const HalfEdge h = Triangulation::half_edge(t, i);
    if (mesh_->origin_point(h) == p) {
      const VertexId v = mesh_->origin(h);
      ends_before_.emplace_back(v, record_.ends[slot_of(v)]++);
      return v;
    }
    if (orientation(mesh_->origin_point(h), mesh_->destination_point(h), p) == 0) on = h;
  }
  const VertexId v = new_vertex(p);
  ends_before_.emplace_back(v, 0);
  record_.ends[slot_of(v)] = 1;
  if (on == kNoHalfEdge) {
    split_triangle(t, v);
  } else {
    split_edge(on, v);
  }
  legalise();
  return v;
}

bool TriangulationEditor::release_point(VertexId v) {
  if (record_.ends[slot_of(v)] == 1 && !remove_vertex(v)) return false;
  ends_before_.emplace_back(v, record_.ends[slot_of(v)]--);
  legalise();
  return true;
}

void TriangulationEditor::split_triangle(TriangleId t, VertexId v) {
  const HalfEdge h = Triangulation::half_edge(t, 0);
  const VertexId a = mesh_->origin(h);
  const VertexId b = mesh_->origin(h + 1);
  const VertexId c = mesh_->origin(h + 2);
  const Side ab = side_of(h);
  const Side bc = side_of(h + 1);
  const Side ca = side_of(h + 2);
  const Cover cover = record_.covers[slot_of(t)];
  const TriangleId u = new_triangle();
  const TriangleId w = new_triangle();
  const auto inner = [](TriangleId of, int i) { return Side{Triangulation::half_edge(of, i)}; };
  make(t, a, b, v, ab, inner(u, 2), inner(w, 1));
  make(u, b, c, v, bc, inner(w, 2), inner(t, 1));
  make(w, c, a, v, ca, inner(t, 2), inner(u, 1));
  for (const TriangleId part : {t, u, w}) {
    record_.covers[slot_of(part)] = cover;
    suspect(part);
  }
}

void TriangulationEditor::split_edge(HalfEdge h, VertexId v) {
  /// A triangle abc at the edge ab to be split. The triangles t and `added` replace it.
  struct Half {
    TriangleId t;
    VertexId a, b, c;
    Side bc, ca;
    TriangleId added;
  };
  const auto half_of = [&](HalfEdge ab) {
    return Half{Triangulation::triangle_of(ab),
                mesh_->origin(ab),
                mesh_->destination(ab),
                mesh_->apex(ab),
                side_of(Triangulation::next(ab)),
                side_of(Triangulation::previous(ab)),
                new_triangle()};
  };
  // Splits a triangle abc at the new vertex v of ab. `first` and `second` are the half-edges across
  // av and vb.
  const auto split = [&](const Half& half, HalfEdge first, HalfEdge second, const Mark& along) {
    const auto& [t, a, b, c, bc, ca, added] = half;
    record_.covers[slot_of(added)] = record_.covers[slot_of(t)];
    make(t, a, v, c, {first, along}, {Triangulation::half_edge(added, 2)}, ca);
    make(added, v, b, c, {second, along}, bc, {Triangulation::half_edge(t, 1)});
    suspect(t);
    suspect(added);
  };
  const HalfEdge g = mesh_->twin(h);
  const Mark along = mark(h);
  const Half left = half_of(h);
  if (g == kNoHalfEdge) return split(left, kNoHalfEdge, kNoHalfEdge, along);
  const Half right = half_of(g);
  // After the split, edge 0 of each of the four triangles lies along the old edge.
  const auto edge = [](TriangleId t) { return Triangulation::half_edge(t, 0); };
  split(left, edge(right.added), edge(right.t), along);
  split(right, edge(left.added), edge(left.t), opposite(along));
}

HalfEdge TriangulationEditor::first_outgoing(VertexId v) const {
  const HalfEdge begin = outgoing_[slot_of(v)];
  if (begin == kNoHalfEdge) return kNoHalfEdge;
  HalfEdge h = begin;
  do {
    const HalfEdge other = mesh_->twin(h);
    if (other == kNoHalfEdge) return h;
    h = Triangulation::next(other);
  } while (h != begin);
  return h;
}

bool TriangulationEditor::remove_vertex(VertexId v) {
  star_.clear();
  const HalfEdge begin = first_outgoing(v);
  const bool on_hull = mesh_->twin(begin) == kNoHalfEdge;
  std::array<std::size_t, 2> constrained_at{};
  std::size_t constraints = 0;
  HalfEdge h = begin;
  do {
    if (!on_hull && constrained(h)) {
      if (constraints == constrained_at.size()) return false;
      constrained_at[constraints++] = star_.size();
    }
    star_.push_back(h);
    h = mesh_->twin(Triangulation::previous(h));
  } while (h != kNoHalfEdge && h != begin);

  const Point p = point(v);
  const std::size_t degree = star_.size();
  const auto spoke = [&](std::size_t i) { return star_[i < degree ? i : i - degree]; };
  /// The star is the set of triangles around v. Collects in hole_ the outer sides of `count`
  /// triangles of the star, from index `first` on. Then appends `last`, unless it is null.
  const auto open = [&](std::size_t first, std::size_t count, const Side* last) {
    hole_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const HalfEdge outer = Triangulation::next(spoke(first + i));
      hole_.push_back({mesh_->origin(outer), side_of(outer)});
    }
    if (last == nullptr) return;
    const HalfEdge outer = Triangulation::next(spoke(first + count - 1));
    hole_.push_back({mesh_->destination(outer), *last});
  };
  const auto cover_at = [&](std::size_t i) {
    return record_.covers[slot_of(Triangulation::triangle_of(star_[i]))];
  };
  const auto discard = [&] {
    for (const HalfEdge out : star_) free_triangle(Triangulation::triangle_of(out));
  };
  if (on_hull) {
    const Cover cover = cover_at(0);
    const Side last{kNoHalfEdge, mark(star_[0])};
    open(0, degree, &last);
    discard();
    fill(hole_, p, cover);
  } else if (constraints == 0) {
    const Cover cover = cover_at(0);
    open(0, degree, nullptr);
    discard();
    fill(hole_, p, cover);
  } else {
    // v lies on an input edge, so two constraints meet at v. The holes on both sides of the edge
    // are filled separately, then linked.
    const auto [i, j] = constrained_at;
    const std::array<Side, 2> last{Side{kNoHalfEdge, mark(star_[i])},
                                   Side{kNoHalfEdge, mark(star_[j])}};
    const std::array<Cover, 2> covers{cover_at(i), cover_at(j)};
    open(i, j - i, &last[0]);
    std::vector<HoleSide> left;
    left.swap(hole_);
    open(j, degree - (j - i), &last[1]);
    discard();
    const HalfEdge to_a = fill(left, p, covers[0]);
    const HalfEdge to_b = fill(hole_, p, covers[1]);
    set_twin(to_a, to_b);
    set_twin(to_b, to_a);
  }
  outgoing_[slot_of(v)] = kNoHalfEdge;
  freed_vertices_.push_back(v);
  return true;
}

HalfEdge TriangulationEditor::fill(std::vector<HoleSide>& hole, Point seen_from,
                                   const Cover& cover) {
  const std::size_t count = hole.size();
  next_.resize(count);
  previous_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    next_[i] = static_cast<std::int32_t>(i + 1 == count ? 0 : i + 1);
    previous_[i] = static_cast<std::int32_t>(i == 0 ? count - 1 : i - 1);
  }
  const auto add = [&](std::int32_t a, std::int32_t b, std::int32_t c, const Side& ca) {
    const TriangleId t = new_triangle();
    make(t, hole[slot_of(a)].from, hole[slot_of(b)].from, hole[slot_of(c)].from,
         hole[slot_of(a)].side, hole[slot_of(b)].side, ca);
    record_.covers[slot_of(t)] = cover;
    suspect(t);
    return t;
  };
  std::int32_t b = 0;
  for (std::size_t left = count; left > 3;) {
    const std::int32_t a = previous_[slot_of(b)];
    const std::int32_t c = next_[slot_of(b)];
    const Point pa = point(hole[slot_of(a)].from);
    const Point pc = point(hole[slot_of(c)].from);
    if (orientation(pa, point(hole[slot_of(b)].from), pc) <= 0 ||
        orientation(pa, pc, seen_from) < 0) {
      b = c;
      continue;
    }
    const TriangleId t = add(a, b, c, {});
    hole[slot_of(a)].side = {Triangulation::half_edge(t, 2)};
    next_[slot_of(a)] = c;
    previous_[slot_of(c)] = a;
    --left;
    b = a;
  }
  const std::int32_t a = previous_[slot_of(b)];
  const std::int32_t c = next_[slot_of(b)];
  const TriangleId t = add(a, b, c, hole[slot_of(c)].side);
  const auto last = static_cast<std::int32_t>(count) - 1;
  return Triangulation::half_edge(t, last == a ? 0 : last == b ? 1 : 2);
}

}  // namespace fairway
