#include "harness/sweep/shard_progress.hpp"

#include <optional>

#include "harness/store/completeness.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

ShardProgress shard_progress(std::span<const ShardTask> shard, std::span<const std::string> methods,
                             const std::filesystem::path& store) {
  ShardProgress progress;
  std::optional<Database> database;
  if (std::filesystem::exists(store)) {
    database.emplace(store, Database::Mode::kReadOnly);
    check_schema_version(*database, store);
  }
  for (const ShardTask& task : shard) {
    ++progress.worlds;
    if (database &&
        is_complete(*database, task.world, methods, task.slice.index, task.slice.count)) {
      ++progress.finished;
    } else {
      progress.seconds_left += task.seconds;
    }
  }
  return progress;
}

}  // namespace fairway
