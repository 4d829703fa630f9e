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

/// What it took to follow a burst.
struct FollowCost {
  std::int64_t space_ns = 0;   ///< the free space, and the parts of it that the method uses
  std::int64_t method_ns = 0;  ///< what the method built
  /// Part of space_ns: eroding, which the owner of the world adds; follow() leaves it 0.
  std::int64_t erosion_ns = 0;
  bool repaired = false;  ///< else rebuilt

  std::int64_t total_ns() const { return space_ns + method_ns; }
};

/// A method in a world that changes. It repairs its free space and what it built where repairs are
/// registered for its adapter and the method's setting `changes` is `repair`; else it builds both
/// anew.
class ChangingMethod {
 public:
  /// Keeps references to the registries and the world. Throws as Registry::build() does, and
  /// InvalidBurst for a world with terrain.
  ChangingMethod(const Registry& registry, const Method& method, const FreeSpace& first,
                 const ChangesRegistry& changes = ChangesRegistry::built_in());
  /// For an eroded world, whose border changes in the frame. The caller erodes, and adds the time.
  ChangingMethod(const Registry& registry, const Method& method, const FreeSpace& eroded,
                 const Box& frame, const ChangesRegistry& changes = ChangesRegistry::built_in());

  /// Throws InvalidBurst; then nothing changes. After any other exception the world is as before,
  /// and the method is rebuilt in it.
  FollowCost follow(const Burst& burst);
  /// Throws std::logic_error if the method could not be rebuilt after a failure.
  Planner& planner() const {
    if (!planner_) throw std::logic_error("the method was lost when a burst failed");
    return *planner_;
  }
  /// The world as it is.
  const FreeSpace& space() const { return changing_ ? changing_->space() : *rebuilt_; }
  bool repairs() const { return changing_ != nullptr; }
  /// Nanoseconds to prepare repairs of the free space and of what the method built; 0 if the method
  /// is rebuilt.
  std::int64_t preparation_ns() const { return preparation_ns_; }
  /// Of what repairs need, besides the free space and what the method built.
  std::size_t preparation_bytes() const;
  /// Makes the planner's facts those of what the method has now, with what its repairs need. Facts
  /// stay those of the build until this is called. Linear.
  void update_facts();

 private:
  ChangingMethod(const Registry& registry, const Method& method, const FreeSpace& first,
                 std::optional<Box> frame, const ChangesRegistry& changes);

  void build(const FreeSpace& space);
  bool repair_index(const SpaceChange& change);
  void repair(const Burst& burst, LapClock& clock, FollowCost& cost);
  void rebuild(LapClock& clock, FollowCost& cost);
  void follow_anew(const Burst& burst, LapClock& clock, FollowCost& cost);
  void go_back(WorldContent content, std::optional<Border> border);

  const Registry& registry_;
  Method method_;
  const FreeSpace& first_;
  std::optional<Box> frame_;                 ///< of an eroded world
  std::optional<Border> border_;             ///< of an eroded world, if it does not repair
  std::unique_ptr<ChangingSpace> changing_;  ///< if it repairs
  WorldContent content_;                     ///< if it does not
  std::optional<FreeSpace> rebuilt_;         ///< of the content, if it does not
  std::shared_ptr<BuiltIndex> index_;
  const RegisteredChanges* repairs_;
  std::unique_ptr<IndexChanges> repair_;         ///< of the index, if it can be repaired
  std::shared_ptr<GraphChanges> graph_changes_;  ///< for a search that goes on
  std::unique_ptr<Planner> planner_;
  std::int64_t preparation_ns_ = 0;
};

}  // namespace fairway
