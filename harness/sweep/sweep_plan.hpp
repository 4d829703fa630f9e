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

/// One of the equal parts of a sweep that is split over several machines.
struct Shard {
  int index = 1;  ///< 1 to count
  int count = 1;
};

/// A method whose answers are taken from a result store instead of asking it.
struct Pin {
  std::string method;
  std::filesystem::path store;
};

/// Changes that the command line makes to a sweep.
struct SweepOverrides {
  std::vector<std::string> maps;     ///< keeps only maps whose name or file matches a pattern
  std::vector<std::string> methods;  ///< runs only these methods, of the sweep or registered
  std::optional<int> queries;
  std::optional<int> repetitions;
  std::optional<int> builds;
  std::optional<std::uint64_t> seed;
  std::vector<double> radii;  ///< in map units; replace the sweep's and its maps', unless empty
  std::optional<int> timeout_ms;
  std::optional<int> memory_mb;
  std::optional<Shard> shard;  ///< keeps every count-th map, with all methods and radii
  std::vector<Pin> pins;
};

/// One of the equal parts of a world's queries: every count-th by number.
struct Slice {
  int index = 1;  ///< 1 to count
  int count = 1;

  bool holds(std::size_t place) const {
    return place % static_cast<std::size_t>(count) == static_cast<std::size_t>(index - 1);
  }
  friend bool operator==(const Slice&, const Slice&) = default;
};

/// Some rows of a scenario, ascending.
struct ScenarioRows {
  std::filesystem::path scenario;
  std::vector<std::size_t> rows;
};

struct SweepMap {
  std::filesystem::path file;
  std::string map;    ///< the file's name, made unique
  double radius = 0;  ///< of the agent, in the map's units
  std::string name;   ///< `map`, with the radius if it is not zero: "castle-r0.5"
  std::string family;
  MapOptions read = {};                    ///< what the map's reader is told
  Slice slice = {};                        ///< of the queries that are asked
  std::optional<ScenarioRows> asked = {};  ///< instead of those that the sweep chooses
  std::vector<double> radii = {};          ///< all with which the map is asked, in its units
};

/// What results call a map with an agent's radius: "castle-r0.5", or "castle" for radius 0.
std::string world_name(const std::string& map, double radius);

/// A sweep that is ready to run: all names are looked up.
struct SweepPlan {
  SweepFile sweep;  ///< after the overrides
  std::vector<SweepMap> maps;
  std::size_t found = 0;  ///< maps of the sweep, before the overrides
  std::optional<Shard> shard;
  std::vector<Pin> pins;
  std::vector<std::string> absent;  ///< a line for each map that was named and not found
};

/// Reads a sweep file and finds its maps: beside the file, in the folder `maps` beside the file's
/// folder, then in the folder of data sets. The shard of a map depends only on its position among
/// all maps found; a shard may be empty. Throws InputError, and UnknownName for an override that
/// matches nothing.
SweepPlan plan_sweep(const std::filesystem::path& file, const SweepOverrides& overrides,
                     const Registry& registry);

/// The run's row for a plan. Its hash covers every setting that decides which queries are asked of
/// a map and how they are timed. It leaves out maps and methods, which may be added to a store
/// later.
RunRecord run_record(const SweepPlan& plan);

}  // namespace fairway
