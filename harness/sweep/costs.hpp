#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "harness/sweep/shards.hpp"
#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

/// The expected costs of the worlds of a plan. They are a linear function of cells, vertices,
/// queries, repetitions and methods; its factors were fitted to a sweep over 122 public and
/// generated maps (docs/clusters.md). With an `earlier` result store, each world in the store costs
/// its measured time, scaled to the methods and queries of the plan. The costs of other worlds are
/// multiplied by the mean ratio of measured and modelled costs.
/// Removes maps that cannot be read from the plan, and adds a line for each to plan.absent. Throws
/// DatabaseError and StoreMismatch if the store cannot be read. Linear in the sizes of the maps.
std::vector<WorldCost> expected_costs(SweepPlan& plan,
                                      const std::optional<std::filesystem::path>& earlier);

}  // namespace fairway
