#include "algorithms/changes/reduction_changes.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {
namespace {

template <class T>
void sort_distinct(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

ReductionChanges::ReductionChanges(Reduction& reduction, const FreeSpace& space)
    : reduction_(reduction),
      tables_(reduction.tables()),
      space_(space),
      mesh_(space.triangulation()),
      builder_(space, reduction) {
  for (std::size_t v = 0; v < tables_.corners.size(); ++v) {
    builder_.node_at()[slot_of(tables_.corners[v])] = static_cast<Vertex>(v);
  }
}

const ReductionChanges::Changed& ReductionChanges::follow(const SpaceChange& change) {
  change_ = &change;
  for (auto* list : {&open_, &ends_, &found_, &bounds_, &changed_.junctions}) list->clear();
  removed_regions_.clear();
  changed_.nodes.clear();
  const auto count = static_cast<std::size_t>(mesh_.triangle_count());
  tables_.cells.resize(count);
  state_.resize(count, State::kKept);
  degree_.resize(count);
  forget_corners();
  open_changed();
  open_regions_at_change();
  prune();
  free_regions();
  find_again();
  report_links();
  free_nodes();
  for (const TriangleId t : open_) state(t) = State::kKept;
  for (const TriangulationEditor::Changed& changed : change.triangles) {
    state(changed.id) = State::kKept;
  }
  return changed_;
}

template <class Visit>
void ReductionChanges::for_each_neighbour(TriangleId t, Visit visit) const {
  for (int i = 0; i < 3; ++i) {
    const HalfEdge h = mesh_.across(Triangulation::half_edge(t, i));
    if (h != kNoHalfEdge) visit(Triangulation::triangle_of(h));
  }
}

void ReductionChanges::forget_corners() {
  builder_.node_at().resize(space_.corners().size(), kNoVertex);
  for (const CornerId c : change_->gone_corners) {
    const Vertex v = std::exchange(builder_.node_at()[slot_of(c)], kNoVertex);
    if (v == kNoVertex) continue;
    tables_.corners[slot_of(v)] = kNoCorner;
    changed_.nodes.push_back(v);
  }
}

/// Opens a triangle, that is, marks it for recomputation. If the triangle is a junction, records
/// its nodes as changed. Otherwise, if the triangle is in a region, records the region as removed.
void ReductionChanges::open(TriangleId t) {
  if (reduction_.is_junction(t)) {
    const auto& nodes = cell(t).place;
    changed_.nodes.insert(changed_.nodes.end(), nodes.begin(), nodes.end());
  } else if (cell(t).region != Reduction::kNone) {
    removed_regions_.push_back(cell(t).region);
    ++wasted_places_;
  }
  state(t) = State::kOpen;
  open_.push_back(t);
}

void ReductionChanges::open_changed() {
  for (const TriangulationEditor::Changed& changed : change_->triangles) {
    open(changed.id);
    cell(changed.id) = {};
  }
  std::erase_if(open_, [&](TriangleId t) { return !mesh_.is_free(t); });
}

/// Opens all triangles of a region, starting at `first`, and appends the adjacent junctions. Skips
/// triangles that are open already. No triangle of a region is adjacent to another region.
void ReductionChanges::open_region(TriangleId first, std::vector<TriangleId>& junctions) {
  std::vector<TriangleId> stack{first};
  open(first);
  while (!stack.empty()) {
    const TriangleId t = stack.back();
    stack.pop_back();
    for_each_neighbour(t, [&](TriangleId u) {
      if (state(u) != State::kKept) return;
      if (reduction_.is_junction(u)) {
        junctions.push_back(u);
      } else {
        open(u);
        stack.push_back(u);
      }
    });
  }
}

void ReductionChanges::open_junction(TriangleId t) {
  if (state(t) != State::kKept) return;
  open(t);
  for_each_neighbour(t, [&](TriangleId u) {
    if (state(u) == State::kKept && !reduction_.is_junction(u)) open_region(u, ends_);
  });
}

void ReductionChanges::open_regions_at_change() {
  std::vector<TriangleId> junctions;
  std::vector<VertexId> vertices;
  for (const TriangulationEditor::Changed& changed : change_->triangles) {
    if (!mesh_.exists(changed.id)) continue;
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(changed.id, i);
      vertices.push_back(mesh_.origin(h));
      if (mesh_.twin(h) == kNoHalfEdge) continue;
      const TriangleId t = Triangulation::triangle_of(mesh_.twin(h));
      if (state(t) != State::kKept || !mesh_.is_free(t)) continue;
      if (reduction_.is_junction(t)) {
        junctions.push_back(t);
      } else {
        open_region(t, junctions);
      }
    }
  }
  sort_distinct(vertices);
  for (const VertexId v : vertices) add_renumbered(v, junctions);
  for (const TriangleId t : junctions) open_junction(t);
}

/// A corner with a new number gets another node. Appends each junction at vertex v that still
/// stores the former node of such a corner.
void ReductionChanges::add_renumbered(VertexId v, std::vector<TriangleId>& junctions) {
  for (const CornerId c : space_.corners_of(v)) {
    for (HalfEdge h = space_.corner(c).first; h != kNoHalfEdge;
         h = mesh_.across(Triangulation::previous(h))) {
      const TriangleId t = Triangulation::triangle_of(h);
      if (reduction_.is_junction(t) && reduction_.place_of(h) != builder_.node_at()[slot_of(c)]) {
        junctions.push_back(t);
      }
    }
  }
}

/// Prunes the open triangles like find_junctions(). If this opens further triangles, starts again:
/// the triangles must be pruned in the same order as in a build.
void ReductionChanges::prune() {
  for (std::size_t count = 0; count != open_.size();) {
    count = open_.size();
    std::sort(open_.begin(), open_.end());
    for (const TriangleId t : open_) state(t) = State::kOpen;
    std::vector<TriangleId> queue;
    count_neighbours(0, queue);
    for (std::size_t head = 0; head < queue.size(); ++head) prune_one(queue[head], queue);
  }
}

/// Sets the degrees of the open triangles from index `first` on. Appends triangles that can be
/// pruned to the queue.
void ReductionChanges::count_neighbours(std::size_t first, std::vector<TriangleId>& queue) {
  for (std::size_t i = first; i < open_.size(); ++i) {
    const TriangleId t = open_[i];
    degree(t) = 0;
    for_each_neighbour(t, [&](TriangleId u) { degree(t) += state(u) != State::kPruned; });
    if (degree(t) <= 1) queue.push_back(t);
  }
}

void ReductionChanges::prune_one(TriangleId t, std::vector<TriangleId>& queue) {
  if (degree(t) == 0) {
    degree(t) = 3;
    return;
  }
  state(t) = State::kPruned;
  for_each_neighbour(t, [&](TriangleId u) {
    if (state(u) == State::kKept) {
      const std::size_t count = open_.size();
      open_junction(u);
      count_neighbours(count, queue);
    } else if (state(u) == State::kOpen && --degree(u) == 1) {
      queue.push_back(u);
    }
  });
}

void ReductionChanges::free_regions() {
  sort_distinct(removed_regions_);
  wasted_places_ += 2 * removed_regions_.size();
  builder_.free_regions().insert(builder_.free_regions().end(), removed_regions_.begin(),
                                 removed_regions_.end());
}

void ReductionChanges::find_again() {
  for (const TriangleId t : open_) cell(t) = {};
  for (const TriangleId t : open_) {
    if (state(t) != State::kPruned && degree(t) == 3) {
      cell(t).region = Reduction::kJunction;
      found_.push_back(t);
    }
    for_each_neighbour(t, [&](TriangleId u) {
      if (state(u) == State::kKept) bounds_.push_back(u);
    });
  }
  sort_distinct(bounds_);
  std::vector<TriangleId> in_order;
  std::merge(found_.begin(), found_.end(), bounds_.begin(), bounds_.end(),
             std::back_inserter(in_order));
  for (const TriangleId t : in_order) builder_.open_regions(t);
  for (const TriangleId t : open_) {
    if (cell(t).region != Reduction::kNone || state(t) == State::kPruned) continue;
    cell(t).region = Reduction::kJunction;
    found_.push_back(t);
    builder_.open_regions(t);
  }
  std::sort(found_.begin(), found_.end());
  if (2 * wasted_places_ > tables_.places.size()) drop_wasted_places();
}

/// Fills changed_, the result of follow().
void ReductionChanges::report_links() {
  auto& junctions = changed_.junctions;
  junctions = found_;
  junctions.insert(junctions.end(), bounds_.begin(), bounds_.end());
  for (const TriangleId t : bounds_) {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (!reduction_.leads_on(h)) continue;
      junctions.push_back(Triangulation::triangle_of(reduction_.cross(h, [](HalfEdge) {})));
    }
  }
  sort_distinct(junctions);
  for (const TriangleId t : junctions) {
    const auto& nodes = cell(t).place;
    changed_.nodes.insert(changed_.nodes.end(), nodes.begin(), nodes.end());
  }
  sort_distinct(changed_.nodes);
}

