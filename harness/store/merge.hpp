#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fairway {

/// The trials that a merge must produce.
struct MergeDemand {
  std::vector<std::string> worlds;
  std::vector<std::string> methods;  ///< methods that must have a trial on each world
  bool incomplete = false;           ///< whether to merge even if demanded trials are missing
};

struct MergeOutcome {
  std::int64_t runs = 0;
  std::int64_t worlds = 0;
  std::int64_t trials = 0;
  std::vector<std::string> hosts;    ///< hosts that measured the trials
  std::vector<std::string> missing;  ///< demanded worlds that lack a build or an answer
};

/// Merges the result stores of parts of a sweep into a new store. Runs stay separate, and each
/// trial keeps its run, so the host of each time stays known. Worlds and methods of the same name
/// become one. They are numbered by their least number in any input, then by name, so the order of
/// the inputs does not matter. SQLite copies the rows from file to file, one input at a time. If
/// the queries of a trial are divided among inputs, the first build stays, and the other builds
/// count as repeated builds. Throws StoreMismatch if the inputs do not fit together, if demanded
/// trials are missing, or if the output exists and is not empty. Inputs do not fit if they have
/// different schemas or plans, different worlds, queries or methods of the same name, or an answer
/// in common. Throws StoreUnavailable if the output cannot be written, and DatabaseError. After a
/// failure the output is unchanged.
MergeOutcome merge_stores(const std::filesystem::path& output,
                          const std::vector<std::filesystem::path>& inputs,
                          const MergeDemand& demand = {});

}  // namespace fairway
