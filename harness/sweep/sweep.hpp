#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/sweep/sweep_plan.hpp"

namespace fairway {

enum class SweepOutcome {
  kFinished,
  kMapsRefused,  ///< finished, but some maps or scenarios could not be read
  kFailed,       ///< finished, but with faults: see SweepEnd::faults
  kInterrupted,
};

struct SweepEnd {
  SweepOutcome outcome = SweepOutcome::kFinished;
  /// One line for each map at which the harness failed, and for each built-in method with the
  /// status error.
  std::vector<std::string> faults = {};
};

/// A map at which an earlier process of the run crashed.
struct CrashedMap {
  std::string name;   ///< SweepMap::name
  std::string crash;  ///< ProcessEnd::crash
};

/// Runs the missing trials of a sweep. Stores them in `folder`/results.sqlite, and reports progress
/// on standard error.
/// - Up to `jobs` maps are measured at the same time, each on its own core. Only times depend on
///   `jobs`. Precondition: `jobs` is 1, or at most usable_cores().
/// - After an interrupt or a failed job, unfinished trials are dropped. Finished trials stay
///   stored.
/// - A map at which the harness fails is stored as a refusal, and the other maps run. In a
///   supervised process the CrashTask is the name of the map. Maps in `crashed` are not tried
///   again.
/// - If `scratch` is not empty, works on a copy of the store in a new folder below `scratch`, and
///   replaces the store after each map (StorePlace).
/// Throws StoreMismatch, StoreUnavailable, OutputError and DatabaseError.
SweepEnd run_sweep(const SweepPlan& plan, const std::filesystem::path& folder, int jobs,
                   const std::filesystem::path& scratch = {},
                   const std::vector<CrashedMap>& crashed = {});

}  // namespace fairway
