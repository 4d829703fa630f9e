#include "algorithms/changing_space/changing_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "algorithms/changing_space/world_moment.hpp"
#include "algorithms/freespace/boundary.hpp"

namespace fairway {
namespace {

/// The mark (see ConstraintRecord::Mark) that an input edge adds to the half-edges in its
/// direction.
ConstraintRecord::Mark mark_of(const BoundaryEdge& edge) {
  const bool borders = edge.role == EdgeRole::kWorld && !edge.wall;
  return {1, borders ? 1 : 0, edge.wall};
}

}  // namespace

ChangingSpace::ChangingSpace(const FreeSpace& world, PartSet parts) : space_(content_) {
  if (world.terrain() != nullptr) {
    throw InvalidBurst(kNoCosts);
  }
  if (world.raster() != nullptr) count_free_cells(*world.raster());
  if (world.raster() != nullptr && !world.with_needed(parts).contains(SpacePart::kTriangulation)) {
    content_ = FreeSpace::content_of_cells(*world.raster());
    content_.box = box_of(*world.raster());
    space_ = FreeSpace(content_);
    return;
  }
  ConstraintRecord record;
  content_ = content_at_moment(world, {}, &record);
  begin(std::move(record));
}

void ChangingSpace::begin(ConstraintRecord record) {
  space_ = FreeSpace(content_);
  editor_.emplace(content_.parts->region.change().triangulation, std::move(record));
  labels_ = ComponentLabels(space_.triangulation());
  const auto& triangles = space_.triangulation().triangles();
  free_triangles_ =
      std::ranges::count_if(triangles, [](const auto& t) { return t.component >= 0; });
}

void ChangingSpace::set_area() {
  content_.area = static_cast<double>(free_cells_);
  space_ = FreeSpace(content_);
}

WorldContent ChangingSpace::content() const {
  WorldContent content;
  if (const Raster* cells = space_.raster()) content.cells = *cells;
  for (const auto& [id, present] : present_) content.present[id] = present.obstacle;
  return content;
}

WorldContent ChangingSpace::content_before() const {
  WorldContent content = this->content();
  for (const std::int32_t id : added_) content.present.erase(id);
  for (const auto& [id, present] : removed_) content.present[id] = present.obstacle;
  for (std::size_t i = cells_before_.size(); i-- > 0;)
    content.apply_burst({.patches = {cells_before_[i]}});
  return content;
}

TriangleId ChangingSpace::near(Point p) {
  if (const auto& locator = content_.parts->locator; locator.is_made()) {
    const TriangleId t = locator.value().near(p);
    if (!editor_->is_changed(t)) last_ = t;
  }
  while (!space_.triangulation().exists(last_)) {
    last_ = last_ == 0 ? space_.triangulation().triangle_count() - 1 : last_ - 1;
  }
  return last_;
}

std::vector<ChangingSpace::Edge> ChangingSpace::take_ends(std::span<const BoundaryEdge> edges) {
  std::vector<Edge> taken;
  const auto take = [&](Point p) {
    const VertexId v = editor_->take_point(p, near(p));
    last_ = Triangulation::triangle_of(editor_->outgoing(v));
    return v;
  };
  for (const BoundaryEdge& edge : edges) {
    const VertexId from = take(edge.a);
    taken.push_back({from, take(edge.b), mark_of(edge)});
  }
  return taken;
}

/// Returns existing edges with the vertices at their ends. Leaves the number of edge ends at each
/// vertex unchanged.
std::vector<ChangingSpace::Edge> ChangingSpace::find_ends(std::span<const BoundaryEdge> edges) {
  std::vector<Edge> found = take_ends(edges);
  for (const Edge& edge : found) {
    editor_->release_point(edge.from);
    editor_->release_point(edge.to);
  }
  return found;
}

/// Removes edges and adds others. Precondition: take_ends() returned the added edges. Throws
/// InvalidBurst if edges cross.
void ChangingSpace::replace_edges(std::span<const Edge> gone, std::span<const Edge> come) {
  for (const auto& [from, to, mark] : gone) editor_->remove_edge(from, to, mark);
  for (const auto& [from, to, mark] : come) {
    const auto crossed = editor_->add_edge(from, to, mark);
    if (!crossed) continue;
    const Point a = space_.triangulation().point(from);
    const Point b = space_.triangulation().point(to);
    throw InvalidBurst(fmt::format(
        "the edge from ({}, {}) to ({}, {}) crosses the edge from ({}, {}) to ({}, {}); expected "
        "obstacles that do not cross (they may touch, share edges or contain each other)",
        a.x, a.y, b.x, b.y, crossed->a.x, crossed->a.y, crossed->b.x, crossed->b.y));
  }
  for (const Edge& edge : gone) {
    for (const VertexId end : {edge.from, edge.to}) {
      const Point p = space_.triangulation().point(end);
      if (editor_->release_point(end)) continue;
      throw InvalidBurst(fmt::format(
          "two edges cross at ({}, {}), because the burst removed their common vertex there", p.x,
          p.y));
    }
  }
}

/// Begins a flood over the triangles.
void ChangingSpace::begin_flood() {
  const std::size_t triangles = slot_of(space_.triangulation().triangle_count());
  barrier_.resize(4 * triangles, 0);
  seen_.resize(triangles, 0);
  ++stamp_;
  open_.clear();
}

/// Adds a triangle to the flood, unless the flood has reached it before.
void ChangingSpace::reach(TriangleId t) {
  if (seen_[slot_of(t)] == stamp_) return;
  seen_[slot_of(t)] = stamp_;
  open_.push_back(t);
}

/// Adds `sign` (1 or -1) to the obstacle count of each triangle inside a ring. Ignores pieces that
/// the ring passes equally often in both directions, because they do not bound the inside.
void ChangingSpace::cover_ring(std::span<const Edge> ring, int sign) {
  const Triangulation& mesh = space_.triangulation();
  pieces_.clear();
  for (const Edge& edge : ring) {
    editor_->for_each_piece(edge.from, edge.to, [&](const TriangulationEditor::Edge& piece) {
      const HalfEdge h = piece.half_edge;
      const HalfEdge twin = mesh.twin(h);
      const bool backwards = (twin != kNoHalfEdge && twin < h) != piece.reversed;
      pieces_.emplace_back(twin == kNoHalfEdge ? h : std::min(h, twin), backwards ? -1 : 1);
    });
  }
  std::ranges::sort(pieces_);
  begin_flood();
  for (auto piece = pieces_.begin(); piece != pieces_.end();) {
    const HalfEdge h = piece->first;
    int net = 0;
    for (; piece != pieces_.end() && piece->first == h; ++piece) net += piece->second;
    if (net == 0) continue;
    const HalfEdge inner = net > 0 ? h : mesh.twin(h);
    barrier_[slot_of(inner)] = stamp_;
    reach(Triangulation::triangle_of(inner));
  }
  flood([&](TriangleId t) {
    const TriangulationEditor::Cover cover = editor_->cover(t);
    editor_->set_cover(t, {cover.obstacles() + sign, cover.inside()});
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (barrier_[slot_of(h)] != stamp_) reach(Triangulation::triangle_of(mesh.twin(h)));
    }
  });
}

