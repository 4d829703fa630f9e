#include "algorithms/changing_space/component_labels.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace fairway {
namespace {

/// The graph of free triangles, as ChangingLabels needs it.
struct FreeTriangles {
  TriangulationEditor& editor;

  std::size_t size() const { return slot_of(editor.mesh().triangle_count()); }
  template <class Visit>
  void visit_neighbours(TriangleId t, Visit visit) const {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge other = editor.mesh().across(Triangulation::half_edge(t, i));
      if (other != kNoHalfEdge) visit(Triangulation::triangle_of(other));
    }
  }
  std::int32_t label(TriangleId t) const { return editor.mesh().component(t); }
  void set_label(TriangleId t, std::int32_t label) { editor.set_component(t, label); }
};

/// The places of a change: changed free triangles with their free neighbours.
std::vector<ChangingLabels::Place> places_of(const TriangulationEditor& editor) {
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
  std::vector<ChangingLabels::Place> places;
  std::unordered_map<std::size_t, std::size_t> place_of;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const auto known = place_of.emplace(root(i), places.size());
    if (known.second) places.emplace_back();
    if (!mesh.exists(changed[i].id)) continue;
    ChangingLabels::Place& place = places[known.first->second];
    const auto seed = [&](TriangleId t) {
      if (mesh.is_free(t)) place.push_back(t);
    };
    seed(changed[i].id);
    for (int side = 0; side < 3; ++side) {
      const HalfEdge other = mesh.twin(Triangulation::half_edge(changed[i].id, side));
      if (other != kNoHalfEdge) seed(Triangulation::triangle_of(other));
    }
  }
  return places;
}

}  // namespace

ComponentLabels::ComponentLabels(const Triangulation& mesh) {
  for (const Triangulation::Triangle& t : mesh.triangles()) {
    if (t.component >= 0) labels_.gain(t.component);
  }
}

void ComponentLabels::update(TriangulationEditor& editor) {
  for (const TriangulationEditor::Changed& before : editor.changed()) {
    // A triangle of which only blocked sides changed keeps its label until labels_.update().
    const bool kept = editor.mesh().component(before.id) == before.component;
    if (before.component >= 0 && !kept) labels_.lose(before.component);
  }
  labels_.update(FreeTriangles{editor}, places_of(editor));
}

}  // namespace fairway
