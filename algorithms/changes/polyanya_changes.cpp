#include "algorithms/changes/polyanya_changes.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "algorithms/changes/dual_blocks_editor.hpp"
#include "algorithms/freespace/convex_partition.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "algorithms/solvers/polyanya/polygon_sides.hpp"

namespace fairway {

namespace {

constexpr TriangleId kNoTriangle = -1;

/// All blocks (see DualBlocks) are recomputed when the number of removed and added polygons reaches
/// 1 / kRecomputeShare of all polygons.
constexpr std::size_t kRecomputeShare = 8;

/// Whether a triangle differs from its state before the burst. A new component number alone is no
/// difference.
bool has_other_shape(const TriangulationEditor::Changed& before, const Triangulation& mesh) {
  const bool was_free = before.was_there() && before.component >= 0;
  const bool is_free = mesh.is_free(before.id);
  if (!was_free || !is_free) return was_free || is_free;
  for (int i = 0; i < 3; ++i) {
    const HalfEdge h = Triangulation::half_edge(before.id, i);
    const auto side = static_cast<std::size_t>(i);
    if (before.points[side] != mesh.origin_point(h)) return true;
    if (before.blocked[side] != mesh.blocked(h)) return true;
  }
  return false;
}

/// Finds the blocks of new polygons. Precondition: their numbers were never used before.
void find_blocks(PolyanyaMesh& mesh, std::span<const PolygonId> come) {
  std::vector<std::int32_t> first{0};
  std::vector<DualBlocks::Cell> links;
  for (const PolygonId p : come) {
    mesh.append_links(p, links);
    first.push_back(static_cast<std::int32_t>(links.size()));
  }
  const std::vector<DualBlocks::Block> found =
      DualBlocksEditor(mesh.blocks).add(come, first, links);
  auto block = found.begin();
  for (const PolygonId p : come) {
    const std::int32_t begin = mesh.begin[slot_of(p)];
    for (std::int32_t s = begin; s < begin + mesh.side_count(p); ++s, ++block) {
      mesh.set_block(s, *block);
      const std::int32_t across = mesh.sides[slot_of(s)].across;
      if (across != PolyanyaMesh::kNone) mesh.set_block(across, *block);
    }
  }
}

}  // namespace

PolyanyaChanges::PolyanyaChanges(Polyanya& index, const FreeSpace& space)
    : index_(index), mesh_(index.mesh()), space_(space), triangles_(space.triangulation()) {}

bool PolyanyaChanges::follow(const SpaceChange& change) {
  const std::size_t used = mesh_.sides.size() - unused_sides_;
  if (prepared_ && unused_sides_ <= used) {
    repair(change);
  } else {
    rebuild();
  }
  return true;
}

/// Rebuilds the mesh and the state of repairs.
void PolyanyaChanges::rebuild() {
  const ConvexPartition partition = index_.partition();
  mesh_ = PolyanyaMesh(space_, partition, index_.options().dead_ends);
  const std::size_t count = slot_of(triangles_.triangle_count());
  next_.assign(4 * count, kNoHalfEdge);
  previous_.assign(4 * count, kNoHalfEdge);
  next_in_polygon_.assign(count, kNoTriangle);
  first_in_polygon_.assign(partition.polygon_count(), kNoTriangle);
  is_loose_.assign(count, 0);
  for (PolygonId p = 0; slot_of(p) < partition.polygon_count(); ++p) {
    HalfEdge before = partition.ring(p).back();
    for (const HalfEdge h : partition.ring(p)) {
      link(before, h);
      before = h;
    }
  }
  for (TriangleId t = 0; t < triangles_.triangle_count(); ++t) {
    const PolygonId p = partition.polygon_of(t);
    if (p == kNoPolygon) continue;
    next_in_polygon_[slot_of(t)] = first_in_polygon_[slot_of(p)];
    first_in_polygon_[slot_of(p)] = t;
  }
  fairway::number_turns(space_, turn_of_corner_);
  free_polygons_.clear();
  removed_polygons_.clear();
  free_turns_.clear();
  free_sides_.clear();
  added_polygons_ = unused_sides_ = 0;
  prepared_ = true;
}

void PolyanyaChanges::link(HalfEdge a, HalfEdge b) {
  next_[slot_of(a)] = b;
  previous_[slot_of(b)] = a;
}

void PolyanyaChanges::repair(const SpaceChange& change) {
  const std::size_t count = slot_of(triangles_.triangle_count());
  next_.resize(4 * count, kNoHalfEdge);
  previous_.resize(4 * count, kNoHalfEdge);
  next_in_polygon_.resize(count, kNoTriangle);
  is_loose_.resize(count, 0);
  mesh_.triangle_polygon.resize(count, kNoPolygon);
  new_polygons_.clear();

  loosen(change);
  number_turns(change);
  if (index_.options().merged) merge();
  for (const TriangleId t : loose_) {
    if (triangles_.is_free(t) && mesh_.triangle_polygon[slot_of(t)] == kNoPolygon) {
      new_polygons_.push_back(add_polygon(t));
    }
    is_loose_[slot_of(t)] = 0;
  }
  for (const PolygonId p : new_polygons_) link_sides(p);
  for (const PolygonId p : new_polygons_) mesh_.find_exits(p);
  set_turns(change);
  for (const Changed& before : change.triangles) {
    mesh_.component_limit = std::max(mesh_.component_limit,
                                     static_cast<std::size_t>(triangles_.component(before.id) + 1));
  }
  update_lattice(change);
  update_blocks();
}

/// Splits each polygon that has a changed triangle into its triangles. Each free triangle of these
/// polygons becomes loose, and so does each triangle that became free. Until merge() runs, the
/// half-edges of a loose triangle form a ring in next_.
void PolyanyaChanges::loosen(const SpaceChange& change) {
  loose_.clear();
  const auto add = [&](TriangleId t) {
    if (std::exchange(is_loose_[slot_of(t)], std::uint8_t{1}) == 0) loose_.push_back(t);
  };
  for (const Changed& before : change.triangles) {
    if (!has_other_shape(before, triangles_)) continue;
    const PolygonId p = mesh_.triangle_polygon[slot_of(before.id)];
    if (p != kNoPolygon) take_apart(p);
    add(before.id);
  }
  for (const TriangleId t : loose_) {
    const bool is_free = triangles_.is_free(t);
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (is_free) {
        link(h, Triangulation::next(h));
      } else {
        next_[slot_of(h)] = previous_[slot_of(h)] = kNoHalfEdge;
      }
    }
  }
}

