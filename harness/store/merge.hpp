#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace fairway {

struct MergeOutcome {
  std::int64_t runs = 0;
  std::int64_t worlds = 0;
  std::int64_t trials = 0;
  std::vector<std::string> hosts;  ///< on which the trials were measured
};

/// Merges the result stores of a sweep's parts into a new one. Runs stay separate and each trial
/// keeps its run, so that the host of each time is known. Worlds and methods of the same name
/// become one; they are numbered by their least number in any input, then by name. So the result
/// does not depend on the order of the inputs. SQLite copies the rows from file to file, one input
/// at a time.
///
/// Throws StoreMismatch if the inputs do not belong together (another schema or plan, another
/// world, query or method of the same name, or a trial that two of them have), or if the output
/// exists and is not empty; StoreUnavailable if the output cannot be written; and DatabaseError.
/// After a failure the output is as it was before.
MergeOutcome merge_stores(const std::filesystem::path& output,
                          const std::vector<std::filesystem::path>& inputs);

}  // namespace fairway
