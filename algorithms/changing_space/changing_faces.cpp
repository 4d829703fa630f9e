#include "algorithms/changing_space/changing_faces.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "algorithms/changing_space/border.hpp"
#include "algorithms/freespace/insertion_order.hpp"
#include "algorithms/freespace/point_locator.hpp"
#include "algorithms/geometry/hilbert.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

const ConstraintRecord::Mark kPiece(1, 0, false);

Box box_of_triangle(const Triangulation& mesh, TriangleId t) {
  const auto& v = mesh.triangle(t).vertex;
  const Box box = box_of(mesh.point(v[0]), mesh.point(v[1]));
  const Point p = mesh.point(v[2]);
  return {{std::min(box.min.x, p.x), std::min(box.min.y, p.y)},
          {std::max(box.max.x, p.x), std::max(box.max.y, p.y)}};
}

double inscribed_radius_of(const Triangulation& mesh, TriangleId t) {
  const auto& v = mesh.triangle(t).vertex;
  const Point a = mesh.point(v[0]);
  const Point b = mesh.point(v[1]);
  const Point c = mesh.point(v[2]);
  return std::abs(twice_area(a, b, c)) / (distance(a, b) + distance(b, c) + distance(c, a));
}

}  // namespace

ChangingFaces::ChangingFaces(const Box& frame, double doubt) : frame_(frame), doubt_(doubt) {
  std::vector<BoundaryEdge> sides = frame_of(frame);
  for (BoundaryEdge& side : sides) side.role = EdgeRole::kWorld;
  TriangulationBuilder builder(std::move(sides));
  region_ = builder.build();
  editor_.emplace(region_.triangulation, builder.constraints());
  for (TriangleId t = 0; t < region_.triangulation.triangle_count(); ++t) {
    editor_->set_cover(t, {0, false});
    editor_->set_component(t, -1);
  }
}

TriangleId ChangingFaces::near() {
  const Triangulation& mesh = region_.triangulation;
  while (!mesh.exists(last_)) last_ = last_ == 0 ? mesh.triangle_count() - 1 : last_ - 1;
  return last_;
}

VertexId ChangingFaces::take_vertex(Point p) {
  const VertexId v = editor_->take_point(p, near());
  last_ = Triangulation::triangle_of(editor_->outgoing(v));
  return v;
}

void ChangingFaces::replace_pieces(const ChangingCuts::Change& pieces) {
  struct Ends {
    VertexId from;
    VertexId to;
  };
  const auto take_all = [&](const std::vector<Piece>& all) {
    std::vector<std::pair<std::uint32_t, const Piece*>> along;
    along.reserve(all.size());
    for (const Piece& piece : all) along.emplace_back(hilbert_index(piece.first, frame_), &piece);
    std::ranges::sort(along);
    std::vector<Ends> taken;
    taken.reserve(all.size());
    for (const std::int32_t i : insertion_order(static_cast<std::int32_t>(all.size()))) {
      const Piece& piece = *along[static_cast<std::size_t>(i)].second;
      const VertexId from = take_vertex(piece.first);
      taken.push_back({from, take_vertex(piece.second)});
    }
    return taken;
  };
  const std::vector<Ends> gone = take_all(pieces.gone);
  const std::vector<Ends> come = take_all(pieces.come);
  for (const Ends& piece : gone) editor_->remove_edge(piece.from, piece.to, kPiece);
  for (const Ends& piece : come) {
    if (editor_->add_edge(piece.from, piece.to, kPiece)) {
      throw std::logic_error(
          "pieces of offset edges cross; expected pieces that meet only at their ends");
    }
  }
  for (const Ends& piece : gone) {
    for (const VertexId v : {piece.from, piece.to}) {
      for (int i = 0; i < 2; ++i) {  // v was taken twice: now, and when the piece was added
        if (!editor_->release_point(v)) throw std::logic_error("a vertex cannot be removed");
      }
    }
  }
}

/// Whether the triangles on both sides of h are in the same face: no piece lies along h, and h is
/// not on the hull.
bool ChangingFaces::joined(HalfEdge h) const {
  return region_.triangulation.twin(h) != kNoHalfEdge && editor_->mark(h).edges() == 0;
}

void ChangingFaces::add_seed(TriangleId t) {
  if (is_seed_[slot_of(t)]) return;
  is_seed_[slot_of(t)] = true;
  seeds_.push_back(t);
}

void ChangingFaces::add_seeds_in(const Box& place) {
  const Triangulation& mesh = region_.triangulation;
  ++stamp_;
  const auto reach = [&](TriangleId t) {
    if (seen_[slot_of(t)] == stamp_) return;
    seen_[slot_of(t)] = stamp_;
    open_.push_back(t);
  };
  reach(walk(mesh, near(), 0.5 * (place.min + place.max)).triangle);
  last_ = open_.front();
  while (!open_.empty()) {
    const TriangleId t = open_.back();
    open_.pop_back();
    add_seed(t);
    for (int i = 0; i < 3; ++i) {
      const HalfEdge other = mesh.twin(Triangulation::half_edge(t, i));
      if (other == kNoHalfEdge) continue;
      const TriangleId beyond = Triangulation::triangle_of(other);
      if (overlap(box_of_triangle(mesh, beyond), place)) reach(beyond);
    }
  }
}