std::map<std::int32_t, ChangingSpace::Present> ChangingSpace::replace_obstacles(
    const Burst& burst) {
  std::vector<Edge> gone_edges;
  std::vector<Edge> come_edges;
  std::map<std::int32_t, Present> come;
  for (const std::int32_t id : burst.removed) {
    const std::vector<Edge>& edges = present_.at(id).edges;
    cover_ring(edges, -1);
    gone_edges.insert(gone_edges.end(), edges.begin(), edges.end());
  }
  for (const Obstacle& obstacle : burst.added) {
    const std::vector<Edge> edges = take_ends(obstacle_edges(obstacle.ring));
    come_edges.insert(come_edges.end(), edges.begin(), edges.end());
    come[obstacle.id] = {obstacle, edges};
  }
  replace_edges(gone_edges, come_edges);
  for (const Obstacle& obstacle : burst.added) cover_ring(come[obstacle.id].edges, 1);
  return come;
}

void ChangingSpace::begin_change() {
  if (editor_) editor_->forget_changes();
  corners_ = {};
  cells_.clear();
  removed_.clear();
  added_.clear();
  cells_before_.clear();
}

void ChangingSpace::undo() {
  if (editor_) editor_->undo();
  last_ = 0;
  for (std::size_t i = cells_before_.size(); i-- > 0;) replace_cells(cells_before_[i]);
}

SpaceChange ChangingSpace::change(const Burst& burst) {
  if (border_) {
    border_->check(burst, space_.box());
  } else {
    check_burst(burst, space_, [this](std::int32_t id) { return present_.contains(id); });
  }
  begin_change();
  std::map<std::int32_t, Present> come;
  try {
    if (!editor_) {
      apply_patches(burst);
      return {{}, {}, {}, cells_};
    }
    for (const CellPatch& p : burst.patches) patch(p);
    if (border_) replace_border(burst);
    come = replace_obstacles(burst);
    if (!mark_blocked()) throw InvalidBurst(kNoFreeSpace);
    if (border_) check_sides();
    finish();
    report_corners();
    for (const auto& [id, present] : come) added_.push_back(id);
    if (border_) border_->apply_burst(burst);
  } catch (...) {
    undo();
    throw;
  }
  for (const std::int32_t id : burst.removed) removed_.insert(present_.extract(id));
  present_.merge(come);
  return {editor_->changed(), corners_.gone, corners_.come, cells_};
}

