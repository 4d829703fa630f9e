#include "datasets/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "datasets/read_world.hpp"
#include "datasets/text.hpp"

namespace fairway {

namespace {

namespace fs = std::filesystem;

struct Family {
  std::string_view folder;
  std::string_view licence;
  std::string_view attribution;
};

constexpr std::string_view kMovingAi =
    "Contains maps and problems from the Moving AI Lab pathfinding benchmarks, made available "
    "under "
    "the ODC Attribution License. N. R. Sturtevant, \"Benchmarks for Grid-Based Pathfinding\", "
    "IEEE "
    "Transactions on Computational Intelligence and AI in Games 4(2):144-148, 2012.";
constexpr std::string_view kIronHarvest =
    "Level data from the game Iron Harvest (KING Art). D. Harabor, R. Hechenberger, T. Jahn, "
    "\"Benchmarks for Pathfinding Search: Iron Harvest\", SoCS 15:218-222, 2022.";

constexpr std::array kFamilies = {
    Family{"dao", "ODC-By 1.0", kMovingAi},
    Family{"da2", "ODC-By 1.0", kMovingAi},
    Family{"bg512", "ODC-By 1.0", kMovingAi},
    Family{"sc1", "ODC-By 1.0", kMovingAi},
    Family{"wc3maps512", "ODC-By 1.0", kMovingAi},
    Family{"mazes", "ODC-By 1.0", kMovingAi},
    Family{"rooms", "ODC-By 1.0", kMovingAi},
    Family{"random", "ODC-By 1.0", kMovingAi},
    Family{"cities", "ODC-By 1.0, map data ODbL",
           "Maps from the Moving AI Lab pathfinding benchmarks (ODC Attribution License; N. R. "
           "Sturtevant, 2012), derived from OpenStreetMap, (c) OpenStreetMap contributors."},
    Family{"polygon/iron-harvest", "BSL-1.0",
           "Polygon maps by J. Mikula and M. Kulich (CTU in Prague), from level data of the game "
           "Iron Harvest (KING Art). D. Harabor, R. Hechenberger, T. Jahn, \"Benchmarks for "
           "Pathfinding Search: Iron Harvest\", SoCS 15:218-222, 2022."},
    Family{"polygon/iron-harvest-mesh", "published for research, with attribution", kIronHarvest},
    Family{"polygon/polyanya-mesh", "MIT",
           "Copyright (c) 2017 Michael Cui, Daniel Harabor. M. Cui, D. Harabor, A. Grastien, "
           "\"Compromise-free Pathfinding on a Navigation Mesh\", IJCAI 2017."},
    Family{"polygon/trivis", "research use",
           "TriVis, J. Mikula and M. Kulich (CTU in Prague); free for private, research and "
           "institutional use with its notices kept."},
    Family{
        "polygon/earcut-fixtures", "ISC; map features ODbL",
        "Test polygons of earcut, copyright Mapbox; map features (c) OpenStreetMap contributors."},
    Family{"freeciv", "GPL-2.0-or-later",
           "Scenarios and terrain of Freeciv, copyright the Freeciv project; the authors of a map "
           "are named in its file."},
};

/// The first bytes of a file, enough to detect its format.
std::string beginning(const fs::path& file) {
  std::string text(256, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return text;
}

std::string_view file_name_of(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

/// Returns true if `file` is a scenario and the first problem of the scenario names the map `map`.
bool is_scenario_of(const fs::path& file, const fs::path& map) {
  const std::string text = beginning(file);
  LineReader lines(text);
  std::string_view line;
  std::vector<std::string_view> fields;
  if (!lines.next(line) || !line.starts_with("version")) return false;
  while (lines.next(line)) {
    split_fields(line, fields);
    if (fields.size() < 2) continue;
    return equal_ignoring_case(file_name_of(fields[1]), map.filename().string());
  }
  return false;
}

std::optional<fs::path> scenario_of(const fs::path& map) {
  fs::path appended = map;
  appended += ".scen";
  fs::path replaced = map;
  replaced.replace_extension(".scen");
  for (const fs::path& file : {appended, replaced}) {
    if (fs::is_regular_file(file) && is_scenario_of(file, map)) return file;
  }
  return std::nullopt;
}

std::vector<fs::path> maps_in(const fs::path& folder) {
  std::vector<fs::path> maps;
  std::error_code error;
  for (const auto& file : fs::directory_iterator(folder, error)) {
    if (file.is_regular_file(error) && world_format_of(beginning(file.path()))) {
      maps.push_back(file.path());
    }
  }
  std::sort(maps.begin(), maps.end());
  return maps;
}

std::optional<fs::path> lengths_of(const fs::path& datasets, const fs::path& map) {
  const fs::path file = datasets / "exact-lengths" / (map.stem().string() + ".csv");
  if (map.extension() != ".map" || !fs::is_regular_file(file)) return std::nullopt;
  return file;
}

}  // namespace

Catalogue find_catalogue(const fs::path& shipped_maps, const std::optional<fs::path>& datasets) {
  Catalogue catalogue;
  for (const fs::path& map : maps_in(shipped_maps)) {
    catalogue.entries.push_back(
        {"maps", map, scenario_of(map), std::nullopt, "see the README beside the map", ""});
  }
  if (!datasets) return catalogue;
  for (const Family& family : kFamilies) {
    const std::vector<fs::path> maps = maps_in(*datasets / family.folder);
    if (maps.empty()) {
      catalogue.absent.push_back(
          fmt::format("{}: no maps in {}", family.folder, (*datasets / family.folder).string()));
    }
    for (const fs::path& map : maps) {
      auto scenario = scenario_of(map);
      auto lengths = scenario ? lengths_of(*datasets, map) : std::nullopt;
      catalogue.entries.push_back({std::string(family.folder), map, std::move(scenario),
                                   std::move(lengths), family.licence, family.attribution});
    }
  }
  return catalogue;
}

}  // namespace fairway
