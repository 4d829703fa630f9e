#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

/// What a world takes with all methods of a sweep, in seconds.
struct WorldCost {
  double fixed = 0;    ///< however few queries are asked: reading, optima, builds
  double queries = 0;  ///< for all queries together
};

/// A world, or a slice of its queries, with all methods of the sweep.
struct ShardTask {
  std::string world;
  Slice slice;
  double seconds = 0;  ///< that are expected
};

/// A sweep that is split into shards of about equal cost. Each shard is a run of its own.
struct ShardPlan {
  std::string sweep;                 ///< name of the sweep file
  std::string plan;                  ///< the hash of its settings, as of run_record()
  std::vector<std::string> methods;  ///< in the order of the sweep
  std::vector<std::vector<ShardTask>> shards;
};

/// The seconds that are expected of a shard.
double seconds_of(std::span<const ShardTask> shard);

/// Splits a sweep into `count` shards, or fewer if it has fewer worlds. Methods of a world stay
/// together. A world that alone would take longer than the mean of the shards is sliced. The
/// longest tasks come first, each to the shard with the least to do: the longest shard takes at
/// most 4/3 of the best possible (R. L. Graham, "Bounds on Multiprocessing Timing Anomalies", SIAM
/// J. Appl. Math. 17 (1969)), except that slices of one world go to different shards. `costs` are
/// those of plan.maps. O(tasks * count).
ShardPlan plan_shards(const SweepPlan& plan, std::span<const WorldCost> costs, int count);

/// Keeps of a sweep what a shard of its plan has. Throws InputError, naming `file`, if the plan was
/// made for other settings, methods or worlds, or has another number of shards.
void keep_shard(SweepPlan& sweep, const ShardPlan& plan, const Shard& shard,
                const std::filesystem::path& file);

/// The plan as JSON, and back. Throws InputError if the text is no such plan.
std::string format_shard_plan(const ShardPlan& plan);
ShardPlan read_shard_plan(const std::filesystem::path& file);

}  // namespace fairway
