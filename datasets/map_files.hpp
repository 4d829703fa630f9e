#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/catalogue.hpp"

namespace fairway {

/// The folder of public data sets: the variable FAIRWAY_DATASETS where it is set and not empty.
std::optional<std::filesystem::path> datasets_folder();

/// The folder of the maps that ship with Fairway: datasets/maps below the working folder where
/// there is one, else that of the installation that the program belongs to.
std::filesystem::path shipped_maps();

/// The maps shipped with the project, and those in the folder of public data sets.
Catalogue known_maps();

/// Whether a text fits a pattern with `*`, `?` and `[...]`.
bool fits_pattern(std::string_view pattern, std::string_view text);

/// The files that a pattern names: a path, or a path with `*`, `?` and `[...]` in any of its parts
/// (`*` does not cross a slash). A relative one is looked for in each folder in turn, and the first
/// that has any wins. Sorted; scenarios (`.scen`) are no maps and are left out of patterns.
std::vector<std::filesystem::path> find_maps(const std::string& pattern,
                                             const std::vector<std::filesystem::path>& folders);

/// The scenario beside a map (`x.map.scen` beside `x.map`), if there is one.
std::optional<std::filesystem::path> scenario_beside(const std::filesystem::path& map);

/// A name for each map: its file name without ending; with its ending where that is ambiguous; with
/// its folder before it where that is, too.
std::vector<std::string> map_names(const std::vector<std::filesystem::path>& maps);

}  // namespace fairway
