#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace fairway::test {

/// The folder of public data sets: FAIRWAY_DATASETS, or shared/datasets beside the source tree.
/// Returns nothing if the folder is absent. Tests that need the folder are then skipped.
std::optional<std::filesystem::path> public_datasets();

/// All regular files in the public data sets with one of these extensions, sorted. Empty if the
/// data sets are absent.
std::vector<std::filesystem::path> public_files(std::initializer_list<std::string_view> extensions);

}  // namespace fairway::test
