#include "algorithms/changes/changed_sight.hpp"

#include <algorithm>
#include <optional>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

/// Whether a triangle differs from its state `before`. A new component number alone is no
/// difference.
bool differs(const Triangulation& mesh, const TriangulationEditor::Changed& before) {
  const Triangulation::Triangle& now = mesh.triangle(before.id);
  if (mesh.is_free(before.id) != (before.component >= 0)) return true;
  for (int i = 0; i < 3; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (now.vertex[i] != before.vertices[at]) return true;
    if (mesh.point(now.vertex[i]) != before.points[at]) return true;
    if (mesh.blocked(Triangulation::half_edge(before.id, i)) != before.blocked[at]) return true;
  }
  return false;
}

}  // namespace

bool ChangedSight::is_moved(VertexId v) const { return std::ranges::binary_search(moved_, v); }

void ChangedSight::begin(const SpaceChange& change) {
  changed_.resize(slot_of(mesh_->triangle_count()), 0);
  noted_.resize(space_->corners().size(), 0);
  ++round_;
  moved_.clear();
  found_.clear();
  std::optional<Box> box;
  for (const TriangulationEditor::Changed& before : change.triangles) {
    if (!differs(*mesh_, before)) continue;
    changed_[slot_of(before.id)] = round_;
    if (!before.was_there()) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const VertexId v = before.vertices[i];
      const Point p = before.points[i];
      if (mesh_->point(v) != p) moved_.push_back(v);
      if (!box) box = {p, p};
      box->min = {std::min(box->min.x, p.x), std::min(box->min.y, p.y)};
      box->max = {std::max(box->max.x, p.x), std::max(box->max.y, p.y)};
    }
  }
  box_ = box.value_or(Box{});
  const double margin = (box_.width() + box_.height()) / 64;
  box_ = {box_.min - Point{margin, margin}, box_.max + Point{margin, margin}};
  std::ranges::sort(moved_);
}

std::span<const CornerId> ChangedSight::find(const FreeSpace& space, const SpaceChange& change,
                                             Links links) {
  space_ = &space;
  mesh_ = &space.triangulation();
  links_ = links;
  begin(change);
  const auto for_each_side = [&](auto visit) {
    for (const TriangulationEditor::Changed& before : change.triangles) {
      if (!mesh_->is_free(before.id) || !is_changed(Triangulation::half_edge(before.id, 0))) {
        continue;
      }
      for (int i = 0; i < 3; ++i) visit(Triangulation::half_edge(before.id, i));
    }
  };
  for_each_side([&](HalfEdge h) { note(space_->corner_at(h)); });
  for (const CornerId c : change.new_corners) {
    if (space_->corner(c).vertex >= 0) note(c);
  }
  at_change_ = found_.size();
  for (std::size_t i = 0; i < at_change_; ++i) follow_walls(space_->corner(found_[i]));
  for_each_side([&](HalfEdge h) {
    const HalfEdge other = mesh_->across(h);
    if (other != kNoHalfEdge && !is_changed(other)) look_across(h);
  });
  return found_;
}

void ChangedSight::note(CornerId c) {
  if (noted_[slot_of(c)] == round_) return;
  noted_[slot_of(c)] = round_;
  found_.push_back(c);
}

/// Follows each of the two walls of a corner in a straight line, and continues on collinear walls.
/// Adds the first reflex corner on each line, if any, to the result.
void ChangedSight::follow_walls(const Corner& corner) {
  const Point root = mesh_->point(corner.vertex);
  for (HalfEdge at : {Triangulation::next(corner.first), Triangulation::previous(corner.last)}) {
    for (;;) {
      const CornerId c = space_->corner_at(at);
      const Corner& next = space_->corner(c);
      if (next.reflex) {
        note(c);
        break;
      }
      const Point v = mesh_->point(next.vertex);
      const Point right = mesh_->point(next.right);
      const Point left = mesh_->point(next.left);
      if (orientation(root, v, right) != 0 || orientation(root, v, left) != 0) break;
      at = strictly_between(root, v, left) ? Triangulation::previous(next.last)
                                           : Triangulation::next(next.first);
    }
  }
}

