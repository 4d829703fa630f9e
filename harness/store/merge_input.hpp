#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fairway {

/// The facts about an input that a merge needs before it copies rows.
struct MergeInput {
  struct World {
    std::int64_t id = 0;
    std::int64_t queries = 0;
  };
  std::filesystem::path file;
  std::map<std::string, World> worlds;          ///< worlds by name
  std::map<std::string, std::int64_t> methods;  ///< ids of methods by name
};

/// Reads the inputs of a merge and sorts them by their first trials, so that the order of `files`
/// does not matter. Throws DatabaseError. Throws StoreMismatch if an input appears twice or has
/// another schema or plan.
std::vector<MergeInput> read_merge_inputs(const std::vector<std::filesystem::path>& files);

}  // namespace fairway
