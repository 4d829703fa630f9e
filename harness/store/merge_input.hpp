#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fairway {

/// The facts about an input of a merge that are needed before the first row is copied.
struct MergeInput {
  struct World {
    std::int64_t id = 0;
    std::int64_t queries = 0;
  };
  std::filesystem::path file;
  std::map<std::string, World> worlds;          ///< by name
  std::map<std::string, std::int64_t> methods;  ///< ids by name
};

/// Reads the inputs of a merge and sorts them by their least trial, so that the order given does
/// not matter. Throws DatabaseError, and StoreMismatch if an input has another schema or plan than
/// the others or is named twice.
std::vector<MergeInput> read_merge_inputs(const std::vector<std::filesystem::path>& files);

}  // namespace fairway
