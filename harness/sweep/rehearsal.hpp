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

/// Relative work of the worlds of a plan: 1 + file size / mean file size.
std::vector<double> world_weights(const SweepPlan& plan);

/// The settings of the workers of a sweep, without `core` and `stop`.
WorkerSettings worker_settings(const SweepFile& sweep);

/// A text that is equal for methods that build the same index: the representation and its options.
std::string structure_of(const Method& method);

/// The request of a sweep to draw a representation. The drawing is centred halfway between the ends
/// of the query with the largest QueryRecord::drawn.
DrawRequest picture_request(const FreeSpace& space, std::span<const QueryRecord> queries);

/// Returns the text of `fairway run --dry-run`: maps, methods, queries, expected time and disk
/// space. To estimate time and space, builds each method once on the map of median size and asks a
/// few queries. Stores nothing.
std::string rehearse(const SweepPlan& plan, int jobs);

}  // namespace fairway
