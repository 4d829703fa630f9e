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
  std::vector<std::string> hosts;  ///< that the trials were measured on
};

/// Joins result stores of one sweep's parts into a new one. Runs stay apart and trials keep theirs,
/// so that the host of each time is known; worlds and methods of one name become one. The result
/// does not depend on the order of the inputs: worlds and methods are numbered by their least
/// number in any input, then by name. Rows go from file to file within SQLite, one input at a time.
///
/// Throws StoreMismatch where the inputs do not belong together (another schema or plan, another
/// world, query or method of the same name, a trial that two of them have) or the output exists and
/// is not empty, StoreUnavailable where it cannot be written, and DatabaseError. A fault leaves
/// what was there before.
MergeOutcome merge_stores(const std::filesystem::path& output,
                          const std::vector<std::filesystem::path>& inputs);

}  // namespace fairway
