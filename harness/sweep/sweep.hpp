#pragma once

#include <filesystem>

#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

enum class SweepOutcome {
  kFinished,
  kMapsRefused,  ///< finished, but some maps or scenarios could not be read
  kInterrupted,
};

/// Runs the missing trials of a sweep into `folder`/results.sqlite and reports progress on standard
/// error. Up to `jobs` maps are measured at the same time, each on its own core; of the stored
/// results only times depend on `jobs`. After an interrupt or a failed job the trials in progress
/// are dropped; finished trials stay stored in any case. Throws StoreMismatch and DatabaseError.
/// If `scratch` is not empty, works on a copy of the store in a new folder below it, and replaces
/// the store after each map (StorePlace). Precondition: `jobs` is 1, or at most usable_cores().
SweepOutcome run_sweep(const SweepPlan& plan, const std::filesystem::path& folder, int jobs,
                       const std::filesystem::path& scratch = {});

}  // namespace fairway
