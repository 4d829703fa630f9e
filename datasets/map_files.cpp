#include "datasets/map_files.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <system_error>

#include "datasets/world.hpp"

namespace fairway {

namespace fs = std::filesystem;

namespace {

bool has_wildcard(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

/// Whether a path exists and is not a folder. The path may lead to a pipe or a broken link, which
/// the reader of maps rejects later.
bool is_no_folder(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error)) && !fs::is_directory(path, error);
}

/// A pattern is a path of several parts. Adds to `found` the files below `folder` that match the
/// parts from `part` to `end`, without `end`.
void expand(const fs::path& folder, fs::path::const_iterator part, fs::path::const_iterator end,
            std::vector<fs::path>& found) {
  if (part == end) {
    if (is_no_folder(folder)) found.push_back(folder);
    return;
  }
  const auto rest = std::next(part);
  if (!has_wildcard(part->native())) {
    expand(folder / *part, rest, end, found);
    return;
  }
  std::error_code error;
  const fs::directory_iterator entries(folder.empty() ? fs::path(".") : folder, error);
  if (error && error != std::errc::no_such_file_or_directory &&
      error != std::errc::not_a_directory) {
    throw InputError(folder, 0, "cannot be read (" + error.message() + "); expected a folder");
  }
  for (const fs::directory_entry& entry : entries) {
    const fs::path name = entry.path().filename();
    if (name.extension() != ".scen" && fits_pattern(part->native(), name.native())) {
      expand(folder / name, rest, end, found);
    }
  }
}

/// Replaces names[i] by name_at(i) if another map has the same name.
template <class NameAt>
void resolve(std::vector<std::string>& names, NameAt&& name_at) {
  std::map<std::string, int> count;
  for (const std::string& name : names) ++count[name];
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (count[names[i]] > 1) names[i] = name_at(i);
  }
}

}  // namespace

std::optional<fs::path> datasets_folder() {
  const char* folder = std::getenv("FAIRWAY_DATASETS");
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  return folder;
}

fs::path shipped_maps() {
  fs::path maps = fs::path("datasets") / "maps";
  std::error_code error;
  if (fs::is_directory(maps, error)) return maps;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "share" / "fairway" / maps;
}

Catalogue known_maps() { return find_catalogue(shipped_maps(), datasets_folder()); }

bool fits_pattern(std::string_view pattern, std::string_view text) {
  return fnmatch(std::string(pattern).c_str(), std::string(text).c_str(), FNM_PERIOD) == 0;
}

std::vector<fs::path> find_maps(const std::string& pattern, const std::vector<fs::path>& folders) {
  const fs::path path(pattern);
  std::vector<fs::path> found;
  if (path.is_absolute()) {
    const fs::path relative = path.relative_path();
    expand(path.root_path(), relative.begin(), relative.end(), found);
  } else {
    for (const fs::path& folder : folders) {
      expand(folder, path.begin(), path.end(), found);
      if (!found.empty()) break;
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<fs::path> scenario_beside(const fs::path& map) {
  const fs::path scenario = map.string() + ".scen";
  if (!is_no_folder(scenario)) return std::nullopt;
  return scenario;
}

std::vector<std::string> map_names(const std::vector<fs::path>& maps) {
  std::vector<std::string> names;
  for (const fs::path& map : maps) names.push_back(map.stem().string());
  resolve(names, [&](std::size_t i) { return maps[i].filename().string(); });
  resolve(names, [&](std::size_t i) {
    return (maps[i].parent_path().filename() / maps[i].filename()).string();
  });
  resolve(names, [&](std::size_t i) { return maps[i].string(); });
  return names;
}

}  // namespace fairway
