#include "algorithms/changes/changing_method.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/changes/dstar_lite_search.hpp"

namespace fairway {

namespace {

/// Nanoseconds spent so far on building the parts of the space (see SpacePart).
std::int64_t time_of_parts(const FreeSpace& space) {
  std::int64_t ns = 0;
  for (const PartCost& cost : space.made_parts()) ns += cost.nanoseconds;
  return ns;
}

/// Returns a burst that undoes the border changes of `burst`.
Burst reversed(const Burst& burst) {
  return {.border_gone = burst.border_come, .border_come = burst.border_gone};
}

}  // namespace

ChangingMethod::ChangingMethod(const Registry& registry, const Method& method,
                               const FreeSpace& first, const ChangesRegistry& changes)
    : ChangingMethod(registry, method, first, std::nullopt, changes) {}

ChangingMethod::ChangingMethod(const Registry& registry, const Method& method,
                               const FreeSpace& eroded, const Box& frame,
                               const ChangesRegistry& changes)
    : ChangingMethod(registry, method, eroded, std::optional(frame), changes) {}

ChangingMethod::ChangingMethod(const Registry& registry, const Method& method,
                               const FreeSpace& first, std::optional<Box> frame,
                               const ChangesRegistry& changes)
    : registry_(registry),
      method_(method),
      first_(first),
      frame_(frame),
      repairs_(changes.of(method.adapter)) {
  const RegisteredAdapter& adapter = registry.adapter(method.adapter);
  if (repairs_ != nullptr && method.search.changes == ChangeKind::kRepair) {
    const std::int64_t made_before = time_of_parts(first);
    LapClock clock;
    changing_ = frame_ ? std::make_unique<ChangingSpace>(first, *frame_)
                       : std::make_unique<ChangingSpace>(first, adapter.parts(first, method));
    const std::int64_t parts_ns = time_of_parts(changing_->space()) - made_before;
    preparation_ns_ = std::max<std::int64_t>(0, clock.lap() - parts_ns);
  } else {
    if (first.terrain() != nullptr) throw InvalidBurst(kNoCosts);
    if (first.raster() != nullptr) content_.cells = *first.raster();
    if (frame_) border_.emplace(first);
    rebuilt_ = frame_ ? at_moment(first, *border_, *frame_) : first;
  }
  build(space());
  if (changing_ && index_->facts.supported && !searches_copy(method.search)) {
    LapClock clock;
    repair_ = repairs_->make(*index_);
    preparation_ns_ += clock.lap();
  }
}

void ChangingMethod::build(const FreeSpace& space) {
  planner_.reset();
  repair_.reset();
  index_.reset();
  index_ = registry_.build_index(space, method_);
  if (method_.search.search == SearchKind::kDStarLite && index_->facts.supported) {
    graph_changes_ = std::make_shared<GraphChanges>();
    planner_ = registry_.adapter(method_.adapter)
                   .plan(index_, std::make_unique<DStarLiteSearch>(index_, graph_changes_));
  } else {
    planner_ = registry_.plan(index_, method_);
  }
}

/// Repairs the index. Returns false if it must be rebuilt instead.
bool ChangingMethod::repair_index(const SpaceChange& change) {
  if (!repair_ || !repair_->follow(change)) return false;
  if (graph_changes_) {
    if (const auto changed = repair_->changed_vertices()) {
      graph_changes_->add(*changed, index_->facts.vertices);
    } else {
      graph_changes_->add_unknown();
    }
  }
  return true;
}

std::size_t ChangingMethod::preparation_bytes() const {
  return changing_ ? changing_->memory_bytes() + (repair_ ? repair_->memory_bytes() : 0) : 0;
}

void ChangingMethod::update_facts() {
  if (repair_) repair_->update_report();
  index_->gather_facts();
  if (repair_) index_->facts.memory_bytes += repair_->memory_bytes();
}

/// Rebuilds the method after a failed burst. The arguments describe the world before the burst.
void ChangingMethod::restore(WorldContent content, std::optional<Border> border) {
  content_ = std::move(content);
  border_ = std::move(border);
  LapClock clock;
  FollowCost ignored;
  planner_.reset();
  rebuild(clock, ignored);
}

void ChangingMethod::apply_by_repair(const Burst& burst, LapClock& clock, FollowCost& cost) {
  SpaceChange change;
  const auto border = [&] { return frame_ ? std::optional(*changing_->border()) : std::nullopt; };
  try {
    change = changing_->change(burst);
  } catch (const InvalidBurst&) {
    throw;
  } catch (...) {
    restore(changing_->content(), border());
    throw;
  }
  cost.space_ns = clock.lap();
  try {
    if (repair_index(change)) {
      cost.method_ns = clock.lap();
      cost.repaired = true;
      return;
    }
    content_ = changing_->content();
    border_ = border();
    rebuild(clock, cost);
  } catch (...) {
    std::optional<Border> before = border();
    if (before) before->apply_burst(reversed(burst));
    restore(changing_->content_before(), std::move(before));
    throw;
  }
}

/// Rebuilds space and index from the content. Changes nothing if it throws InvalidBurst. After any
/// other exception, planner_ is null. The cost does not include the time to copy the world for
/// later bursts.
void ChangingMethod::rebuild(LapClock& clock, FollowCost& cost) {
  Raster cells = content_.cells ? *content_.cells : Raster();
  const std::vector<Obstacle> obstacles = content_.obstacles();
  clock.lap();
  try {
    FreeSpace now = frame_           ? at_moment(first_, *border_, *frame_)
                    : content_.cells ? FreeSpace::from_raster(std::move(cells))
                                     : at_moment(first_, obstacles);
    planner_.reset();
    repair_.reset();
    index_.reset();
    rebuilt_ = std::move(now);
  } catch (const InvalidWorld& fault) {
    throw InvalidBurst(fault.what());
  }
  build(*rebuilt_);
  changing_.reset();
  cost.method_ns = planner_->facts().build_nanoseconds;
  cost.space_ns += clock.lap() - cost.method_ns;
}

void ChangingMethod::apply_by_rebuild(const Burst& burst, LapClock& clock, FollowCost& cost) {
  WorldContent before = content_;
  std::optional<Border> border_before;
  if (frame_) {
    border_->check(burst, *frame_);
    border_before = border_;
    border_->apply_burst(burst);
  } else {
    check_burst(burst, *rebuilt_,
                [this](std::int32_t id) { return content_.present.contains(id); });
    content_.apply_burst(burst);
  }
  try {
    rebuild(clock, cost);
  } catch (const InvalidBurst&) {
    content_ = std::move(before);
    border_ = std::move(border_before);
    throw;
  } catch (...) {
    restore(std::move(before), std::move(border_before));
    throw;
  }
}

FollowCost ChangingMethod::follow(const Burst& burst) {
  FollowCost cost;
  LapClock clock;
  if (changing_) {
    apply_by_repair(burst, clock, cost);
  } else {
    apply_by_rebuild(burst, clock, cost);
  }
  return cost;
}

}  // namespace fairway
