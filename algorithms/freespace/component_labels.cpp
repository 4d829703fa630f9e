#include "algorithms/freespace/component_labels.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace fairway {
namespace {

bool holds(std::span<const std::int32_t> labels, std::int32_t label) {
  return std::ranges::find(labels, label) != labels.end();
}

void insert_label(std::vector<std::int32_t>& labels, std::int32_t label) {
  if (!holds(labels, label)) labels.push_back(label);
}

}  // namespace

ComponentLabels::ComponentLabels(const Triangulation& mesh) {
  for (const Triangulation::Triangle& t : mesh.triangles()) {
    if (t.component < 0) continue;
    if (slot_of(t.component) >= size_.size()) size_.resize(slot_of(t.component) + 1, 0);
    resize(t.component, 1);
  }
}

void ComponentLabels::resize(std::int32_t label, std::int32_t by) {
  std::int32_t& size = size_[slot_of(label)];
  if (size == 0) ++count_;
  size += by;
  if (size > 0) return;
  --count_;
  empty_.push_back(label);
}

void ComponentLabels::set(TriangulationEditor& editor, TriangleId t, std::int32_t label) {
  const std::int32_t old = editor.mesh().component(t);
  if (old == label) return;
  resize(label, 1);
  if (old != kUnlabelled) resize(old, -1);
  editor.set_component(t, label);
}

std::int32_t ComponentLabels::fresh() {
  if (free_.empty()) {
    size_.push_back(0);
    return static_cast<std::int32_t>(size_.size()) - 1;
  }
  const std::int32_t label = free_.back();
  free_.pop_back();
  return label;
}

void ComponentLabels::begin(std::size_t triangles) {
  stamps_.resize(triangles, 0);
  owner_.resize(triangles, 0);
  ++stamp_;
  searches_.clear();
  leader_.clear();
}

void ComponentLabels::reach(std::size_t search, TriangleId t) {
  stamps_[slot_of(t)] = stamp_;
  owner_[slot_of(t)] = static_cast<std::uint32_t>(search);
  searches_[search].reached.push_back(t);
  searches_[search].open.push_back(t);
}

std::size_t ComponentLabels::search_of(TriangleId t) const {
  std::size_t search = owner_[slot_of(t)];
  while (leader_[search] != search) search = leader_[search];
  return search;
}

void ComponentLabels::join(std::size_t into, std::size_t from) {
  Search& to = searches_[into];
  Search& gone = searches_[from];
  to.reached.insert(to.reached.end(), gone.reached.begin(), gone.reached.end());
  to.open.insert(to.open.end(), gone.open.begin() + static_cast<std::ptrdiff_t>(gone.next),
                 gone.open.end());
  gone = {};
  gone.joined = true;
  leader_[from] = into;
}

template <class MayEnter>
void ComponentLabels::take_turns(const Triangulation& mesh, MayEnter may_enter) {
  std::vector<std::size_t> active(searches_.size());
  std::iota(active.begin(), active.end(), std::size_t{0});
  const auto is_over = [&](std::size_t s) { return searches_[s].joined || searches_[s].ended(); };
  while (active.size() > 1) {
    for (const std::size_t index : active) {
      if (is_over(index)) continue;
      std::size_t mine = index;
      const TriangleId t = searches_[mine].open[searches_[mine].next++];
      for (int i = 0; i < 3; ++i) {
        const HalfEdge other = mesh.across(Triangulation::half_edge(t, i));
        if (other == kNoHalfEdge) continue;
        const TriangleId u = Triangulation::triangle_of(other);
        if (!may_enter(t, u)) continue;
        if (!seen(u)) {
          reach(mine, u);
          continue;
        }
        const std::size_t theirs = search_of(u);
        if (theirs == mine) continue;
        const bool larger = searches_[theirs].reached.size() > searches_[mine].reached.size();
        join(larger ? theirs : mine, larger ? mine : theirs);
        if (larger) mine = theirs;
      }
    }
    std::erase_if(active, is_over);
  }
}

ComponentLabels::Places ComponentLabels::places_of(const TriangulationEditor& editor) {
  const Triangulation& mesh = editor.mesh();
  const auto changed = editor.changed();
  std::vector<std::size_t> parent(changed.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::unordered_map<VertexId, std::size_t> at;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const auto meet = [&](VertexId v) {
      const auto [first, added] = at.emplace(v, i);
      if (!added) parent[root(i)] = root(first->second);
    };
    if (changed[i].was_there()) std::ranges::for_each(changed[i].vertices, meet);
    if (mesh.exists(changed[i].id))
      std::ranges::for_each(mesh.triangle(changed[i].id).vertex, meet);
  }
  Places places;
  std::unordered_map<std::size_t, std::size_t> place_of;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const auto place = place_of.emplace(root(i), places.size());
    if (place.second) places.emplace_back();
    if (mesh.exists(changed[i].id)) places[place.first->second].push_back(changed[i].id);
  }
  return places;
}

