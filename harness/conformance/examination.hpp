#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/representations/representation.hpp"
#include "harness/inspection/promise.hpp"
#include "harness/records/records.hpp"
#include "harness/worker/shared_text.hpp"
#include "harness/worker/worker.hpp"

namespace fairway::conformance {

/// A world that workers can read, and queries with what is exactly true of them.
struct Arena {
  Arena(FreeSpace free_space, std::span<const Query> asked);

  FreeSpace space;
  PathChecker checker;
  SharedText world;
  std::vector<QueryRecord> queries;
};

/// What came of an examination.
struct Examination {
  Findings findings;
  std::size_t found = 0;  ///< queries answered with a path
  std::string refusal;    ///< why the method refuses this world, if it does
};

/// Holds a method on one world to what it promises. Nothing of what its worker says is believed but
/// the points of its paths, and what it finds in its own representation. Every query is asked by
/// itself, then all of them twice in a random order, in batches, then of another worker. The worker
/// may crash, hang or talk nonsense: that breaks Promise::kAnswers.
Examination examine(const Arena& arena, const Guarantees& promised, const StartWorker& start);

}  // namespace fairway::conformance
