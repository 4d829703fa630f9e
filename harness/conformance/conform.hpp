#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "algorithms/representations/representation.hpp"
#include "datasets/changing/changing_world.hpp"
#include "harness/conformance/shrink.hpp"
#include "harness/inspection/promise.hpp"
#include "harness/worker/process_worker.hpp"

namespace fairway::conformance {

/// A method to examine.
struct Candidate {
  Method method;
  Guarantees promised;
  std::vector<OptionInfo> options;  ///< options of the method; empty for an external program
};

struct ConformSettings {
  std::uint32_t seed = 1;                   ///< seed of random worlds and queries
  int queries = 60;                         ///< number of queries per world
  int random_worlds = 4;                    ///< number of random worlds of each kind
  std::vector<std::filesystem::path> maps;  ///< further maps to examine
  /// If set, examines only this world. If the trial has no queries, samples queries.
  std::optional<Trial> only;
  std::optional<ChangingWorld> only_changing;  ///< if set, examines only this changing world
  /// Whether to examine `only` or `only_changing` with the options coarse_values().
  bool coarse = false;
  std::chrono::seconds most_shrinking{};  ///< time limit for shrinking, per broken promise
  std::filesystem::path out;              ///< folder for worlds and pictures of broken promises
  WorkerSettings workers;
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  /// Receives messages about faulty maps, which are skipped, and files that cannot be written.
  std::function<void(const std::string&)> left_out = progress;
};

/// A broken promise, with the smallest world and the fewest queries that were found to break it.
struct ShownBreach {
  Breach breach;
  std::string first_world = {};  ///< name of the world in which the breach was found
  /// Queries that break the promise in `world`. Empty if `world` is a changing world, or if the
  /// breach concerns all worlds together.
  std::vector<Query> queries = {};
  /// The size_of() of the smallest world. For a changing world, the number of its steps.
  std::size_t size = 0;
  bool coarse = false;  ///< whether coarse_values() were used
  bool once = false;    ///< whether a repeated run kept the promise
  /// The file of the smallest world. Empty if the breach concerns all worlds together, or if the
  /// file cannot be written.
  std::filesystem::path world = {};
  std::filesystem::path picture = {};
};

struct ConformReport {
  Findings findings;
  std::size_t worlds = 0;  ///< number of worlds in which the method was built
  /// Number of worlds that the method does not support, or that are too large for it.
  std::size_t refused = 0;
  std::size_t queries = 0;
  std::size_t found = 0;
  std::vector<ShownBreach> breaches;  ///< broken promises; empty if the method conforms
};

/// Examines methods in hand-made, extreme and random worlds and in maps (see examine()). Shrinks
/// each trial that breaks a promise. Returns one report per candidate. Reports faulty maps to
/// settings.left_out, but throws InputError if `only` is faulty.
std::vector<ConformReport> conform(const ConformSettings& settings,
                                   const std::vector<Candidate>& candidates);

}  // namespace fairway::conformance
