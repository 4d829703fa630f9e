#include "algorithms/freespace/component_labels.hpp"

#include <algorithm>
#include <numeric>

namespace fairway {
namespace {

bool holds(std::span<const std::int32_t> labels, std::int32_t label) {
  return std::ranges::find(labels, label) != labels.end();
}

void insert_label(std::vector<std::int32_t>& labels, std::int32_t label) {
  if (!holds(labels, label)) labels.push_back(label);
}

}  // namespace

std::int32_t ComponentLabels::fresh() {
  if (free_.empty()) return used_++;
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

void ComponentLabels::update(TriangulationEditor& editor) {
  const Triangulation& mesh = editor.mesh();
  begin(slot_of(mesh.triangle_count()));
  std::vector<std::int32_t> old_labels;
  const auto seed = [&](TriangleId t) {
    if (!mesh.is_free(t) || seen(t)) return;
    leader_.push_back(searches_.size());
    searches_.emplace_back();
    reach(leader_.back(), t);
    if (mesh.component(t) != kUnlabelled) insert_label(old_labels, mesh.component(t));
  };
  for (const TriangulationEditor::Changed& before : editor.changed()) {
    const TriangleId t = before.id;
    if (before.component >= 0) insert_label(old_labels, before.component);
    if (!mesh.exists(t)) continue;
    seed(t);
    for (int i = 0; i < 3; ++i) {
      const HalfEdge other = mesh.twin(Triangulation::half_edge(t, i));
      if (other != kNoHalfEdge) seed(Triangulation::triangle_of(other));
    }
  }
  take_turns(mesh, [](TriangleId, TriangleId) { return true; });
  name(editor, old_labels);
}

/// Each search that was not joined has a component: whole, or the only one that goes on.
void ComponentLabels::name(TriangulationEditor& editor,
                           const std::vector<std::int32_t>& old_labels) {
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
      if (label == kUnlabelled) {
        label = fresh();
        ++count_;
      }
    }
    for (const TriangleId t : search.reached) editor.set_component(t, label);
    kept.push_back(label);
  }
  for (const std::int32_t old : old_labels) {
    if (holds(kept, old)) continue;
    free_.push_back(old);
    --count_;
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
    for (const TriangleId t : searches_[i].reached) editor.set_component(t, labels[keeper]);
  }
  return labels[keeper];
}

}  // namespace fairway
