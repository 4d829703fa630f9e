#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace fairway::test {

/// The folder of the public datasets: FAIRWAY_DATASETS, else shared/datasets beside the source
/// tree; none where it is absent. Tests that need it skip themselves then.
std::optional<std::filesystem::path> public_datasets();

/// All regular files below the public datasets with one of these extensions, sorted; empty where
/// the sets are absent.
std::vector<std::filesystem::path> public_files(std::initializer_list<std::string_view> extensions);

}  // namespace fairway::test
