#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

/// The time of a world with all methods of a sweep, in seconds.
struct WorldCost {
  double fixed = 0;    ///< time that does not depend on the number of queries, such as builds
  double queries = 0;  ///< time of all queries together
};

/// A world, or a slice of its queries, with all methods of the sweep.
struct ShardTask {
  std::string world;
  Slice slice;
  double seconds = 0;  ///< expected time
};

/// A sweep split into shards of about equal cost. Each shard is a run.
struct ShardPlan {
  std::string sweep;                 ///< name of the sweep file
  std::string plan;                  ///< hash of the settings of the sweep, see run_record()
  std::vector<std::string> methods;  ///< names of methods, in the order of the sweep
  std::vector<std::vector<ShardTask>> shards;
};

/// The expected seconds of a shard.
double seconds_of(std::span<const ShardTask> shard);

/// Splits a sweep into at most `count` shards. Methods of a world stay together. If a world would
/// take longer than the mean shard, it is sliced, and its slices go to different shards. Tasks are
/// assigned in order of cost, the longest first. Each task goes to the shard with the least work.
/// Without slices, the longest shard takes at most 4/3 of the optimum (R. L. Graham, "Bounds on
/// Multiprocessing Timing Anomalies", SIAM J. Appl. Math. 17 (1969)). `costs[i]` is the cost of
/// plan.maps[i]. O(tasks * count).
ShardPlan plan_shards(const SweepPlan& plan, std::span<const WorldCost> costs, int count);

/// Reduces a sweep to one shard of a plan. Throws InputError with `file` if the plan was made for
/// other settings, methods or worlds, or has another number of shards.
void keep_shard(SweepPlan& sweep, const ShardPlan& plan, const Shard& shard,
                const std::filesystem::path& file);

/// Formats a plan as JSON, and reads such a file. Throws InputError for an invalid plan.
std::string format_shard_plan(const ShardPlan& plan);
ShardPlan read_shard_plan(const std::filesystem::path& file);

}  // namespace fairway
