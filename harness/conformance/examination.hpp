#pragma once

#include <cstddef>
#include <string>

#include "algorithms/representations/representation.hpp"
#include "harness/conformance/interview.hpp"
#include "harness/inspection/promise.hpp"
#include "harness/worker/worker.hpp"

namespace fairway::conformance {

/// The result of an examination.
struct Examination {
  Findings findings;
  std::size_t found = 0;  ///< number of queries answered with a path
  std::string refusal;    ///< why the method refuses this world; empty if it does not
};

/// Checks the promises of a method in one world. Trusts only the points of reported paths, and the
/// findings of the worker about its own representation. First asks each query alone. Then asks all
/// queries twice, in batches in a random order. Then asks all queries in another worker. A worker
/// that crashes, hangs or sends invalid replies breaks Promise::kAnswers.
Examination examine(const Arena& arena, const Guarantees& promised, const StartWorker& start);

}  // namespace fairway::conformance
