#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fairway {

/// The trials that a merge must bring together.
struct MergeDemand {
  std::vector<std::string> worlds;
  std::vector<std::string> methods;  ///< each on each world
  bool incomplete = false;           ///< whether the rest is joined if some are missing
};

struct MergeOutcome {
  std::int64_t runs = 0;
  std::int64_t worlds = 0;
  std::int64_t trials = 0;
  std::vector<std::string> hosts;    ///< on which the trials were measured
  std::vector<std::string> missing;  ///< demanded worlds that lack builds or answers
};

/// Merges the result stores of a sweep's parts into a new one. Runs stay separate and each trial
/// keeps its run, so that the host of each time is known. Worlds and methods of the same name
/// become one; they are numbered by their least number in any input, then by name. So the result
/// does not depend on the order of the inputs. SQLite copies the rows from file to file, one input
/// at a time. A trial whose queries are divided among inputs keeps the build of the first; the
/// others count as repeated builds.
///
/// Throws StoreMismatch if the inputs do not belong together (another schema or plan, another
/// world, query or method of the same name, or an answer that two of them have), if demanded trials
/// are missing, or if the output exists and is not empty; StoreUnavailable if the output cannot be
/// written; and DatabaseError. After a failure the output is as it was before.
MergeOutcome merge_stores(const std::filesystem::path& output,
                          const std::vector<std::filesystem::path>& inputs,
                          const MergeDemand& demand = {});

}  // namespace fairway
