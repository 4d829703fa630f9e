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

/// The folder of the shipped maps: datasets/maps in the working folder if it exists, else in the
/// installation of this program.
std::filesystem::path shipped_maps();

/// The shipped maps and the maps in the folder of public data sets.
Catalogue known_maps();

/// Whether a text matches a pattern with `*`, `?` and `[...]`.
bool fits_pattern(std::string_view pattern, std::string_view text);

/// Returns the files that match a pattern, sorted. A pattern is a path in which each part may have
/// `*`, `?` and `[...]`; `*` does not match a slash. A relative pattern is tried in one folder
/// after the other, until it matches a file. Patterns match neither folders nor scenarios
/// (`.scen`). The result may contain files that are not regular; the reader of maps rejects them.
/// Throws InputError for a folder that cannot be read.
std::vector<std::filesystem::path> find_maps(const std::string& pattern,
                                             const std::vector<std::filesystem::path>& folders);

/// The scenario beside a map (`x.map.scen` beside `x.map`), if it exists.
std::optional<std::filesystem::path> scenario_beside(const std::filesystem::path& map);

/// A name for each map: its file name without extension. An ambiguous name gets the extension. If
/// it is still ambiguous, it gets the folder too.
std::vector<std::string> map_names(const std::vector<std::filesystem::path>& maps);

}  // namespace fairway