void PolyanyaChanges::take_apart(PolygonId p) {
  for (TriangleId t = first_in_polygon_[slot_of(p)]; t != kNoTriangle;
       t = next_in_polygon_[slot_of(t)]) {
    mesh_.triangle_polygon[slot_of(t)] = kNoPolygon;
    is_loose_[slot_of(t)] = 1;
    loose_.push_back(t);
  }
  free_polygon(p);
}

void PolyanyaChanges::free_polygon(PolygonId p) {
  std::int32_t& sides = mesh_.side_counts[slot_of(p)];
  for (std::int32_t s = mesh_.begin[slot_of(p)]; s < mesh_.begin[slot_of(p)] + sides; ++s) {
    const std::int32_t across = mesh_.sides[slot_of(s)].across;
    if (across == PolyanyaMesh::kNone) continue;
    mesh_.sides[slot_of(across)].across = PolyanyaMesh::kNone;
    --mesh_.crossings;
  }
  free_sides_[sides].push_back(mesh_.begin[slot_of(p)]);
  unused_sides_ += 2 * slot_of(sides);
  sides = 0;
  first_in_polygon_[slot_of(p)] = kNoTriangle;
  removed_polygons_.push_back(p);
}

/// A turn is an entry of mesh_.turns for a reflex corner. Frees the turns of removed corners, and
/// assigns turns to new reflex corners.
void PolyanyaChanges::number_turns(const SpaceChange& change) {
  turn_of_corner_.resize(space_.corners().size(), PolyanyaMesh::kNone);
  for (const auto ids : {change.gone_corners, change.new_corners}) {
    for (const CornerId c : ids) {
      std::int32_t& turn = turn_of_corner_[slot_of(c)];
      if (turn != PolyanyaMesh::kNone) free_turns_.push_back(turn);
      turn = PolyanyaMesh::kNone;
    }
  }
  for (const CornerId c : change.new_corners) {
    std::int32_t& turn = turn_of_corner_[slot_of(c)];
    if (!space_.corner(c).reflex) continue;
    if (free_turns_.empty()) {
      turn = static_cast<std::int32_t>(mesh_.turns.size());
      mesh_.turns.emplace_back();
    } else {
      turn = free_turns_.back();
      free_turns_.pop_back();
    }
  }
}

