#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/changing_space/changing_labels.hpp"
#include "algorithms/changing_space/triangulation_editor.hpp"

namespace fairway {

/// Keeps the components of free triangles true while a triangulation changes. Changed triangles
/// that share vertices are a place.
class ComponentLabels {
 public:
  ComponentLabels() = default;
  /// Linear.
  explicit ComponentLabels(const Triangulation& mesh);

  /// Of components; their labels may have gaps.
  int count() const { return labels_.count(); }
  /// Labels the editor's changed triangles, and others that are in another component now.
  /// Precondition: blocked sides are right, and changed triangles have kUnlabelled or are not free.
  void update(TriangulationEditor& editor);
  static constexpr std::int32_t kUnlabelled = ChangingLabels::kUnlabelled;

  std::size_t memory_bytes() const { return labels_.memory_bytes(); }

 private:
  ChangingLabels labels_;
};

}  // namespace fairway
