#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/sweep_file.hpp"

namespace fairway {

/// One of the equal parts that a sweep is split into, to run on several machines.
struct Shard {
  int index = 1;  ///< 1 to count
  int count = 1;
};

/// What the command line changes in a sweep.
struct SweepOverrides {
  std::optional<std::string> maps;   ///< keeps only the maps whose name or file fits the pattern
  std::vector<std::string> methods;  ///< runs these, of the sweep or registered, and no others
  std::optional<int> queries;
  std::optional<int> repetitions;
  std::optional<std::uint64_t> seed;
  std::vector<double> radii;  ///< instead of the sweep's, where there are any
  std::optional<int> timeout_ms;
  std::optional<int> memory_mb;
  std::optional<Shard>
      shard;  ///< keeps only every count-th of the maps, with all methods and radii
};

struct SweepMap {
  std::filesystem::path file;
  std::string map;   ///< the file's name, made unique
  double radius;     ///< of the agent, in the map's units
  std::string name;  ///< the map's, with the radius where the agent has one: "castle-r0.5"
  std::string family;
};

/// A sweep with everything looked up: what runs.
struct SweepPlan {
  SweepFile sweep;  ///< after the overrides
  std::vector<SweepMap> maps;
  std::size_t found = 0;  ///< maps of the sweep, before the overrides kept some of them
  std::optional<Shard> shard;
  std::vector<std::string> absent;  ///< a line for each map that was named and not found
};

/// Reads a sweep file and finds its maps: beside the file, in the folder `maps` beside the file's
/// folder, then in the folder of data sets. Which shard a map is in depends on nothing but its
/// place among all maps that are found. Throws InputError, and UnknownName for an override that
/// names nothing; a shard may be empty.
SweepPlan plan_sweep(const std::filesystem::path& file, const SweepOverrides& overrides,
                     const Registry& registry);

/// What the run's row says of a plan. Its hash covers all that decides which queries are asked of a
/// map and how they are timed; maps and methods may be added to a store later.
RunRecord run_record(const SweepPlan& plan);

}  // namespace fairway