/// Returns the centroid of a triangle of the seed's face. Chooses the first triangle with an
/// inscribed circle of a radius above doubt_. If there is none, chooses the triangle with the
/// largest inscribed circle.
Point ChangingFaces::inner_point(TriangleId seed) {
  const Triangulation& mesh = region_.triangulation;
  TriangleId roomiest = seed;
  double room = 0;
  ++stamp_;
  open_.assign(1, seed);
  seen_[slot_of(seed)] = stamp_;
  for (std::size_t next = 0; next < open_.size() && room <= doubt_; ++next) {
    const TriangleId t = open_[next];
    if (const double r = inscribed_radius_of(mesh, t); r > room) {
      room = r;
      roomiest = t;
    }
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (!joined(h)) continue;
      const TriangleId beyond = Triangulation::triangle_of(mesh.twin(h));
      if (seen_[slot_of(beyond)] == stamp_) continue;
      seen_[slot_of(beyond)] = stamp_;
      open_.push_back(beyond);
    }
  }
  open_.clear();
  const auto& v = mesh.triangle(roomiest).vertex;
  const Point a = mesh.point(v[0]);
  const Point b = mesh.point(v[1]);
  const Point c = mesh.point(v[2]);
  return {a.x + (b.x - a.x) / 3 + (c.x - a.x) / 3, a.y + (b.y - a.y) / 3 + (c.y - a.y) / 3};
}

/// Marks triangles of the seed's face as kept or not. Visits only seeds, and triangles with the
/// opposite mark.
void ChangingFaces::mark(TriangleId seed, bool kept) {
  const Triangulation& mesh = region_.triangulation;
  const auto reach = [&](TriangleId t) {
    is_marked_[slot_of(t)] = true;
    editor_->set_cover(t, {0, kept});
    open_.push_back(t);
  };
  reach(seed);
  while (!open_.empty()) {
    const TriangleId t = open_.back();
    open_.pop_back();
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (!joined(h)) continue;
      const TriangleId beyond = Triangulation::triangle_of(mesh.twin(h));
      if (is_marked_[slot_of(beyond)]) continue;
      if (is_seed_[slot_of(beyond)] || editor_->cover(beyond).inside() != kept) reach(beyond);
    }
  }
}

/// Marks the sides of changed triangles as open or blocked.
void ChangingFaces::mark_sides() {
  const Triangulation& mesh = region_.triangulation;
  const std::size_t count = editor_->changed().size();
  for (std::size_t i = 0; i < count; ++i) {
    const TriangleId t = editor_->changed()[i].id;
    editor_->set_component(t, mesh.exists(t) && editor_->cover(t).inside() ? 0 : -1);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const TriangleId t = editor_->changed()[i].id;
    if (!mesh.exists(t)) continue;
    for (int side = 0; side < 3; ++side) {
      const HalfEdge h = Triangulation::half_edge(t, side);
      const HalfEdge other = mesh.twin(h);
      if (other == kNoHalfEdge) continue;
      const bool blocked = mesh.is_free(t) != mesh.is_free(Triangulation::triangle_of(other));
      editor_->set_blocked(h, blocked);
      editor_->set_blocked(other, blocked);
    }
  }
}

Burst ChangingFaces::border_changes() const {
  const Triangulation& mesh = region_.triangulation;
  std::vector<BorderEdge> before;
  std::vector<BorderEdge> now;
  for (const TriangulationEditor::Changed& changed : editor_->changed()) {
    for (int i = 0; i < 3; ++i) {
      const auto side = static_cast<std::size_t>(i);
      if (changed.was_there() && changed.component >= 0 && changed.blocked[side]) {
        before.push_back({changed.points[side], changed.points[(side + 1) % 3]});
      }
      const HalfEdge h = Triangulation::half_edge(changed.id, i);
      if (mesh.exists(changed.id) && mesh.is_free(changed.id) && mesh.blocked(h)) {
        now.push_back({mesh.origin_point(h), mesh.destination_point(h)});
      }
    }
  }
  const Border::Less less;
  std::ranges::sort(before, less);
  std::ranges::sort(now, less);
  Burst burst;
  std::ranges::set_difference(before, now, std::back_inserter(burst.border_gone), less);
  std::ranges::set_difference(now, before, std::back_inserter(burst.border_come), less);
  return burst;
}

Burst ChangingFaces::change(const ChangingCuts::Change& pieces, std::span<const Box> places,
                            const Test& test) {
  const Triangulation& mesh = region_.triangulation;
  editor_->forget_changes();
  replace_pieces(pieces);
  const auto triangles = slot_of(mesh.triangle_count());
  seen_.resize(triangles, 0);
  is_seed_.resize(triangles, false);
  is_marked_.resize(triangles, false);
  for (const TriangulationEditor::Changed& changed : editor_->changed()) {
    if (mesh.exists(changed.id)) add_seed(changed.id);
  }
  for (const Box& place : places) add_seeds_in(place);
  for (const TriangleId seed : seeds_) {
    if (!is_marked_[slot_of(seed)]) mark(seed, test(inner_point(seed)));
  }
  mark_sides();
  for (const TriangleId t : seeds_) is_seed_[slot_of(t)] = false;
  seeds_.clear();
  is_marked_.assign(is_marked_.size(), false);
  return border_changes();
}

std::size_t ChangingFaces::memory_bytes() const {
  return region_.memory_bytes() + editor_->memory_bytes() +
         (seen_.capacity() + seeds_.capacity() + open_.capacity()) * sizeof(std::uint32_t) +
         (is_seed_.capacity() + is_marked_.capacity()) / 8;
}

}  // namespace fairway
