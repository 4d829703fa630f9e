#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/sweep_plan.hpp"
#include "harness/worker/process_worker.hpp"

namespace fairway {

/// What there is to measure on each world of a plan, relative to others: half of it is the same for
/// all, half grows with the map's file.
std::vector<double> world_weights(const SweepPlan& plan);

/// The settings of a sweep's workers, without a core and what stops them.
WorkerSettings worker_settings(const SweepFile& sweep);

/// What two methods have in common that build the same: the representation and its options.
std::string structure_of(const Method& method);

/// The picture of a representation that a sweep asks for: around the last query that is drawn.
DrawRequest picture_request(const FreeSpace& space, std::span<const QueryRecord> queries);

/// What `fairway run` would do, for people: maps, methods, queries, and the time and disk that are
/// expected. For these it builds every method once on the map in the middle by size, and asks a few
/// queries. Stores nothing.
std::string rehearse(const SweepPlan& plan, int jobs);

}  // namespace fairway
