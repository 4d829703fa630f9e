#pragma once

#include <filesystem>

#include "harness/sweep_plan.hpp"

namespace fairway {

enum class SweepOutcome {
  kFinished,
  kMapsRefused,  ///< finished, but for maps or scenarios that could not be read
  kInterrupted,
};

/// Runs what is missing of a sweep into `folder`/results.sqlite, cell by cell, and tells its
/// progress on standard error. Interrupted, it drops the cell it works on. Throws StoreMismatch and
/// DatabaseError; finished cells stay stored in any case.
SweepOutcome run_sweep(const SweepPlan& plan, const std::filesystem::path& folder);

}  // namespace fairway
