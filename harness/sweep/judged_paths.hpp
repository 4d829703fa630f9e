#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "datasets/map_options.hpp"

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
  std::filesystem::path terrain;  ///< cost table of the tiles, or empty
  MapOptions read;                ///< options of the map reader
};

/// Judges the paths and stores the answers. Returns the number of paths in rows that neither the
/// store nor `count` asks for. Stores nothing if it throws. Throws InputError for bad input and for
/// a missing row, StoreMismatch if the store has another map of this name, other queries or a
/// method of this name, and DatabaseError.
std::size_t judge_paths(const JudgedPaths& judged);

}  // namespace fairway
