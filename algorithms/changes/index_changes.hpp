#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/methods/built_index.hpp"

namespace fairway {

/// Interface for repairs of a built index after its world changed. It hides the type of the index.
/// The repair of an adapter is a class:
///
///   class GridChanges {
///    public:
///     // Keeps both references and prepares repairs. May reserve memory in the index.
///     GridChanges(Grid& index, const FreeSpace& space);
///     // Called after each burst, when the space is repaired. Repairs the index. The index then
///     // gives the answers of a rebuilt index. Returns false if the index must be rebuilt; it is
///     // then unusable.
///     bool follow(const SpaceChange& change);
///     std::size_t memory_bytes() const;  // bytes of the state of repairs, without the index
///     // Optional: the vertices whose edges the last follow() changed. All other vertices keep
///     // their numbers and edges. Precondition: edges exist in both directions, none costs 0.
///     std::span<const Vertex> changed_vertices() const;
///     // Optional: updates the parts of the index's report that follow() leaves out. Linear.
///     void update_report();
///   };
///
/// `fairway_changes` in CMakeLists.txt registers this class.
class IndexChanges {
 public:
  virtual ~IndexChanges() = default;
  ///@{ The members of a repair class; see IndexChanges. If changed_vertices() returns nullopt, any
  /// vertex may have changed.
  virtual bool follow(const SpaceChange& change) = 0;
  virtual std::optional<std::span<const Vertex>> changed_vertices() const = 0;
  virtual void update_report() = 0;
  virtual std::size_t memory_bytes() const = 0;
  ///@}
};

/// The registered repair of an adapter.
struct RegisteredChanges {
  std::string_view adapter;  ///< name of the adapter
  /// Makes the repair of an index. Precondition: the adapter built the index, and the index
  /// supports queries.
  std::unique_ptr<IndexChanges> (*make)(BuiltIndex& index);
};

/// The registered repairs, at most one for each adapter.
class ChangesRegistry {
 public:
  /// Precondition: the names of adapters differ.
  explicit ChangesRegistry(std::vector<RegisteredChanges> all) : all_(std::move(all)) {}

  /// The repairs built into this program. cmake/programs.cmake generates this function.
  static const ChangesRegistry& built_in();

  /// The repair of an adapter; null if none is registered.
  const RegisteredChanges* of(std::string_view adapter) const {
    for (const RegisteredChanges& one : all_) {
      if (one.adapter == adapter) return &one;
    }
    return nullptr;
  }

 private:
  std::vector<RegisteredChanges> all_;
};

}  // namespace fairway
