#include "algorithms/methods/changing_method.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace fairway {

namespace {

std::int64_t time_of_parts(const FreeSpace& space) {
  std::int64_t ns = 0;
  for (const PartCost& cost : space.made_parts()) ns += cost.nanoseconds;
  return ns;
}

}  // namespace

ChangingMethod::ChangingMethod(const Registry& registry, const Method& method,
                               const FreeSpace& first)
    : ChangingMethod(registry, method, first, std::nullopt) {}

ChangingMethod::ChangingMethod(const Registry& registry, const Method& method,
                               const FreeSpace& eroded, const Box& frame)
    : ChangingMethod(registry, method, eroded, std::optional(frame)) {}

ChangingMethod::ChangingMethod(const Registry& registry, const Method& method,
                               const FreeSpace& first, std::optional<Box> frame)
    : registry_(registry), method_(method), first_(first), frame_(frame) {
  const RegisteredAdapter& adapter = registry.adapter(method.adapter);
  if (adapter.repairs_itself && method.search.changes == ChangeKind::kRepair) {
    const std::int64_t made_before = time_of_parts(first);
    LapClock clock;
    changing_ = frame_ ? std::make_unique<ChangingSpace>(first, *frame_)
                       : std::make_unique<ChangingSpace>(first, adapter.parts(first, method));
    const std::int64_t parts_ns = time_of_parts(changing_->space()) - made_before;
    preparation_ns_ = std::max<std::int64_t>(0, clock.lap() - parts_ns);
  } else {
    if (first.terrain() != nullptr) {
      throw InvalidBurst("the world has cells with costs; expected one without");
    }
    if (first.raster() != nullptr) content_.cells = *first.raster();
    rebuilt_ = frame_ ? FreeSpace::in_frame(first, *frame_) : first;
  }
  build();
}

void ChangingMethod::build() {
  planner_.reset();
  planner_ = registry_.build(space(), method_);
}

bool ChangingMethod::repair(const SpaceChange& change, LapClock& clock, FollowCost& cost) {
  cost.space_ns = clock.lap();
  const auto repaired = planner_->change(change);
  if (!repaired) return false;
  cost.method_ns = *repaired;
  cost.repaired = true;
  return true;
}

/// Builds everything anew in the space that is made. Throws InvalidBurst; then only numbers change.
/// What only keeps the world for later bursts is not counted.
template <class Make>
void ChangingMethod::rebuild(Make make_space, LapClock& clock, FollowCost& cost) {
  clock.lap();
  try {
    FreeSpace now = make_space();
    planner_.reset();
    rebuilt_ = std::move(now);
  } catch (const InvalidWorld& fault) {
    throw InvalidBurst(fault.what());
  }
  changing_.reset();
  build();
  cost.method_ns = planner_->facts().build_nanoseconds;
  cost.space_ns += clock.lap() - cost.method_ns;
}

FollowCost ChangingMethod::follow(const Burst& burst) {
  FollowCost cost;
  LapClock clock;
  WorldContent before;
  if (changing_) {
    if (repair(changing_->change(burst), clock, cost)) return cost;
    // The method cannot, with these settings or in this world.
    if (const Raster* cells = changing_->space().raster()) content_.cells = *cells;
    for (Obstacle& obstacle : changing_->obstacles()) {
      content_.present[obstacle.id] = std::move(obstacle);
    }
    before = content_;
  } else {
    check_burst(burst, *rebuilt_,
                [this](std::int32_t id) { return content_.present.contains(id); });
    before = content_;
    content_.take(burst);
  }
  std::optional<Raster> cells = content_.cells;
  const std::vector<Obstacle> obstacles = content_.obstacles();
  try {
    rebuild(
        [&] {
          return cells ? FreeSpace::from_raster(std::move(*cells))
                       : FreeSpace::at_moment(first_, obstacles);
        },
        clock, cost);
  } catch (const InvalidBurst&) {
    content_ = std::move(before);
    throw;
  }
  return cost;
}

FollowCost ChangingMethod::follow(const ErodedChange& change) {
  FollowCost cost;
  LapClock clock;
  if (changing_ && repair(changing_->change(change), clock, cost)) return cost;
  rebuild([&] { return FreeSpace::in_frame(change.now, *frame_); }, clock, cost);
  return cost;
}

}  // namespace fairway
