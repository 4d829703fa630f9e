#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/changing/changing_world.hpp"
#include "datasets/world.hpp"
#include "harness/judging/changing_truth.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/shared_map.hpp"
#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

/// A map of a sweep as free space, and the time it took to make it.
struct SweepWorld {
  FreeSpace map;                    ///< as the file states it
  std::optional<FreeSpace> eroded;  ///< eroded by the agent's radius, if that is not zero
  std::int64_t free_space_ns = 0;
  std::optional<ChangingWorld> changing = {};  ///< if the file states changes of the map
  std::string unit = {};                       ///< of length, if known
  std::int64_t erosion_ns = 0;                 ///< time of eroding, if it is eroded

  /// The space for the agent's centre.
  const FreeSpace& space() const { return eroded ? *eroded : map; }
};

/// Throws InputError if the map cannot be read, is not a valid world, or has no room for the agent.
SweepWorld load_sweep_world(const SweepMap& map, SharedMap& shared);

/// The queries of a map with their optima, and the other rows that are stored with them.
struct Questions {
  WorldRecord world;
  std::vector<QueryRecord> queries;
  std::vector<PathRecord> optima;  ///< of the queries whose paths are kept
  std::vector<Segment> outline;
  std::vector<BurstRecord> bursts;       ///< of a world that changes
  std::unique_ptr<ChangingTruth> truth;  ///< likewise, at the moment before all bursts
  std::string note;  ///< what differs from the sweep's request, in words; mostly empty
};

/// Makes a map's queries and solves each exactly. They are evenly spaced rows of the scenario
/// beside the map or of the changing world, or generated ones. The result depends only on the map,
/// its scenario and the sweep's settings. Of a world that changes, queries after a burst are solved
/// as its truth takes the bursts; then complete_questions() adds what that has found. Throws
/// InputError if the scenario is faulty.
Questions draw_up_questions(const SweepMap& map, const SweepWorld& world, const SweepFile& sweep,
                            SharedMap& shared);
/// Precondition: the truth has taken all bursts.
void complete_questions(Questions& questions, const SweepFile& sweep);

}  // namespace fairway