/// Visits the edges of loose triangles (see loosen()), longest first. Removes an edge if the two
/// polygons beside it form a convex polygon. Afterwards no edge of a loose triangle can be removed.
void PolyanyaChanges::merge() {
  std::vector<std::pair<double, HalfEdge>> edges;
  for (const TriangleId t : loose_) {
    for (int i = 0; i < 3 && triangles_.is_free(t); ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      const HalfEdge twin = triangles_.across(h);
      if (twin == kNoHalfEdge) continue;
      if (h > twin && is_loose_[slot_of(Triangulation::triangle_of(twin))] != 0) continue;
      edges.emplace_back(distance(triangles_.origin_point(h), triangles_.destination_point(h)), h);
    }
  }
  std::ranges::sort(edges, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  for (const auto& edge : edges) {
    const HalfEdge h = edge.second;
    const HalfEdge twin = triangles_.across(h);
    if (!stays_convex(h, twin) || !stays_convex(twin, h)) continue;
    link(previous_[slot_of(h)], next_[slot_of(twin)]);
    link(previous_[slot_of(twin)], next_[slot_of(h)]);
    next_[slot_of(h)] = next_[slot_of(twin)] = kNoHalfEdge;
  }
}

bool PolyanyaChanges::stays_convex(HalfEdge h, HalfEdge twin) const {
  const Point before = triangles_.origin_point(previous_[slot_of(h)]);
  const Point at = triangles_.origin_point(h);
  const Point after = triangles_.destination_point(next_[slot_of(twin)]);
  const int turn = orientation(before, at, after);
  return turn > 0 || (turn == 0 && strictly_between(before, at, after));
}

/// Stores in ring_ the half-edges around the polygon that `first` bounds.
void PolyanyaChanges::walk_ring(HalfEdge first) {
  ring_.clear();
  HalfEdge h = first;
  do {
    ring_.push_back(h);
    h = next_[slot_of(h)];
  } while (h != first);
}

/// Adds the polygon that contains a loose triangle (see loosen()) and returns it. Removes the old
/// polygons that were merged into it.
PolygonId PolyanyaChanges::add_polygon(TriangleId first) {
  PolygonId id = static_cast<PolygonId>(mesh_.polygon_count());
  if (free_polygons_.empty()) {
    mesh_.side_counts.push_back(0);
    mesh_.begin.push_back(0);
    first_in_polygon_.push_back(kNoTriangle);
  } else {
    id = free_polygons_.back();
    free_polygons_.pop_back();
  }
  HalfEdge on_ring = kNoHalfEdge;
  open_.assign(1, first);
  while (!open_.empty()) {
    const TriangleId t = open_.back();
    open_.pop_back();
    PolygonId& of = mesh_.triangle_polygon[slot_of(t)];
    if (of == id) continue;
    if (of != kNoPolygon && mesh_.side_count(of) > 0) free_polygon(of);
    of = id;
    next_in_polygon_[slot_of(t)] = first_in_polygon_[slot_of(id)];
    first_in_polygon_[slot_of(id)] = t;
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (is_removed(h)) {
        open_.push_back(Triangulation::triangle_of(triangles_.twin(h)));
      } else {
        on_ring = h;
      }
    }
  }
  walk_ring(on_ring);
  make_sides(id);
  return id;
}

/// Makes the sides of polygon p. Precondition: walk_ring() has stored its half-edges in ring_.
void PolyanyaChanges::make_sides(PolygonId p) {
  std::int32_t count = 0;
  for_each_side(triangles_, ring_, [&](HalfEdge, HalfEdge) { ++count; });
  std::vector<std::int32_t>& unused = free_sides_[count];
  auto first = static_cast<std::int32_t>(mesh_.sides.size());
  if (unused.empty()) {
    mesh_.sides.resize(mesh_.sides.size() + 2 * slot_of(count));
    mesh_.exits.resize(mesh_.sides.size(), PolyanyaMesh::kNone);
  } else {
    first = unused.back();
    unused.pop_back();
    unused_sides_ -= 2 * slot_of(count);
  }
  mesh_.begin[slot_of(p)] = first;
  mesh_.side_counts[slot_of(p)] = count;
  std::int32_t s = first;
  for_each_side(triangles_, ring_, [&](HalfEdge, HalfEdge h) {
    mesh_.sides[slot_of(s)] =
        mesh_.sides[slot_of(s + count)] = {triangles_.origin_point(h), PolyanyaMesh::kNone, 0,
                                           turn_of_corner_[slot_of(space_.corner_at(h))], p};
    ++s;
  });
}

