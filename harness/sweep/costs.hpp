#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "harness/sweep/shards.hpp"
#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

/// The expected costs of a plan's worlds. By the number of cells and vertices of each map, of
/// queries, repetitions and methods; the factors were fitted to a sweep over 122 public
/// and generated maps (docs/clusters.md). If an `earlier` result store is given, worlds that it
/// holds cost what they cost there, for as many methods and queries, and the others are scaled to
/// it.
///
/// Takes out of the plan maps that cannot be read, each with a line in plan.absent. Throws
/// DatabaseError and StoreMismatch if the store cannot be read. Linear in the maps' sizes.
std::vector<WorldCost> expected_costs(SweepPlan& plan,
                                      const std::optional<std::filesystem::path>& earlier);

}  // namespace fairway