/// Removes duplicates from the changed corners, and added corners that no longer exist.
void ChangingSpace::report_corners() {
  for (auto* numbers : {&corners_.gone, &corners_.come}) {
    std::ranges::sort(*numbers);
    numbers->erase(std::unique(numbers->begin(), numbers->end()), numbers->end());
  }
  if (corners_.come.empty()) return;
  std::erase_if(corners_.come, [&](CornerId c) { return space_.corner(c).vertex < 0; });
}

/// Sets the free and blocked flags of changed triangles. Returns whether any triangle is free.
bool ChangingSpace::mark_blocked() {
  const Triangulation& mesh = space_.triangulation();
  const std::size_t count = editor_->changed().size();
  std::ptrdiff_t free_now = free_triangles_;
  for (std::size_t i = 0; i < count; ++i) {
    const TriangleId t = editor_->changed()[i].id;
    const bool free = space_.triangulation().exists(t) && editor_->cover(t).is_free();
    free_now += free - (editor_->changed()[i].component >= 0);
    editor_->set_component(t, free ? ComponentLabels::kUnlabelled : -1);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const TriangleId t = editor_->changed()[i].id;
    if (!space_.triangulation().exists(t)) continue;
    for (int side = 0; side < 3; ++side) {
      const HalfEdge h = Triangulation::half_edge(t, side);
      const HalfEdge other = mesh.twin(h);
      if (other == kNoHalfEdge) continue;
      const bool free = mesh.is_free(t);
      const bool blocked = free != mesh.is_free(Triangulation::triangle_of(other)) ||
                           (editor_->mark(h).wall() && free);
      editor_->set_blocked(h, blocked);
      editor_->set_blocked(other, blocked);
    }
  }
  return free_now > 0;
}

/// Repairs the parts that are derived from the triangulation.
void ChangingSpace::finish() {
  labels_.update(*editor_);
  FreeSpace::Parts& parts = *content_.parts;
  for (const auto& before : editor_->changed()) {
    free_triangles_ += space_.triangulation().is_free(before.id) - (before.component >= 0);
  }
  parts.region.change().component_count = labels_.count();
  parts.measures.forget();
  parts.walls.forget();
  if (content_.area) set_area();
  const Triangulation& mesh = space_.triangulation();
  const auto live = std::ranges::find_if(editor_->changed(), [&](const auto& changed) {
    return space_.triangulation().exists(changed.id);
  });
  if (live == editor_->changed().end()) return;
  if (parts.locator.is_made()) {
    for (const auto& before : editor_->changed()) {
      if (!before.was_there()) continue;
      const auto& [a, b, c] = before.points;
      parts.locator.change().update(mesh, a, b, c, live->id,
                                    [&](TriangleId u) { return editor_->is_changed(u); });
    }
  }
  if (parts.corners.is_made()) {
    Corners& corners = parts.corners.change();
    std::vector<VertexId> vertices;
    for (const auto& before : editor_->changed()) {
      corners.clear(before.id);
      const auto& now = mesh.triangle(before.id).vertex;
      if (before.was_there()) {
        vertices.insert(vertices.end(), before.vertices.begin(), before.vertices.end());
      }
      if (space_.triangulation().exists(before.id)) vertices.insert(vertices.end(), now, now + 3);
    }
    std::ranges::sort(vertices);
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    for (const VertexId v : vertices) {
      corners.update(mesh, v, editor_->first_outgoing(v), corners_);
    }
  }
}

std::size_t ChangingSpace::memory_bytes() const {
  if (!editor_) return 0;
  std::size_t bytes = editor_->memory_bytes() + labels_.memory_bytes();
  if (border_) bytes += border_->memory_bytes();
  for (const auto* obstacles : {&present_, &removed_}) {
    for (const auto& [id, present] : *obstacles) {
      bytes += sizeof present + present.edges.capacity() * sizeof(Edge) +
               present.obstacle.ring.capacity() * sizeof(Point);
    }
  }
  bytes += pieces_.capacity() * sizeof pieces_[0];
  return bytes + (barrier_.capacity() + seen_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace fairway