/// Links the open sides of a new polygon with the sides of its neighbours, in both directions.
void PolyanyaChanges::link_sides(PolygonId p) const {
  for (TriangleId t = first_in_polygon_[slot_of(p)]; t != kNoTriangle;
       t = next_in_polygon_[slot_of(t)]) {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      const HalfEdge twin = triangles_.across(h);
      if (is_removed(h) || twin == kNoHalfEdge) continue;
      const PolygonId other = mesh_.polygon_of(twin);
      const std::int32_t ours = mesh_.side_at(p, triangles_.origin_point(h));
      const std::int32_t theirs = mesh_.side_at(other, triangles_.origin_point(twin));
      mesh_.crossings += mesh_.sides[slot_of(ours)].across == PolyanyaMesh::kNone;
      mesh_.sides[slot_of(ours)].across = theirs;
      mesh_.sides[slot_of(ours + mesh_.side_count(p))].across = theirs;
      mesh_.sides[slot_of(theirs)].across = ours;
      mesh_.sides[slot_of(theirs + mesh_.side_count(other))].across = ours;
    }
  }
}

/// Fills mesh_.turns for these reflex corners: (1) new corners, (2) corners at a new polygon, and
/// (3) corners that share a wall with a new corner.
void PolyanyaChanges::set_turns(const SpaceChange& change) {
  std::vector<CornerId> corners;
  const auto add = [&](CornerId c) {
    if (c != kNoCorner && space_.corner(c).reflex) corners.push_back(c);
  };
  for (const CornerId c : change.new_corners) {
    const Corner& corner = space_.corner(c);
    add(c);
    add(corner_beyond(space_, corner, kAlongRight));
    add(corner_beyond(space_, corner, kAlongLeft));
    const Point at = triangles_.point(corner.vertex);
    for (HalfEdge h = corner.first; h != kNoHalfEdge;
         h = triangles_.across(Triangulation::previous(h))) {
      const PolygonId p = mesh_.polygon_of(h);
      const std::int32_t end = mesh_.begin[slot_of(p)] + mesh_.side_count(p);
      for (std::int32_t s = mesh_.begin[slot_of(p)]; s < end; ++s) {
        if (mesh_.sides[slot_of(s)].origin != at) continue;
        mesh_.sides[slot_of(s)].turn = mesh_.sides[slot_of(s + mesh_.side_count(p))].turn =
            turn_of_corner_[slot_of(c)];
      }
    }
  }
  for (const PolygonId p : new_polygons_) {
    for (TriangleId t = first_in_polygon_[slot_of(p)]; t != kNoTriangle;
         t = next_in_polygon_[slot_of(t)]) {
      for (int i = 0; i < 3; ++i) add(space_.corner_at(Triangulation::half_edge(t, i)));
    }
  }
  std::ranges::sort(corners);
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  for (const CornerId c : corners) {
    const Corner& corner = space_.corner(c);
    const Point at = triangles_.point(corner.vertex);
    mesh_.turns[slot_of(turn_of_corner_[slot_of(c)])] = {
        at,
        triangles_.point(corner.right),
        triangles_.point(corner.left),
        mesh_.side_at(mesh_.polygon_of(corner.first), at),
        mesh_.side_at(mesh_.polygon_of(corner.last), at),
        turn_beyond(space_, corner, kAlongRight, turn_of_corner_),
        turn_beyond(space_, corner, kAlongLeft, turn_of_corner_)};
  }
}

/// Keeps the lattice of the mesh if all new vertices are on it. Otherwise drops it.
void PolyanyaChanges::update_lattice(const SpaceChange& change) const {
  const bool fits = std::ranges::all_of(change.triangles, [&](const Changed& before) {
    for (int i = 0; i < 3 && triangles_.exists(before.id); ++i) {
      const HalfEdge h = Triangulation::half_edge(before.id, i);
      if (!mesh_.on_lattice(triangles_.origin_point(h))) return false;
    }
    return true;
  });
  if (!fits) mesh_.units_per_length = 0;
}

/// Finds the blocks of the new polygons. Repairs unite blocks but do not split them. So after many
/// changes, this function recomputes all blocks. It then also looks for a lattice that contains all
/// vertices, and frees the numbers of removed polygons.
void PolyanyaChanges::update_blocks() {
  added_polygons_ += new_polygons_.size();
  if (kRecomputeShare * (added_polygons_ + removed_polygons_.size()) < mesh_.polygon_count()) {
    if (!new_polygons_.empty()) find_blocks(mesh_, new_polygons_);
    return;
  }
  mesh_.find_blocks();
  if (mesh_.units_per_length == 0) mesh_.find_lattice(triangles_.points());
  free_polygons_.insert(free_polygons_.end(), removed_polygons_.begin(), removed_polygons_.end());
  removed_polygons_.clear();
  added_polygons_ = 0;
}

std::size_t PolyanyaChanges::memory_bytes() const {
  return heap_bytes(next_, previous_, next_in_polygon_, first_in_polygon_, turn_of_corner_,
                    free_polygons_, removed_polygons_, free_turns_, loose_, is_loose_,
                    new_polygons_, ring_, open_);
}

}  // namespace fairway
