#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "datasets/map_options.hpp"

namespace fairway {

/// Paths that a program wrote elsewhere, and the result store of which they become a method.
struct JudgedPaths {
  std::filesystem::path map;
  std::filesystem::path scenario;
  std::filesystem::path paths;
  std::string name;              ///< of the method
  std::filesystem::path folder;  ///< of results.sqlite, which may exist
  std::optional<std::size_t>
      count;  ///< asks so many evenly spaced rows, not all that are in `paths`
  double radius = 0;
  std::filesystem::path terrain;  ///< table of the costs of cells, or empty
  MapOptions read;                ///< what the map's reader is told
};

/// Judges the paths and stores the answers. Returns how many paths are left out, as the store or
/// `count` does not ask for their rows. Stores nothing if it throws: InputError, also if a row that
/// is asked for has no path; StoreMismatch if the store has another map of this name, other queries
/// or another such method; DatabaseError.
std::size_t judge_paths(const JudgedPaths& judged);

}  // namespace fairway
