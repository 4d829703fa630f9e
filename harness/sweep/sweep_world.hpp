#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/changing/changing_world.hpp"
#include "datasets/world.hpp"
#include "harness/judging/changing_truth.hpp"
#include "harness/judging/reference.hpp"
#include "harness/queries/sampled_queries.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/problem_set.hpp"
#include "harness/sweep/shared_map.hpp"
#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

/// A map of a sweep as free space, with build times.
struct SweepWorld {
  FreeSpace map;                    ///< read from the map file
  std::optional<FreeSpace> eroded;  ///< eroded by the agent radius, unless the radius is 0
  std::int64_t free_space_ns = 0;
  std::optional<ChangingWorld> changing = {};  ///< present if the file states changes
  std::string unit = {};                       ///< unit of length, if known
  std::int64_t erosion_ns = 0;                 ///< time to erode; 0 if not eroded

  /// Free space for the centre of the agent.
  const FreeSpace& space() const { return eroded ? *eroded : map; }
};

/// Loads and erodes a map. Throws InputError if the map cannot be read, is no valid world, or has
/// no room for the agent.
SweepWorld load_sweep_world(const SweepMap& map, SharedMap& shared);

/// The queries of a map with their optima, and the other rows that are stored with them.
struct Questions {
  WorldRecord world;
  std::vector<QueryRecord> queries;
  std::vector<PathRecord> optima;  ///< optimal paths of the queries selected by PathsKept
  std::vector<Segment> outline;
  std::vector<BurstRecord> bursts;       ///< bursts of a changing world
  std::unique_ptr<ChangingTruth> truth;  ///< optima of a changing world; null for a static world
  std::string note;                      ///< deviation from the request of the sweep; usually empty
};

/// Chooses the queries of a static map: queries of its problem set, evenly spaced rows of the
/// scenario beside it, or sampled queries. Sets `sampled` to the sample if queries are sampled.
/// Adds notes and counts to `questions`. Throws InputError for a faulty scenario.
std::vector<QueryRecord> static_queries(const SweepMap& map, const SweepWorld& world,
                                        const Reference& reference, const SweepFile& sweep,
                                        SharedMap& shared, Questions& questions,
                                        const SampledQueries*& sampled);

/// Chooses the queries of a map. In a static world, solves all of them; see static_queries(). In a
/// changing world, the queries are evenly spaced queries of the map file, and only queries before
/// the first burst are solved. Questions::truth solves the other queries when it applies bursts;
/// call complete_questions() afterwards. The result depends only on the map, its scenario or
/// problem set, and the settings of the sweep. Throws InputError for a faulty scenario.
Questions prepare_questions(const SweepMap& map, const SweepWorld& world, const SweepFile& sweep,
                            SharedMap& shared);
/// Throws StoreMismatch if the stored queries of a world differ from the queries of the problem
/// set.
void expect_queries_of(const ProblemSet& set, std::span<const QueryRecord> stored);
/// Adds the optima and bursts of a changing world. Precondition: the truth has applied all bursts.
void complete_questions(Questions& questions, const SweepFile& sweep);

}  // namespace fairway
