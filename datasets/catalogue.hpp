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
  std::optional<std::filesystem::path> scenario;  ///< its problems, if any
  std::optional<std::filesystem::path> lengths;   ///< exact lengths of some problems, if any
  std::string_view licence;
  std::string_view attribution;
};

struct Catalogue {
  std::vector<CatalogueEntry> entries;  ///< by family in a fixed order, then by file name
  std::vector<std::string> absent;      ///< a line for each known family that is missing
};

/// Lists the maps shipped with the project and those of the known public sets below `datasets`. The
/// content of a file decides whether it is a map. Its scenario is the FILE.scen or STEM.scen beside
/// it that names it. A missing family is a line and not an error; so is a `datasets` that is not a
/// directory.
Catalogue find_catalogue(const std::filesystem::path& shipped_maps,
                         const std::optional<std::filesystem::path>& datasets);

}  // namespace fairway
