#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/catalogue.hpp"

namespace fairway {

/// The folder of public data sets: the value of FAIRWAY_DATASETS, if it is set and not empty.
std::optional<std::filesystem::path> datasets_folder();

/// The folder of the maps shipped with Fairway: datasets/maps in the working folder if it exists,
/// else the one of the installation that this program belongs to.
std::filesystem::path shipped_maps();

/// The maps shipped with the project and those in the folder of public data sets.
Catalogue known_maps();

/// Whether a text matches a pattern with `*`, `?` and `[...]`.
bool fits_pattern(std::string_view pattern, std::string_view text);

/// The files that match a pattern: a path, possibly with `*`, `?` and `[...]` in any of its parts
/// (`*` does not match a slash). A relative pattern is tried in each folder in turn, until one has
/// matches. The result is sorted. Patterns do not match folders, nor scenarios (`.scen`), as they
/// are not maps. What else is no regular file is among the result; its reader refuses it. Throws
/// InputError for a folder that cannot be read.
std::vector<std::filesystem::path> find_maps(const std::string& pattern,
                                             const std::vector<std::filesystem::path>& folders);

/// The scenario beside a map (`x.map.scen` beside `x.map`), if there is one.
std::optional<std::filesystem::path> scenario_beside(const std::filesystem::path& map);

/// A name for each map: its file name without extension. An ambiguous name gets the extension, and
/// if it is still ambiguous, the folder as well.
std::vector<std::string> map_names(const std::vector<std::filesystem::path>& maps);

}  // namespace fairway
