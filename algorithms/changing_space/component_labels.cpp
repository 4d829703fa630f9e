#include "algorithms/changing_space/component_labels.hpp"

#include <algorithm>

#include "algorithms/changing_space/changed_places.hpp"

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

/// Returns the places of a change (see ChangingLabels): sets of changed free triangles and their
/// free neighbours. Changed triangles with a common vertex are in one place.
std::vector<ChangingLabels::Place> places_of(const TriangulationEditor& editor) {
  const Triangulation& mesh = editor.mesh();
  ChangedPlaces places;
  for (const TriangulationEditor::Changed& changed : editor.changed()) {
    const TriangleId t = changed.id;
    const auto meet_vertex = [&](VertexId v) { places.meet(t, ~v); };
    if (changed.was_there()) std::ranges::for_each(changed.vertices, meet_vertex);
    if (!mesh.exists(t)) continue;
    std::ranges::for_each(mesh.triangle(t).vertex, meet_vertex);
    for (int side = 0; side < 3; ++side) {
      const HalfEdge other = mesh.twin(Triangulation::half_edge(t, side));
      if (other != kNoHalfEdge) places.meet(t, Triangulation::triangle_of(other));
    }
  }
  return places.list([&](std::int32_t t) { return t >= 0 && mesh.is_free(t); });
}

}  // namespace

ComponentLabels::ComponentLabels(const Triangulation& mesh) {
  for (const Triangulation::Triangle& t : mesh.triangles()) {
    if (t.component >= 0) labels_.gain(t.component);
  }
}

void ComponentLabels::update(TriangulationEditor& editor) {
  for (const TriangulationEditor::Changed& before : editor.changed()) {
    // If only blocked sides of a triangle changed, the triangle keeps its label until
    // labels_.update().
    const bool kept = editor.mesh().component(before.id) == before.component;
    if (before.component >= 0 && !kept) labels_.lose(before.component);
  }
  labels_.update(FreeTriangles{editor}, places_of(editor));
}

}  // namespace fairway
