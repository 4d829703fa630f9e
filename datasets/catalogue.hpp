#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairway {

/// A map and the files that belong to it.
struct CatalogueEntry {
  std::string family;
  std::filesystem::path map;
  std::optional<std::filesystem::path> scenario;  ///< file of problems of the map, if any
  std::optional<std::filesystem::path> lengths;  ///< file of exact lengths of some problems, if any
  std::string_view licence;
  std::string_view attribution;
};

struct Catalogue {
  std::vector<CatalogueEntry> entries;  ///< sorted by family (in a fixed order), then by file name
  std::vector<std::string> absent;      ///< one line for each known family that is missing
};

/// Lists the shipped maps and the maps of known public data sets (families) in the folder
/// `datasets`. The content of a file decides whether it is a map. The scenario of a map is a file
/// FILE.scen or STEM.scen in the folder of the map that names the map. A missing family is no
/// error; it adds a line to `absent`. If `datasets` is not a directory, all its families are
/// missing.
Catalogue find_catalogue(const std::filesystem::path& shipped_maps,
                         const std::optional<std::filesystem::path>& datasets);

}  // namespace fairway