/// Consider the paths that pass between the vertices `right` and `left` and then reach the corner.
/// Returns whether such a path can bend at the corner. Also returns true if the corner is not
/// beyond the line through the two vertices.
bool ChangedSight::may_bend(const Corner& corner, VertexId right, VertexId left) const {
  const Point v = mesh_->point(corner.vertex);
  const Point p = mesh_->point(right);
  const Point q = mesh_->point(left);
  if (orientation(q, p, v) <= 0) return true;
  const Point wall_right = mesh_->point(corner.right);
  const Point wall_left = mesh_->point(corner.left);
  const int side_right = orientation(v, p, wall_right);
  const int side_left = orientation(v, p, wall_left);
  return side_right * side_left >= 0 || orientation(v, q, wall_right) != side_right ||
         orientation(v, q, wall_left) != side_left;
}

/// Finds the pivot of a line that bounds a cone (see Cone). The line passes through the pivot and
/// the vertex `through`. The candidates are `first` and the vertices of the chain that ends at
/// `side`. Returns the candidate with no other candidate on the right (`turn` = -1) or left (`turn`
/// = 1) of its line.
VertexId ChangedSight::pivot(VertexId first, std::int32_t side, VertexId through, int turn) const {
  const Point p = mesh_->point(through);
  VertexId best = first;
  for (; side >= 0; side = sides_[slot_of(side)].previous) {
    const VertexId v = sides_[slot_of(side)].vertex;
    if (orientation(mesh_->point(best), p, mesh_->point(v)) == turn) best = v;
  }
  return best;
}

/// `edge` is a side of a changed triangle. Adds the corners that are visible across the edge from
/// at least one point of the edge.
void ChangedSight::look_across(HalfEdge edge) {
  const VertexId from = mesh_->origin(edge);
  const VertexId to = mesh_->destination(edge);
  sides_.clear();
  stack_.clear();
  const std::int32_t first_right = add(from, -1);
  const std::int32_t first_left = add(to, -1);
  stack_.push_back({edge, first_right, first_left, to, from});
  while (!stack_.empty()) {
    Cone cone = stack_.back();
    stack_.pop_back();
    for (;;) {
      const HalfEdge in = mesh_->across(cone.through);
      if (in == kNoHalfEdge || is_changed(in)) break;
      const HalfEdge to_left = Triangulation::previous(in);
      const VertexId apex = mesh_->origin(to_left);
      const Point p = mesh_->point(apex);
      const VertexId right = sides_[slot_of(cone.right)].vertex;
      const VertexId left = sides_[slot_of(cone.left)].vertex;
      const int from_right = orientation(mesh_->point(cone.right_pivot), mesh_->point(right), p);
      const int from_left = orientation(mesh_->point(cone.left_pivot), mesh_->point(left), p);
      if (from_right >= 0 && from_left <= 0) {
        const CornerId c = space_->corner_at(to_left);
        const Corner& corner = space_->corner(c);
        if (corner.reflex && noted_[slot_of(c)] != round_ &&
            (links_ == Links::kAll ||
             (may_bend(corner, right, left) && may_bend(corner, from, to)))) {
          note(c);
        }
      }
      if (from_right > 0 && from_left < 0) {
        const Cone leftwards{to_left, add(apex, cone.right), cone.left,
                             pivot(cone.right_pivot, cone.left, apex, -1), cone.left_pivot};
        cone.left_pivot = pivot(cone.left_pivot, cone.right, apex, 1);
        cone.left = add(apex, cone.left);
        cone.through = Triangulation::next(in);
        stack_.push_back(leftwards);
      } else {
        cone.through = from_right <= 0 ? to_left : Triangulation::next(in);
      }
    }
  }
}

}  // namespace fairway
