#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>

#include "algorithms/changes/graph_changes.hpp"
#include "algorithms/changes/index_changes.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/changing_space/world_moment.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

/// Time that a method needed for a burst.
struct FollowCost {
  std::int64_t space_ns = 0;   ///< nanoseconds to update the free space and its used parts
  std::int64_t method_ns = 0;  ///< nanoseconds to update the index
  /// Nanoseconds to erode the world; they are part of space_ns. follow() writes 0. The owner of the
  /// eroded world then adds this time.
  std::int64_t erosion_ns = 0;
  bool repaired = false;  ///< whether the index was repaired; otherwise it was rebuilt

  std::int64_t total_ns() const { return space_ns + method_ns; }  ///< Total time.
};

/// A method in a changing world. It repairs its free space and its index if repairs are registered
/// for its adapter and the method's setting `changes` is `repair`. Otherwise it rebuilds both.
class ChangingMethod {
 public:
  /// Keeps references to the registries and the world. Throws the exceptions of Registry::build().
  /// Throws InvalidBurst for a world with terrain.
  ChangingMethod(const Registry& registry, const Method& method, const FreeSpace& first,
                 const ChangesRegistry& changes = ChangesRegistry::built_in());
  /// Overload for an eroded world. Its border changes inside `frame`. The caller erodes the world,
  /// and adds the time of the erosion to each FollowCost.
  ChangingMethod(const Registry& registry, const Method& method, const FreeSpace& eroded,
                 const Box& frame, const ChangesRegistry& changes = ChangesRegistry::built_in());

  /// Applies a burst to the world and repairs or rebuilds the index. Changes nothing if it throws
  /// InvalidBurst. After any other exception, the world is unchanged, and the method has been
  /// rebuilt in it.
  FollowCost follow(const Burst& burst);
  /// The planner for the current world. Throws std::logic_error if the method could not be rebuilt
  /// after a failure.
  Planner& planner() const {
    if (!planner_)
      throw std::logic_error(
          "the method cannot be used, because it could not be rebuilt after a failed burst");
    return *planner_;
  }
  /// The current world.
  const FreeSpace& space() const { return changing_ ? changing_->space() : *rebuilt_; }
  /// Whether the method repairs its free space.
  bool repairs() const { return changing_ != nullptr; }
  /// Nanoseconds to prepare repairs of the free space and the index; 0 if bursts cause a rebuild.
  std::int64_t preparation_ns() const { return preparation_ns_; }
  /// Bytes of the data that repairs need, without free space and index.
  std::size_t preparation_bytes() const;
  /// Recomputes Planner::facts() from the current index and the state of its repairs. Before this
  /// call, facts() describes the last build. Linear in the index.
  void update_facts();

 private:
  ChangingMethod(const Registry& registry, const Method& method, const FreeSpace& first,
                 std::optional<Box> frame, const ChangesRegistry& changes);

  void build(const FreeSpace& space);
  bool repair_index(const SpaceChange& change);
  void apply_by_repair(const Burst& burst, LapClock& clock, FollowCost& cost);
  void rebuild(LapClock& clock, FollowCost& cost);
  void apply_by_rebuild(const Burst& burst, LapClock& clock, FollowCost& cost);
  void restore(WorldContent content, std::optional<Border> border);

  const Registry& registry_;
  Method method_;
  const FreeSpace& first_;
  std::optional<Box> frame_;                 // frame of an eroded world
  std::optional<Border> border_;             // border of an eroded world, if the method is rebuilt
  std::unique_ptr<ChangingSpace> changing_;  // the world, if the method is repaired
  WorldContent content_;                     // the current content, if the method is rebuilt
  std::optional<FreeSpace> rebuilt_;         // the current world, if the method is rebuilt
  std::shared_ptr<BuiltIndex> index_;
  const RegisteredChanges* repairs_;
  std::unique_ptr<IndexChanges> repair_;         // null if the index is rebuilt
  std::shared_ptr<GraphChanges> graph_changes_;  // null without D* Lite
  std::unique_ptr<Planner> planner_;
  std::int64_t preparation_ns_ = 0;
};

}  // namespace fairway
