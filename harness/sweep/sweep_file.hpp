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

/// Maps of a sweep file: a path, or a pattern with `*`, `?` and `[...]`.
struct MapPattern {
  std::string pattern;
  int line = 0;
  MapOptions read = {};    ///< options of the map reader
  std::string name = {};   ///< name in the results; empty: the name of the file
  StatedRadii radii = {};  ///< radii of these maps; empty: the radii of the sweep
};

/// A family of maps. The name or file of each map matches one of the patterns.
struct MapFamily {
  std::string name;
  std::vector<std::string> patterns;
};

/// The contents of a sweep file. docs/sweeps.md describes each field.
struct SweepFile {
  std::filesystem::path file;
  std::vector<MapPattern> maps;
  std::vector<MapFamily> families;  ///< a map belongs to the first family that matches
  std::vector<Method> methods;      ///< methods in the order of the file; names are unique
  std::uint64_t seed = 1;
  int queries = 100;         ///< number of queries per map
  double unreachable = 0.1;  ///< share of generated queries that have no path
  int repetitions = 3;
  int builds = 1;                  ///< number of builds of each method on each map
  int timeout_ms = 10'000;         ///< time limit of a query
  int build_timeout_ms = 600'000;  ///< time limit of a build
  int memory_mb = 4096;            ///< memory limit of the process of a method, in MiB
  bool sandbox = true;  ///< whether other programs run in a sandbox, if the system has one
  int draw = 1;         ///< number of queries per map that are chosen for pictures
  PathsKept paths = PathsKept::kAll;
  StatedRadii radii{{0}};                        ///< agent radii for maps without their own radii
  std::optional<std::filesystem::path> terrain;  ///< cost table for Moving AI maps
};

/// Reads a sweep file. Throws InputError for invalid TOML, unknown keys or names, and values of a
/// wrong type or out of range.
SweepFile parse_sweep_file(const TextFile& source, const Registry& registry);
SweepFile read_sweep_file(const std::filesystem::path& file, const Registry& registry);

}  // namespace fairway
