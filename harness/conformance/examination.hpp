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
  std::size_t found = 0;  ///< queries answered with a path
  std::string refusal;    ///< the method's reason to refuse this world; empty if it does not
};

/// Checks a method's promises on one world. Of the worker's reports it trusts only the points of
/// paths, and the findings about its own representation. Every query is asked alone, then all
/// queries twice in batches in a random order, then by another worker. A worker that crashes, hangs
/// or sends invalid replies breaks Promise::kAnswers.
Examination examine(const Arena& arena, const Guarantees& promised, const StartWorker& start);

}  // namespace fairway::conformance
