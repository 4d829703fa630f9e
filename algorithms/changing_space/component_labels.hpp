#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/changing_space/changing_labels.hpp"
#include "algorithms/changing_space/triangulation_editor.hpp"

namespace fairway {

/// Component labels of the free triangles of a changing triangulation. Changed triangles that share
/// vertices form a place (see ChangingLabels).
class ComponentLabels {
 public:
  ComponentLabels() = default;  ///< Creates an object without labels.
  /// Counts the triangles with each label. Linear.
  explicit ComponentLabels(const Triangulation& mesh);

  /// Number of components. Labels may have gaps.
  int count() const { return labels_.count(); }
  /// Labels the editor's changed triangles, and the triangles whose component changed.
  /// Preconditions: blocked sides are set; a changed triangle has the label kUnlabelled or is not
  /// free.
  void update(TriangulationEditor& editor);
  /// Label of a new free triangle.
  static constexpr std::int32_t kUnlabelled = ChangingLabels::kUnlabelled;

  std::size_t memory_bytes() const { return labels_.memory_bytes(); }  ///< Bytes on the heap.

 private:
  ChangingLabels labels_;
};

}  // namespace fairway
