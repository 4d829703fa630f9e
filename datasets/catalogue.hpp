#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairway {

/// A map and what belongs to it.
struct CatalogueEntry {
  std::string family;
  std::filesystem::path map;
  std::optional<std::filesystem::path> scenario;  ///< its problems, where there are any
  std::optional<std::filesystem::path> lengths;   ///< exact lengths of some of them
  std::string_view licence;
  std::string_view attribution;
};

struct Catalogue {
  std::vector<CatalogueEntry> entries;  ///< by family in a fixed order, then by file name
  std::vector<std::string> absent;      ///< a line for each known family that is not there
};

/// Lists the maps shipped with the project and, below `datasets`, those of the known public sets. A
/// file is a map where its content says so; its scenario is FILE.scen or STEM.scen beside it that
/// names it. What is absent is a line, not an error; so is a `datasets` that is no directory.
Catalogue find_catalogue(const std::filesystem::path& shipped_maps,
                         const std::optional<std::filesystem::path>& datasets);

}  // namespace fairway
