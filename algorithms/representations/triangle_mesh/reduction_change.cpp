#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"

namespace fairway {
namespace {

template <class T>
void sort_distinct(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

/// Opens the triangles whose junctions and regions may be others, and finds these anew. The open
/// triangles are bounded by junctions that stay, which count as neighbours that are not pruned.
/// Where one of them loses a way round something, it is opened too, with its regions.
class Reduction::Repair {
 public:
  Repair(Reduction& reduction, const SpaceChange& change)
      : own_(reduction), mesh_(*reduction.mesh_), change_(change) {}

  Changed run() && {
    const auto count = static_cast<std::size_t>(mesh_.triangle_count());
    own_.cells_.resize(count);
    own_.state_.resize(count, State::kKept);
    own_.degree_.resize(count);
    forget_corners();
    open_changed();
    open_regions_at_change();
    prune();
    free_regions();
    find_again();
    tell_links();
    free_nodes();
    for (const TriangleId t : open_) state(t) = State::kKept;
    for (const TriangulationEditor::Changed& changed : change_.triangles) {
      state(changed.id) = State::kKept;
    }
    return std::move(changed_);
  }

 private:
  State& state(TriangleId t) { return own_.state_[slot_of(t)]; }
  std::int8_t& degree(TriangleId t) { return own_.degree_[slot_of(t)]; }
  Cell& cell(TriangleId t) { return own_.cells_[slot_of(t)]; }

  template <class Visit>
  void for_each_neighbour(TriangleId t, Visit visit) const {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = mesh_.across(Triangulation::half_edge(t, i));
      if (h != kNoHalfEdge) visit(Triangulation::triangle_of(h));
    }
  }

  void forget_corners() {
    if (own_.node_at_.empty()) {
      own_.node_at_.resize(own_.space_->corners().size(), kNoVertex);
      for (std::size_t v = 0; v < own_.corners_.size(); ++v) {
        own_.node_at_[slot_of(own_.corners_[v])] = static_cast<Vertex>(v);
      }
    }
    own_.node_at_.resize(own_.space_->corners().size(), kNoVertex);
    for (const CornerId c : change_.gone_corners) {
      const Vertex v = std::exchange(own_.node_at_[slot_of(c)], kNoVertex);
      if (v == kNoVertex) continue;
      own_.corners_[slot_of(v)] = kNoCorner;
      changed_.nodes.push_back(v);
    }
  }

  /// Forgets what the triangle was.
  void open(TriangleId t) {
    if (own_.is_junction(t)) {
      const auto& nodes = cell(t).place;
      changed_.nodes.insert(changed_.nodes.end(), nodes.begin(), nodes.end());
    } else if (cell(t).region != kNone) {
      gone_regions_.push_back(cell(t).region);
      ++own_.wasted_places_;
    }
    state(t) = State::kOpen;
    open_.push_back(t);
  }

  void open_changed() {
    for (const TriangulationEditor::Changed& changed : change_.triangles) {
      open(changed.id);
      cell(changed.id) = {};
    }
    std::erase_if(open_, [&](TriangleId t) { return !mesh_.is_free(t); });
  }

  /// Opens what is kept of a region from one of its triangles on, and appends the junctions next to
  /// it. Nothing of it is next to a triangle of another region.
  void open_region(TriangleId first, std::vector<TriangleId>& junctions) {
    std::vector<TriangleId> stack{first};
    open(first);
    while (!stack.empty()) {
      const TriangleId t = stack.back();
      stack.pop_back();
      for_each_neighbour(t, [&](TriangleId u) {
        if (state(u) != State::kKept) return;
        if (own_.is_junction(u)) {
          junctions.push_back(u);
        } else {
          open(u);
          stack.push_back(u);
        }
      });
    }
  }

  void open_junction(TriangleId t) {
    if (state(t) != State::kKept) return;
    open(t);
    for_each_neighbour(t, [&](TriangleId u) {
      if (state(u) == State::kKept && !own_.is_junction(u)) open_region(u, ends_);
    });
  }

  void open_regions_at_change() {
    std::vector<TriangleId> junctions;
    std::vector<VertexId> vertices;
    for (const TriangulationEditor::Changed& changed : change_.triangles) {
      if (!mesh_.exists(changed.id)) continue;
      for (int i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(changed.id, i);
        vertices.push_back(mesh_.origin(h));
        if (mesh_.twin(h) == kNoHalfEdge) continue;
        const TriangleId t = Triangulation::triangle_of(mesh_.twin(h));
        if (state(t) != State::kKept || !mesh_.is_free(t)) continue;
        if (own_.is_junction(t)) {
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

  /// The junctions that stay at a vertex whose corner there has another number now.
  void add_renumbered(VertexId v, std::vector<TriangleId>& junctions) const {
    for (const CornerId c : own_.space_->corners_of(v)) {
      for (HalfEdge h = own_.space_->corner(c).first; h != kNoHalfEdge;
           h = mesh_.across(Triangulation::previous(h))) {
        const TriangleId t = Triangulation::triangle_of(h);
        if (own_.is_junction(t) && own_.place_of(h) != own_.node_at_[slot_of(c)]) {
          junctions.push_back(t);
        }
      }
    }
  }

  /// As find_junctions(). If junctions are opened on the way, all is done again, so that the order
  /// is that of a build.
  void prune() {
    for (std::size_t count = 0; count != open_.size();) {
      count = open_.size();
      std::sort(open_.begin(), open_.end());
      for (const TriangleId t : open_) state(t) = State::kOpen;
      std::vector<TriangleId> queue;
      count_neighbours(0, queue);
      for (std::size_t head = 0; head < queue.size(); ++head) prune_one(queue[head], queue);
    }
  }

  /// Of the open triangles from one on.
  void count_neighbours(std::size_t first, std::vector<TriangleId>& queue) {
    for (std::size_t i = first; i < open_.size(); ++i) {
      const TriangleId t = open_[i];
      degree(t) = 0;
      for_each_neighbour(t, [&](TriangleId u) { degree(t) += state(u) != State::kPruned; });
      if (degree(t) <= 1) queue.push_back(t);
    }
  }

  void prune_one(TriangleId t, std::vector<TriangleId>& queue) {
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

  void free_regions() {
    sort_distinct(gone_regions_);
    own_.wasted_places_ += 2 * gone_regions_.size();
    own_.free_regions_.insert(own_.free_regions_.end(), gone_regions_.begin(), gone_regions_.end());
  }

  void find_again() {
    for (const TriangleId t : open_) cell(t) = {};
    for (const TriangleId t : open_) {
      if (state(t) != State::kPruned && degree(t) == 3) {
        cell(t).region = kJunction;
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
    for (const TriangleId t : in_order) own_.open_regions(t, own_.node_at_);
    for (const TriangleId t : open_) {
      if (cell(t).region != kNone || state(t) == State::kPruned) continue;
      cell(t).region = kJunction;
      found_.push_back(t);
      own_.open_regions(t, own_.node_at_);
    }
    std::sort(found_.begin(), found_.end());
    if (2 * own_.wasted_places_ > own_.places_.size()) own_.drop_wasted_places();
  }

  void tell_links() {
    auto& junctions = changed_.junctions;
    junctions = found_;
    junctions.insert(junctions.end(), bounds_.begin(), bounds_.end());
    for (const TriangleId t : bounds_) {
      for (int i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        if (!own_.leads_on(h)) continue;
        junctions.push_back(Triangulation::triangle_of(own_.cross(h, [](HalfEdge) {})));
      }
    }
    sort_distinct(junctions);
    for (const TriangleId t : junctions) {
      const auto& nodes = cell(t).place;
      changed_.nodes.insert(changed_.nodes.end(), nodes.begin(), nodes.end());
    }
    sort_distinct(changed_.nodes);
  }

  bool is_at_junction(CornerId c) const {
    for (HalfEdge h = own_.space_->corner(c).first; h != kNoHalfEdge;
         h = mesh_.across(Triangulation::previous(h))) {
      if (own_.is_junction(Triangulation::triangle_of(h))) return true;
    }
    return false;
  }

  /// Their numbers are used again by the next change.
  void free_nodes() {
    for (const Vertex v : changed_.nodes) {
      CornerId& c = own_.corners_[slot_of(v)];
      if (c != kNoCorner) {
        if (is_at_junction(c)) continue;
        own_.node_at_[slot_of(c)] = kNoVertex;
        c = kNoCorner;
      }
      own_.free_nodes_.push_back(v);
    }
  }

  Reduction& own_;
  const Triangulation& mesh_;
  const SpaceChange& change_;
  std::vector<TriangleId> open_;
  std::vector<TriangleId> ends_;  // of regions opened for a junction; these stay
  std::vector<std::int32_t> gone_regions_;
  std::vector<TriangleId> found_;   // junctions
  std::vector<TriangleId> bounds_;  // junctions that stay, next to an open triangle
  Changed changed_;
};

Reduction::Changed Reduction::change(const SpaceChange& change) {
  return Repair(*this, change).run();
}

/// Packs the places and legs of the regions that are there. Linear.
void Reduction::drop_wasted_places() {
  std::vector<std::int32_t> count(regions_.size(), 0);
  for (const Cell& cell : cells_) {
    if (cell.region >= 0) ++count[slot_of(cell.region)];
  }
  std::vector<Point> places;
  std::vector<Leg> legs;
  std::vector<std::int32_t> shift(regions_.size(), 0);
  for (std::size_t r = 0; r < regions_.size(); ++r) {
    if (count[r] == 0) continue;
    Region& region = regions_[r];
    const std::int32_t size = count[r] + 2;
    const auto first_place = static_cast<std::int32_t>(places.size());
    shift[r] = first_place - region.first_place;
    const auto place = places_.begin() + region.first_place;
    places.insert(places.end(), place, place + size);
    const std::size_t first_leg = legs.size();
    const auto leg = legs_.begin() + static_cast<std::ptrdiff_t>(region.first_leg);
    legs.insert(legs.end(), leg, leg + size * region.target_count());
    for (std::size_t i = first_leg; i < legs.size(); ++i) {
      if (legs[i].next >= 0) legs[i].next += shift[r];
    }
    region.first_place = first_place;
    region.first_leg = first_leg;
  }
  for (Cell& cell : cells_) {
    if (cell.region < 0) continue;
    for (std::int32_t& place : cell.place) place += shift[slot_of(cell.region)];
  }
  places_ = std::move(places);
  legs_ = std::move(legs);
  wasted_places_ = 0;
}

}  // namespace fairway
