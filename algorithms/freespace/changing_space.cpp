#include "algorithms/freespace/changing_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "algorithms/freespace/boundary.hpp"
#include "algorithms/freespace/world_moment.hpp"

namespace fairway {
namespace {

/// Of an input edge, for its left side.
ConstraintRecord::Mark mark_of(const BoundaryEdge& edge) {
  if (edge.role == EdgeRole::kObstacle) return {1, 1, 0, false};
  return {1, 0, static_cast<std::int8_t>(edge.wall ? 0 : 1), edge.wall};
}

}  // namespace

ChangingSpace::ChangingSpace(const FreeSpace& world, PartSet parts) : space_(FreeSpace::Input{}) {
  if (world.terrain() != nullptr) {
    throw InvalidBurst(kNoCosts);
  }
  if (world.raster() != nullptr) count_free_cells(*world.raster());
  if (world.raster() != nullptr && !world.with_needed(parts).contains(SpacePart::kTriangulation)) {
    space_ = FreeSpace::from_raster(*world.raster());
    space_.frame();
    return;
  }
  ConstraintRecord record;
  space_ = FreeSpace::at_moment(world, {}, &record);
  begin(std::move(record));
}

void ChangingSpace::begin(ConstraintRecord record) {
  editor_.emplace(space_.parts_->region.change().triangulation, std::move(record));
  labels_ = ComponentLabels(space_.triangulation());
  const auto& triangles = space_.triangulation().triangles();
  free_triangles_ =
      std::ranges::count_if(triangles, [](const auto& t) { return t.component >= 0; });
}

std::vector<Obstacle> ChangingSpace::obstacles() const {
  std::vector<Obstacle> all;
  for (const auto& [id, present] : present_) all.push_back(present.obstacle);
  return all;
}

TriangleId ChangingSpace::near(Point p) {
  if (space_.parts_->locator.is_made() && !editor_->is_changed(space_.locator().near(p))) {
    last_ = space_.locator().near(p);
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

/// Of edges that are there.
std::vector<ChangingSpace::Edge> ChangingSpace::find_ends(std::span<const BoundaryEdge> edges) {
  std::vector<Edge> found = take_ends(edges);
  for (const Edge& edge : found) {
    editor_->release_point(edge.from);
    editor_->release_point(edge.to);
  }
  return found;
}

/// Takes edges away and adds others, whose ends were taken. If that is not possible, all is as
/// before but the ends, which are released; ends of `gone` may then be other vertices.
ChangingSpace::Fault ChangingSpace::exchange(std::vector<Edge>& gone, std::span<const Edge> come) {
  const auto release = [&](const Edge& edge) {
    editor_->release_point(edge.from);
    editor_->release_point(edge.to);
  };
  const auto add_all = [&](std::span<const Edge> edges) {
    for (const Edge& edge : edges) editor_->add_edge(edge.from, edge.to, edge.mark);
  };
  const auto remove_all = [&](std::span<const Edge> edges) {
    for (const Edge& edge : edges) editor_->remove_edge(edge.from, edge.to, edge.mark);
  };
  remove_all(gone);
  for (std::size_t i = 0; i < come.size(); ++i) {
    const auto& [from, to, mark] = come[i];
    const auto crossed = editor_->add_edge(from, to, mark);
    if (!crossed) continue;
    const Point a = space_.triangulation().point(from);
    const Point b = space_.triangulation().point(to);
    remove_all(come.first(i));
    add_all(gone);
    std::ranges::for_each(come, release);
    return fmt::format(
        "the edge from ({}, {}) to ({}, {}) crosses the edge from ({}, {}) to ({}, {}); expected "
        "obstacles that touch others, share edges with them or lie in them, but cross none",
        a.x, a.y, b.x, b.y, crossed->a.x, crossed->a.y, crossed->b.x, crossed->b.y);
  }
  std::vector<std::pair<VertexId*, Point>> released;
  for (Edge& edge : gone) {
    for (VertexId* const end : {&edge.from, &edge.to}) {
      const Point p = space_.triangulation().point(*end);
      if (editor_->release_point(*end)) {
        released.emplace_back(end, p);
        continue;
      }
      for (const auto& [again, q] : released) *again = editor_->take_point(q, near(q));
      remove_all(come);
      add_all(gone);
      std::ranges::for_each(come, release);
      return fmt::format("two edges cross at ({}, {}), where no vertex is left", p.x, p.y);
    }
  }
  return std::nullopt;
}

/// Begins a new flood over the triangles.
void ChangingSpace::begin_flood() {
  const std::size_t triangles = slot_of(space_.triangulation().triangle_count());
  barrier_.resize(4 * triangles, 0);
  seen_.resize(triangles, 0);
  ++stamp_;
  open_.clear();
}

/// The flood comes to a triangle.
void ChangingSpace::reach(TriangleId t) {
  if (seen_[slot_of(t)] == stamp_) return;
  seen_[slot_of(t)] = stamp_;
  open_.push_back(t);
}

/// Adds 1 or -1 to the obstacles that cover what a ring encloses.
void ChangingSpace::cover_ring(std::span<const Edge> ring, int sign) {
  const Triangulation& mesh = space_.triangulation();
  begin_flood();
  for (const Edge& edge : ring) {
    editor_->for_each_piece(edge.from, edge.to, [&](const TriangulationEditor::Edge& piece) {
      barrier_[slot_of(piece.half_edge)] = stamp_;
      reach(Triangulation::triangle_of(piece.half_edge));
    });
  }
  flood([&](TriangleId t) {
    TriangulationEditor::Cover cover = editor_->cover(t);
    cover.obstacles = static_cast<std::int16_t>(cover.obstacles + sign);
    editor_->set_cover(t, cover);
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (barrier_[slot_of(h)] != stamp_) reach(Triangulation::triangle_of(mesh.twin(h)));
    }
  });
}

ChangingSpace::Fault ChangingSpace::swap_obstacles(std::span<const std::int32_t> removed,
                                                   std::span<const Obstacle> added,
                                                   std::vector<Obstacle>& gone) {
  std::vector<Edge> gone_edges;
  std::vector<std::vector<Edge>> come;
  std::vector<Edge> come_edges;
  for (const std::int32_t id : removed) {
    const std::vector<Edge>& edges = present_.at(id).edges;
    cover_ring(edges, -1);
    gone_edges.insert(gone_edges.end(), edges.begin(), edges.end());
  }
  for (const Obstacle& obstacle : added) {
    come.push_back(take_ends(boundary_of(obstacle)));
    come_edges.insert(come_edges.end(), come.back().begin(), come.back().end());
  }
  if (Fault fault = exchange(gone_edges, come_edges)) {
    auto edge = gone_edges.begin();
    for (const std::int32_t id : removed) {
      std::vector<Edge>& edges = present_.at(id).edges;
      std::copy_n(edge, edges.size(), edges.begin());
      edge += static_cast<std::ptrdiff_t>(edges.size());
      cover_ring(edges, 1);
    }
    return fault;
  }
  for (const std::int32_t id : removed) {
    gone.push_back(std::move(present_.at(id).obstacle));
    present_.erase(id);
  }
  for (std::size_t i = 0; i < added.size(); ++i) {
    cover_ring(come[i], 1);
    present_[added[i].id] = {added[i], std::move(come[i])};
  }
  return std::nullopt;
}

void ChangingSpace::begin_change() {
  editor_->forget_changes();
  if (!untold_.empty()) return;
  corners_ = {};
  cells_.clear();
}

SpaceChange ChangingSpace::change(const Burst& burst) {
  if (border_) return change_border(burst);
  check_burst(burst, space_, [this](std::int32_t id) { return present_.contains(id); });
  if (!editor_) return change_cells(burst);
  begin_change();
  std::vector<CellPatch> before;
  for (const CellPatch& p : burst.patches) patch(p, before);
  std::vector<Obstacle> gone;
  Fault fault = swap_obstacles(burst.removed, burst.added, gone);
  if (!fault && !mark_blocked()) {
    fault = kNoFreeSpace;
    std::vector<std::int32_t> come;
    for (const Obstacle& obstacle : burst.added) come.push_back(obstacle.id);
    std::vector<Obstacle> ignored;
    swap_obstacles(come, gone, ignored);
  }
  if (fault) {
    std::vector<CellPatch> ignored;
    for (std::size_t i = before.size(); i-- > 0;) patch(before[i], ignored);
    mark_blocked();
  }
  return end_change(fault);
}

SpaceChange ChangingSpace::end_change(const Fault& fault) {
  finish();
  const bool all_told = untold_.empty();
  if (fault || !all_told) {
    using Changed = TriangulationEditor::Changed;
    const auto& changed = editor_->changed();
    untold_.insert(untold_.end(), changed.begin(), changed.end());
    std::ranges::stable_sort(untold_, {}, &Changed::id);  // what was there first comes first
    const auto same = [](const Changed& a, const Changed& b) { return a.id == b.id; };
    untold_.erase(std::unique(untold_.begin(), untold_.end(), same), untold_.end());
  }
  if (fault) throw InvalidBurst(*fault);
  tell_corners();
  if (all_told) return {editor_->changed(), corners_.gone, corners_.come, cells_};
  told_.swap(untold_);
  untold_.clear();
  return {told_, corners_.gone, corners_.come, cells_};
}

/// Leaves each number once, and of those that came those that are still there.
void ChangingSpace::tell_corners() {
  for (auto* numbers : {&corners_.gone, &corners_.come}) {
    std::ranges::sort(*numbers);
    numbers->erase(std::unique(numbers->begin(), numbers->end()), numbers->end());
  }
  if (corners_.come.empty()) return;
  std::erase_if(corners_.come, [&](CornerId c) { return space_.corner(c).vertex < 0; });
}

/// Sets what is free and blocked where triangles changed. Returns whether any is free.
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
                           (editor_->mark(h).wall && free);
      editor_->set_blocked(h, blocked);
      editor_->set_blocked(other, blocked);
    }
  }
  return free_now > 0;
}

/// Repairs what is made of the triangulation.
void ChangingSpace::finish() {
  labels_.update(*editor_);
  FreeSpace::Parts& parts = *space_.parts_;
  for (const auto& before : editor_->changed()) {
    free_triangles_ += space_.triangulation().is_free(before.id) - (before.component >= 0);
  }
  parts.region.change().component_count = labels_.count();
  parts.measures.forget();
  parts.walls.forget();
  if (space_.area_) space_.area_ = static_cast<double>(free_cells_);
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
  for (const auto& [id, present] : present_) {
    bytes += sizeof present + present.edges.capacity() * sizeof(Edge) +
             present.obstacle.ring.capacity() * sizeof(Point);
  }
  return bytes + (barrier_.capacity() + seen_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace fairway
