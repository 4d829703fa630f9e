#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "harness/sweep/shards.hpp"

namespace fairway {

/// The progress of a shard.
struct ShardProgress {
  std::size_t worlds = 0;    ///< number of worlds or slices of worlds in the shard
  std::size_t finished = 0;  ///< number of complete worlds or slices
  double seconds_left = 0;   ///< expected time of incomplete worlds or slices

  bool complete() const { return finished == worlds; }
};

/// The progress of a shard, read from its result store, which may not exist yet. Throws
/// DatabaseError, and StoreMismatch if the store has another schema.
ShardProgress shard_progress(std::span<const ShardTask> shard, std::span<const std::string> methods,
                             const std::filesystem::path& store);

}  // namespace fairway
