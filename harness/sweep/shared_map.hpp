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

/// Reads a map's file, with the sweep's table of terrain if it holds for it. Of a changing world,
/// the world before its changes. Throws InputError.
WorldFile read_sweep_map(const SweepMap& map, const SweepFile& sweep);

/// A map that is asked with one or more radii of the agent. The file is read once, each radius is
/// eroded once, and queries are sampled once. Threads may share it.
class SharedMap {
 public:
  /// Of the map's worlds, any. Keeps references to both.
  SharedMap(const SweepMap& map, const SweepFile& sweep) : map_(map), sweep_(sweep) {}

  /// SHA-256 of the map's file. Throws as sha256_of_file().
  const std::string& sha256();

  /// The map's file as free space.
  struct Content {
    FreeSpace space;
    std::int64_t space_ns = 0;  ///< time of making the space
    std::optional<ChangingWorld> changing;
    std::string unit;  ///< of length, if known
  };
  /// Throws InputError if the map cannot be read, or is no valid world.
  const Content& content();

  /// The map eroded by a radius above 0. Throws InvalidWorld if the agent has no room.
  const TimedErosion& eroded_by(double radius);

  /// Queries sampled with the least of the map's radii. Reachable ones are so at all radii, so that
  /// the map's worlds are asked the same queries. `least` solves queries of the least radius, if
  /// the caller has built it.
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
