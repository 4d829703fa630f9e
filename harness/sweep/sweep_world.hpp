#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

/// A map of a sweep as free space, and what it cost to make it.
struct SweepWorld {
  FreeSpace map;                    ///< as the file states it
  std::optional<FreeSpace> eroded;  ///< by the agent's radius, where it has one
  std::int64_t free_space_ns = 0;

  /// Where the agent's centre may be.
  const FreeSpace& space() const { return eroded ? *eroded : map; }
};

/// Throws InputError where the map cannot be read, is no valid world, or has no room for the agent.
SweepWorld load_sweep_world(const SweepMap& map, const SweepFile& sweep);

/// The queries of a map with their optima, and what is stored with them.
struct Questions {
  WorldRecord world;
  std::vector<QueryRecord> queries;
  std::vector<PathRecord> optima;  ///< of the drawn queries
  std::vector<Segment> outline;
  std::string note;  ///< what could not be had as asked, in words; mostly empty
};

/// Draws up a map's queries: evenly spaced rows of the scenario beside it, or generated ones, and
/// solves each exactly. Depends on nothing but the map, its scenario and the sweep's settings.
/// Throws InputError where the scenario is faulty.
Questions draw_up_questions(const SweepMap& map, const SweepWorld& world, const SweepFile& sweep);

}  // namespace fairway
