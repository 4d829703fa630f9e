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

/// Repairs a built index when its world changes, without types. The repair of an adapter is a
/// class:
///
///   class GridChanges {
///    public:
///     // Keeps both references; makes the state of repairs; may make room in the index.
///     GridChanges(Grid& index, const FreeSpace& space);
///     // Called after the space was repaired in place. Answers then equal those of a rebuilt
///     index.
///     // False: the index must be rebuilt, and is not usable until then.
///     bool follow(const SpaceChange& change);
///     std::size_t memory_bytes() const;  // of the state, without the index
///     // Optional: the vertices whose edges the last follow() changed. All others keep their
///     numbers
///     // and edges. Edges lead both ways, and no edge costs 0.
///     std::span<const Vertex> changed_vertices() const;
///     // Optional: updates the parts of the index's report that follow() leaves out. Linear.
///     void update_report();
///   };
///
/// `fairway_changes` in CMakeLists.txt registers it.
class IndexChanges {
 public:
  virtual ~IndexChanges() = default;
  virtual bool follow(const SpaceChange& change) = 0;
  /// Nothing: any vertex may have changed.
  virtual std::optional<std::span<const Vertex>> changed_vertices() const = 0;
  virtual void update_report() = 0;
  virtual std::size_t memory_bytes() const = 0;
};

/// The repair of an adapter's indices.
struct RegisteredChanges {
  std::string_view adapter;
  /// Precondition: the adapter built the index, and it supports queries.
  std::unique_ptr<IndexChanges> (*make)(BuiltIndex& index);
};

class ChangesRegistry {
 public:
  explicit ChangesRegistry(std::vector<RegisteredChanges> all) : all_(std::move(all)) {}

  /// The repairs of this program; cmake/programs.cmake generates the function.
  static const ChangesRegistry& built_in();

  /// Null if the adapter's indices are rebuilt.
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
