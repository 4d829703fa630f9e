#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/problem_set.hpp"
#include "harness/sweep/sweep_file.hpp"

namespace fairway {

/// One of N parts of a sweep that is split over several machines.
struct Shard {
  int index = 1;  ///< number of the part, 1 to count
  int count = 1;
};

/// A method that is not run: its recorded answers are read from a result store.
struct Pin {
  std::string method;
  std::filesystem::path store;
};

/// Overrides of a sweep file by the command line.
struct SweepOverrides {
  std::vector<std::string> maps;     ///< keeps a map only if its name or file matches a pattern
  std::vector<std::string> methods;  ///< runs only these methods, from the sweep file or registered
  std::optional<int> queries;
  std::optional<int> repetitions;
  std::optional<int> builds;
  std::optional<std::uint64_t> seed;
  std::vector<double>
      radii;  ///< agent radii in map units; unless empty, they replace the radii of the sweep file
  std::optional<int> timeout_ms;
  std::optional<int> memory_mb;
  std::optional<Shard> shard;  ///< keeps every count-th map, with all methods and radii
  std::vector<Pin> pins;
};

/// One of N parts of the queries of a world: every count-th query by number.
struct Slice {
  int index = 1;  ///< number of the part, 1 to count
  int count = 1;

  bool holds(std::size_t place) const {
    return place % static_cast<std::size_t>(count) == static_cast<std::size_t>(index - 1);
  }
  friend bool operator==(const Slice&, const Slice&) = default;
};

/// Rows of a scenario, ascending.
struct ScenarioRows {
  std::filesystem::path scenario;
  std::vector<std::size_t> rows;
};

struct SweepMap {
  std::filesystem::path file;
  std::string map;    ///< name of the file, made unique
  double radius = 0;  ///< agent radius in map units
  std::string name;   ///< `map`, and the radius if it is not 0: "castle-r0.5"
  std::string family;
  MapOptions read = {};                    ///< options of the map reader
  Slice slice = {};                        ///< slice of the queries to ask
  std::optional<ScenarioRows> asked = {};  ///< scenario rows to ask; default: evenly spaced rows
  std::vector<double> radii = {};          ///< all radii of the map, in map units
  std::shared_ptr<const ProblemSet> problems = {};  ///< problem set of the map, or null
};

/// The name of a map with an agent radius in the results: "castle-r0.5", or "castle" for radius 0.
std::string world_name(const std::string& map, double radius);

/// A sweep that is ready to run: all names are resolved.
struct SweepPlan {
  SweepFile sweep;  ///< sweep file after the overrides
  std::vector<SweepMap> maps;
  std::size_t found = 0;  ///< number of maps of the sweep before the overrides
  std::optional<Shard> shard;
  std::vector<Pin> pins;
  std::vector<std::string> absent;  ///< one line for each map that was not found
};

/// Reads a sweep file and finds its maps: beside the file, in the folder `maps` beside the folder
/// of the file, then in the folder of data sets. A file of problems stands for the map that it
/// names. That map is first searched in the folder of the file of problems. The shard of a map
/// depends only on its position among all maps found. A shard may be empty. Throws InputError, and
/// UnknownName for an override that matches nothing.
SweepPlan plan_sweep(const std::filesystem::path& file, const SweepOverrides& overrides,
                     const Registry& registry);

/// Returns the record of a run of this plan. The hash of the plan covers the settings that
/// determine queries and timing. The hash does not cover maps and methods, because they may be
/// added to a store later.
RunRecord run_record(const SweepPlan& plan);

}  // namespace fairway
