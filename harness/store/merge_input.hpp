#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fairway {

/// What has to be known of all stores that are merged before the first of their rows is.
struct MergeInput {
  struct World {
    std::int64_t id = 0;
    std::int64_t queries = 0;
  };
  std::filesystem::path file;
  std::map<std::string, World> worlds;          ///< by name
  std::map<std::string, std::int64_t> methods;  ///< ids by name
};

/// Reads the inputs of a merge and puts them in an order that does not depend on the one they are
/// given in: by the least of their trials. Throws StoreMismatch where one has another schema or
/// plan than the others or is named twice, and DatabaseError.
std::vector<MergeInput> read_merge_inputs(const std::vector<std::filesystem::path>& files);

}  // namespace fairway
