#pragma once

#include <filesystem>

#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

enum class SweepOutcome {
  kFinished,
  kMapsRefused,  ///< finished, but for maps or scenarios that could not be read
  kInterrupted,
};

/// Runs what is missing of a sweep into `folder`/results.sqlite, trial by trial, and tells its
/// progress on standard error. Up to `jobs` maps are worked at the same time, each on a core of its
/// own; what is stored depends on their number in nothing but times. Interrupted, it drops the
/// trials it works on; so it does where a job fails. Throws StoreMismatch and DatabaseError;
/// finished trials stay stored in any case. Precondition: `jobs` is 1, or at most usable_cores().
SweepOutcome run_sweep(const SweepPlan& plan, const std::filesystem::path& folder, int jobs);

}  // namespace fairway
