#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "algorithms/freespace/changing_space.hpp"
#include "algorithms/freespace/world_moment.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/methods/registry.hpp"

namespace fairway {

/// What it took to follow a burst.
struct FollowCost {
  std::int64_t space_ns = 0;   ///< the parts of the free space that the method uses
  std::int64_t method_ns = 0;  ///< what the method built
  bool repaired = false;       ///< else built anew

  std::int64_t total_ns() const { return space_ns + method_ns; }
};

/// A method in a world that changes. It repairs its free space and what it built where its adapter
/// can and the method's setting `changes` is `repair`; else it builds both anew.
class ChangingMethod {
 public:
  /// Keeps a reference to the registry. Throws as Registry::build() and ChangingSpace do.
  ChangingMethod(const Registry& registry, const Method& method, const FreeSpace& first);

  bool repairs() const { return changing_ != nullptr; }
  /// `after` is the world after the burst.
  FollowCost follow(const Burst& burst, const WorldMoment& after);
  Planner& planner() { return *planner_; }
  const FreeSpace& space() const { return changing_ ? changing_->space() : *space_; }

 private:
  void build();

  const Registry& registry_;
  Method method_;
  std::unique_ptr<ChangingSpace> changing_;  ///< if it repairs
  std::optional<FreeSpace> space_;           ///< if it does not
  std::unique_ptr<Planner> planner_;
};

}  // namespace fairway
