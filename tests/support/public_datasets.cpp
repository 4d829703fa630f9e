#include "tests/support/public_datasets.hpp"

#include <algorithm>
#include <cstdlib>

namespace fairway::test {

std::optional<std::filesystem::path> public_datasets() {
  const char* const given = std::getenv("FAIRWAY_DATASETS");
  const std::filesystem::path folder =
      given != nullptr && *given != '\0'
          ? std::filesystem::path(given)
          : std::filesystem::path(__FILE__).parent_path() / "../../../shared/datasets";
  if (!std::filesystem::is_directory(folder)) return std::nullopt;
  return std::filesystem::canonical(folder);
}

std::vector<std::filesystem::path> public_files(
    std::initializer_list<std::string_view> extensions) {
  std::vector<std::filesystem::path> files;
  const auto folder = public_datasets();
  if (!folder) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder)) {
    const auto extension = entry.path().extension().string();
    const bool wanted =
        std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
    if (wanted && entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace fairway::test
