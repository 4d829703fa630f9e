#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "datasets/changing/changing_world.hpp"
#include "harness/queries/sampled_queries.hpp"
#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

/// Reads the file of a map. A Moving AI map gets the cost table of the sweep. For a changing world,
/// returns the world before all bursts. Throws InputError.
WorldFile read_sweep_map(const SweepMap& map, const SweepFile& sweep);

/// A map with one or more agent radii. The map is read once, eroded once per radius, and its
/// queries are sampled once. Thread-safe.
class SharedMap {
 public:
  /// `map` is the map with any of its radii. Keeps references to both arguments.
  SharedMap(const SweepMap& map, const SweepFile& sweep) : map_(map), sweep_(sweep) {}

  /// The SHA-256 of the map file. Throws as sha256_of_file().
  const std::string& sha256();

  /// The map file as free space.
  struct Content {
    FreeSpace space;
    std::int64_t space_ns = 0;  ///< time to build the free space
    std::optional<ChangingWorld> changing;
    std::string unit;  ///< unit of length, if known
  };
  /// Throws InputError if the map cannot be read or is no valid world.
  const Content& content();

  /// The map eroded by a radius above 0. Throws InvalidWorld if the agent has no room.
  const TimedErosion& eroded_by(double radius);

  /// Samples queries in the world of the least radius. All radii of the map get these queries. A
  /// query with a path at the least radius is kept only if it has a path at all radii. `least` is
  /// an exact solver for the least radius. If it is null, builds this solver.
  const SampledQueries& sampled(const ExactSolver* least);

 private:
  struct Eroded {
    std::optional<TimedErosion> erosion;
    std::optional<InvalidWorld> fault;
  };

  const FreeSpace& space_of(double radius) {
    return radius == 0 ? content().space : eroded_by(radius).space;
  }

  const SweepMap& map_;
  const SweepFile& sweep_;
  std::recursive_mutex mutex_;
  std::optional<std::string> sha256_;
  std::optional<Content> content_;
  std::map<double, Eroded> eroded_;
  std::optional<SampledQueries> sampled_;
};

}  // namespace fairway
