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
  std::vector<OptionInfo> options;  ///< of its representation; empty for another program's method
};

struct ConformSettings {
  std::uint32_t seed = 1;                   ///< for random worlds and queries
  int queries = 60;                         ///< in each world
  int random_worlds = 4;                    ///< of each of six kinds, and as many with terrain
  std::vector<std::filesystem::path> maps;  ///< examined in addition
  std::optional<Trial>
      only;  ///< examined instead of all other worlds; with sampled queries if it has none
  std::optional<ChangingWorld> only_changing;  ///< likewise
  bool coarse = false;                         ///< examine `only` with coarse_values()
  std::chrono::seconds most_shrinking{};       ///< for each broken promise
  std::filesystem::path out;  ///< folder for worlds and pictures that show a broken promise
  WorkerSettings workers;
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  /// Receives messages about faulty maps and files that cannot be written.
  std::function<void(const std::string&)> left_out = progress;
};

/// A broken promise, in the smallest world and with the fewest queries found.
struct ShownBreach {
  Breach breach;
  std::string first_world = {};     ///< name of the world in which it was found
  std::vector<Query> queries = {};  ///< empty if no single world shows it
  std::size_t size = 0;             ///< of the smallest world; see size_of()
  bool coarse = false;              ///< whether coarse_values() were used
  bool once = false;                ///< whether a second attempt in the same world did not show it
  std::filesystem::path world =
      {};  ///< written file; empty if no world shows it or it cannot be written
  std::filesystem::path picture = {};
};

struct ConformReport {
  Findings findings;
  std::size_t worlds = 0;  ///< worlds in which the method was built
  std::size_t refused =
      0;  ///< worlds that the method does not support, or that are too large for it
  std::size_t queries = 0;
  std::size_t found = 0;
  std::vector<ShownBreach> breaches;  ///< empty if the method conforms
};

/// Examines methods in hand-made, extreme and random worlds and in maps (see examine()), and
/// shrinks each trial that breaks a promise. Returns a report for each candidate. Leaves out faulty
/// maps, but throws InputError if `only` is faulty.
std::vector<ConformReport> conform(const ConformSettings& settings,
                                   const std::vector<Candidate>& candidates);

}  // namespace fairway::conformance
