#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "harness/records.hpp"
#include "harness/sweep_plan.hpp"

namespace fairway {

/// A map of a sweep as free space, and what it cost to make it.
struct SweepWorld {
  FreeSpace space;
  bool raster = false;
  std::int64_t free_space_ns = 0;
};

/// Throws InputError where the map cannot be read or is no valid world.
SweepWorld load_sweep_world(const SweepMap& map);

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
