#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "algorithms/changes/index_changes.hpp"
#include "algorithms/methods/method_index.hpp"

namespace fairway {

/// Adapts the class C, which repairs indices of adapter A, to IndexChanges.
template <class A, class C>
class ChangesOf final : public IndexChanges {
 public:
  /// Prepares the repair of an index.
  ChangesOf(A& adapter, const FreeSpace& space) : changes_(adapter, space) {}
  ///@{ See IndexChanges.
  bool follow(const SpaceChange& change) override { return changes_.follow(change); }
  std::optional<std::span<const Vertex>> changed_vertices() const override {
    if constexpr (requires { changes_.changed_vertices(); }) return changes_.changed_vertices();
    return std::nullopt;
  }
  void update_report() override {
    if constexpr (requires { changes_.update_report(); }) changes_.update_report();
  }
  std::size_t memory_bytes() const override { return changes_.memory_bytes(); }
  ///@}

 private:
  C changes_;
};

/// The registration of class C as the repair of adapter A.
template <class A, class C>
RegisteredChanges register_changes() {
  return {A::kName, [](BuiltIndex& index) -> std::unique_ptr<IndexChanges> {
            auto& built = static_cast<MethodIndex<A>&>(index);
            return std::make_unique<ChangesOf<A, C>>(*built.adapter, built.space);
          }};
}

}  // namespace fairway
