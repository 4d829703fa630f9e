#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "datasets/map_options.hpp"
#include "harness/sweep/path_verdicts.hpp"

namespace fairway {

/// Recorded paths of another program, and the result store that receives them as a method.
struct JudgedPaths {
  std::filesystem::path map;
  std::filesystem::path scenario;
  std::filesystem::path paths;
  std::string name;              ///< name of the method
  std::filesystem::path folder;  ///< folder of results.sqlite, which may exist
  std::optional<std::size_t>
      count;  ///< number of evenly spaced rows to judge; default: all rows in `paths`
  double radius = 0;
  std::filesystem::path terrain;  ///< file with the costs of terrain; empty if none
  MapOptions read;                ///< options of the map reader
  double max_gap = std::numeric_limits<double>::infinity();  ///< a path with a larger gap fails
};

/// The outcome of judging.
struct PathsJudgement {
  std::string world;                  ///< name of the world
  std::vector<PathVerdict> verdicts;  ///< one for each judged row
  std::size_t left_out = 0;           ///< number of recorded paths that were not judged
};

/// Judges the paths and stores the answers. If the store has queries of this world, judges only the
/// rows of these queries and ignores `count`. After an exception, nothing is stored. Throws
/// InputError for bad input, and if a row to judge has no path. Throws StoreMismatch if the store
/// has another map of this name, other queries or a method of this name. Throws DatabaseError.
PathsJudgement judge_paths(const JudgedPaths& judged);

}  // namespace fairway
