#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "harness/sweep/shards.hpp"
#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

/// The expected costs of the worlds of a plan. They are a linear function of cells, vertices,
/// queries, repetitions and methods. The factors of this function were fitted to a sweep over 122
/// public and generated maps (docs/clusters.md). If a world is in the `earlier` result store, its
/// cost is the measured time, scaled to the methods and queries of the plan. The costs of other
/// worlds are multiplied by the mean ratio of measured and modelled costs. If a map cannot be read,
/// removes it from the plan and adds a line to plan.absent. Throws DatabaseError and StoreMismatch
/// if the store cannot be read. Linear in the sizes of the maps.
std::vector<WorldCost> expected_costs(SweepPlan& plan,
                                      const std::optional<std::filesystem::path>& earlier);

}  // namespace fairway