/// Begins a search at each free triangle that changed, or is beside one that did.
void ComponentLabels::seed_round(const Triangulation& mesh, std::span<const TriangleId> place) {
  const auto seed = [&](TriangleId t) {
    if (!mesh.is_free(t) || seen(t)) return;
    leader_.push_back(searches_.size());
    searches_.emplace_back();
    reach(leader_.back(), t);
  };
  for (const TriangleId t : place) {
    seed(t);
    for (int i = 0; i < 3; ++i) {
      const HalfEdge other = mesh.twin(Triangulation::half_edge(t, i));
      if (other != kNoHalfEdge) seed(Triangulation::triangle_of(other));
    }
  }
}

void ComponentLabels::update(TriangulationEditor& editor) {
  const Triangulation& mesh = editor.mesh();
  for (const TriangulationEditor::Changed& before : editor.changed()) {
    // Those whose sides alone changed keep their labels for now.
    const bool kept = mesh.component(before.id) == before.component;
    if (before.component >= 0 && !kept) resize(before.component, -1);
  }
  const Places places = places_of(editor);
  bool parted = false;
  for (const std::vector<TriangleId>& place : places) {
    begin(slot_of(mesh.triangle_count()));
    seed_round(mesh, place);
    take_turns(mesh, [](TriangleId, TriangleId) { return true; });
    const auto sides = std::ranges::count(searches_, false, &Search::joined);
    parted = sides > 1 && places.size() > 1;
    if (parted) break;
    name(editor);
  }
  if (parted) {
    // What parts at two places may be in three pieces, which no place alone can tell.
    begin(slot_of(mesh.triangle_count()));
    for (const std::vector<TriangleId>& place : places) seed_round(mesh, place);
    take_turns(mesh, [](TriangleId, TriangleId) { return true; });
    name(editor);
  }
  std::ranges::sort(empty_);
  empty_.erase(std::unique(empty_.begin(), empty_.end()), empty_.end());
  for (const std::int32_t label : empty_) {
    if (size_[slot_of(label)] == 0) free_.push_back(label);
  }
  empty_.clear();
}

/// Each search that was not joined has a component: whole, or the only one that goes on.
void ComponentLabels::name(TriangulationEditor& editor) {
  const Triangulation& mesh = editor.mesh();
  std::vector<std::int32_t> kept;
  std::vector<Search> found;
  for (Search& search : searches_) {
    if (!search.joined) found.push_back(std::move(search));
  }
  // The one that goes on keeps its label, as nobody has seen all of its triangles.
  std::stable_partition(found.begin(), found.end(), [](const Search& s) { return !s.ended(); });
  for (const Search& search : found) {
    std::vector<std::int32_t> labels;
    for (const TriangleId t : search.reached) {
      if (mesh.component(t) != kUnlabelled) insert_label(labels, mesh.component(t));
    }
    std::int32_t label = kUnlabelled;
    if (!search.ended() && !labels.empty()) {
      label = merged(editor, search.reached, labels);
    } else {
      for (const std::int32_t old : labels) {
        if (label == kUnlabelled && !holds(kept, old)) label = old;
      }
      if (label == kUnlabelled) label = fresh();
    }
    for (const TriangleId t : search.reached) set(editor, t, label);
    kept.push_back(label);
  }
}

/// Gives the triangles of all labels but one, which are in one component now, the label of that
/// one, and returns it.
std::int32_t ComponentLabels::merged(TriangulationEditor& editor,
                                     std::span<const TriangleId> reached,
                                     std::span<const std::int32_t> labels) {
  if (labels.size() == 1) return labels[0];
  const Triangulation& mesh = editor.mesh();
  begin(slot_of(mesh.triangle_count()));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    leader_.push_back(i);
    searches_.emplace_back();
    for (const TriangleId t : reached) {
      if (mesh.component(t) == labels[i]) reach(i, t);
    }
  }
  take_turns(mesh,
             [&](TriangleId t, TriangleId u) { return mesh.component(u) == mesh.component(t); });
  std::size_t keeper = 0;
  for (std::size_t i = 0; i < searches_.size(); ++i) {
    if (!searches_[i].ended()) keeper = i;
  }
  for (std::size_t i = 0; i < searches_.size(); ++i) {
    if (i == keeper) continue;
    for (const TriangleId t : searches_[i].reached) set(editor, t, labels[keeper]);
  }
  return labels[keeper];
}

std::size_t ComponentLabels::memory_bytes() const {
  return (stamps_.capacity() + owner_.capacity() + size_.capacity() + free_.capacity()) *
         sizeof(std::uint32_t);
}

}  // namespace fairway
