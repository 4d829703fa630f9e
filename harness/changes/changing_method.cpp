#include "harness/changes/changing_method.hpp"

#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

ChangingMethod::ChangingMethod(const Registry& registry, const Method& method,
                               const FreeSpace& first)
    : registry_(registry), method_(method) {
  const RegisteredAdapter& adapter = registry.adapter(method.adapter);
  if (adapter.repairs_itself && method.search.changes == ChangeKind::kRepair) {
    changing_ = std::make_unique<ChangingSpace>(first, adapter.parts(first, method));
  } else {
    space_ = first;
  }
  build();
}

void ChangingMethod::build() {
  planner_.reset();
  planner_ = registry_.build(space(), method_);
}

FollowCost ChangingMethod::follow(const Burst& burst, const WorldMoment& after) {
  FollowCost cost;
  LapClock clock;
  if (changing_) {
    const SpaceChange change = changing_->change(burst);
    cost.space_ns = clock.lap();
    if (const auto repaired = planner_->change(change)) {
      cost.method_ns = *repaired;
      cost.repaired = true;
      return cost;
    }
    changing_.reset();  // it cannot with these settings
  }
  planner_.reset();
  const Raster* cells = after.space().raster();
  std::optional<Raster> copy;
  if (cells != nullptr) copy = *cells;
  const std::vector<Obstacle> obstacles = after.obstacles();
  clock.lap();
  space_ = copy ? FreeSpace::from_raster(std::move(*copy))
                : FreeSpace::at_moment(after.first(), obstacles);
  build();
  cost.method_ns = planner_->facts().build_nanoseconds;
  cost.space_ns = clock.lap() - cost.method_ns;
  return cost;
}

}  // namespace fairway
