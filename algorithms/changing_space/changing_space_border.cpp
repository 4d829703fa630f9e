#include <fmt/format.h>

#include <span>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/boundary.hpp"

namespace fairway {
namespace {

std::vector<BoundaryEdge> edges_of(std::span<const BorderEdge> border) {
  std::vector<BoundaryEdge> edges;
  edges.reserve(border.size());
  for (const BorderEdge& edge : border) edges.push_back({edge.a, edge.b});
  return edges;
}

}  // namespace

ChangingSpace::ChangingSpace(const FreeSpace& eroded, const Box& frame)
    : space_(content_), border_(eroded) {
  if (eroded.terrain() != nullptr) throw InvalidBurst(kNoCosts);
  ConstraintRecord record;
  content_ = content_at_moment(eroded, *border_, frame, &record);
  begin(std::move(record));
}

void ChangingSpace::replace_border(const Burst& burst) {
  const std::vector<Edge> gone = find_ends(edges_of(burst.border_gone));
  replace_edges(gone, take_ends(edges_of(burst.border_come)));
  update_inside();
}

/// Throws InvalidBurst unless each border edge near a change has free space on its left side only.
void ChangingSpace::check_sides() const {
  const Triangulation& mesh = space_.triangulation();
  for (const TriangulationEditor::Changed& changed : editor_->changed()) {
    const TriangleId t = changed.id;
    if (!mesh.exists(t)) continue;
    for (int side = 0; side < 3; ++side) {
      const HalfEdge h = Triangulation::half_edge(t, side);
      const HalfEdge other = mesh.twin(h);
      const bool left = mesh.is_free(t);
      const bool right = other != kNoHalfEdge && mesh.is_free(Triangulation::triangle_of(other));
      const auto& mark = editor_->mark(h);
      if (mark.winding() == left - right && !(mark.edges() > 0 && left && right)) continue;
      const Point a = mesh.origin_point(h);
      const Point b = mesh.destination_point(h);
      throw InvalidBurst(
          fmt::format("the border from ({}, {}) to ({}, {}) has free space on both sides, or none "
                      "on its left side; expected free space only on its left side",
                      a.x, a.y, b.x, b.y));
    }
  }
}

/// Whether a triangle is inside the world's borders. A flood from the triangle stops at the first
/// border edge. The triangle is inside if the flood reaches this edge from its left side.
bool ChangingSpace::winds_round(TriangleId t) {
  const Triangulation& mesh = space_.triangulation();
  bool inside = false;
  begin_flood();
  reach(t);
  flood([&](TriangleId u) {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(u, i);
      const HalfEdge other = mesh.twin(h);
      if (editor_->mark(h).winding() != 0 || other == kNoHalfEdge) {
        inside = editor_->mark(h).winding() > 0;
        open_.clear();
        return;
      }
      reach(Triangulation::triangle_of(other));
    }
  });
  return inside;
}

/// Recomputes which triangles are inside the borders. Starts at each changed triangle. Spreads to
/// neighbours with a wrong value, but not across borders.
void ChangingSpace::update_inside() {
  const Triangulation& mesh = space_.triangulation();
  std::vector<TriangleId> differ;
  const auto set = [&](TriangleId t, bool inside) {
    editor_->set_cover(t, {editor_->cover(t).obstacles(), inside});
    differ.push_back(t);
  };
  for (std::size_t i = 0; i < editor_->changed().size(); ++i) {
    const TriangleId seed = editor_->changed()[i].id;
    if (!space_.triangulation().exists(seed)) continue;
    const bool inside = winds_round(seed);
    set(seed, inside);
    while (!differ.empty()) {
      const TriangleId t = differ.back();
      differ.pop_back();
      for (int side = 0; side < 3; ++side) {
        const HalfEdge h = Triangulation::half_edge(t, side);
        const HalfEdge other = mesh.twin(h);
        if (other == kNoHalfEdge || editor_->mark(h).winding() != 0) continue;
        const TriangleId beyond = Triangulation::triangle_of(other);
        if (editor_->cover(beyond).inside() != inside) set(beyond, inside);
      }
    }
  }
}

}  // namespace fairway