bool ReductionChanges::is_at_junction(CornerId c) const {
  for (HalfEdge h = space_.corner(c).first; h != kNoHalfEdge;
       h = mesh_.across(Triangulation::previous(h))) {
    if (reduction_.is_junction(Triangulation::triangle_of(h))) return true;
  }
  return false;
}

/// Frees the nodes that are not at a junction. The next change may reuse their numbers.
void ReductionChanges::free_nodes() {
  for (const Vertex v : changed_.nodes) {
    CornerId& c = tables_.corners[slot_of(v)];
    if (c != kNoCorner) {
      if (is_at_junction(c)) continue;
      builder_.node_at()[slot_of(c)] = kNoVertex;
      c = kNoCorner;
    }
    builder_.free_nodes().push_back(v);
  }
}

/// Packs the arrays of places and legs (see Reduction): keeps only the items of existing regions.
/// Linear.
void ReductionChanges::drop_wasted_places() {
  std::vector<std::int32_t> count(tables_.regions.size(), 0);
  for (const Reduction::Cell& cell : tables_.cells) {
    if (cell.region >= 0) ++count[slot_of(cell.region)];
  }
  std::vector<Point> places;
  std::vector<Leg> legs;
  std::vector<std::int32_t> shift(tables_.regions.size(), 0);
  for (std::size_t r = 0; r < tables_.regions.size(); ++r) {
    if (count[r] == 0) continue;
    Reduction::Region& region = tables_.regions[r];
    const std::int32_t size = count[r] + 2;
    const auto first_place = static_cast<std::int32_t>(places.size());
    shift[r] = first_place - region.first_place;
    const auto place = tables_.places.begin() + region.first_place;
    places.insert(places.end(), place, place + size);
    const std::size_t first_leg = legs.size();
    const auto leg = tables_.legs.begin() + static_cast<std::ptrdiff_t>(region.first_leg);
    legs.insert(legs.end(), leg, leg + size * region.target_count());
    for (std::size_t i = first_leg; i < legs.size(); ++i) {
      if (legs[i].next >= 0) legs[i].next += shift[r];
    }
    region.first_place = first_place;
    region.first_leg = first_leg;
  }
  for (Reduction::Cell& cell : tables_.cells) {
    if (cell.region < 0) continue;
    for (std::int32_t& place : cell.place) place += shift[slot_of(cell.region)];
  }
  tables_.places = std::move(places);
  tables_.legs = std::move(legs);
  wasted_places_ = 0;
}

std::size_t ReductionChanges::memory_bytes() const {
  return heap_bytes(builder_.node_at(), builder_.free_nodes(), builder_.free_regions(), state_,
                    degree_, open_, ends_, removed_regions_, found_, bounds_);
}

}  // namespace fairway
