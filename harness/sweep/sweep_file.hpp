#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "algorithms/methods/registry.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/map_radii.hpp"

namespace fairway {

/// Maps as a sweep names them: a path, or a pattern with `*`, `?` and `[...]`.
struct MapPattern {
  std::string pattern;
  int line = 0;
  MapOptions read = {};    ///< options of their reader
  std::string name = {};   ///< what results call the map; empty for its file's name
  StatedRadii radii = {};  ///< instead of the sweep's, unless empty
};

/// A family of maps: their names or files fit one of the patterns.
struct MapFamily {
  std::string name;
  std::vector<std::string> patterns;
};

/// The contents of a sweep file; docs/sweeps.md explains them to users.
struct SweepFile {
  std::filesystem::path file;
  std::vector<MapPattern> maps;
  std::vector<MapFamily> families;  ///< by name; a map is of the first that fits
  std::vector<Method> methods;      ///< in the order of the file; names are unique
  std::uint64_t seed = 1;
  int queries = 100;         ///< for each map
  double unreachable = 0.1;  ///< share of generated queries that have no path
  int repetitions = 3;
  int builds = 1;                  ///< times that each method is built on each map
  int timeout_ms = 10'000;         ///< limit for a query
  int build_timeout_ms = 600'000;  ///< limit for a build
  int memory_mb = 4096;            ///< limit for a method's process, in MiB
  bool sandbox = true;             ///< for other programs, where the system has one
  int draw = 1;                    ///< queries for each map that are chosen for pictures
  PathsKept paths = PathsKept::kAll;
  StatedRadii radii{{0}};  ///< of the agent; each map without its own is run with each radius
  std::optional<std::filesystem::path>
      terrain;  ///< table of the costs of cells, for Moving AI maps
};

/// Reads a sweep file. Throws InputError for invalid TOML, unknown keys or names, and values of a
/// wrong type or out of range.
SweepFile parse_sweep_file(const TextFile& source, const Registry& registry);
SweepFile read_sweep_file(const std::filesystem::path& file, const Registry& registry);

}  // namespace fairway
