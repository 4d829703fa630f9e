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
#include "harness/conformance/shrink.hpp"
#include "harness/inspection/promise.hpp"
#include "harness/worker/process_worker.hpp"

namespace fairway::conformance {

/// A method to examine.
struct Candidate {
  Method method;
  Guarantees promised;
  std::vector<OptionInfo> options;  ///< of its representation; none of another program's
};

struct ConformSettings {
  std::uint32_t seed = 1;                   ///< of random worlds and of queries
  int queries = 60;                         ///< in each world
  int random_worlds = 4;                    ///< of each of six kinds, and as many with terrain
  std::vector<std::filesystem::path> maps;  ///< besides
  std::optional<Trial> only;  ///< this and nothing else; drawn queries where it has none
  bool coarse = false;        ///< `only` with coarse_values()
  std::chrono::seconds most_shrinking{20};  ///< for each broken promise
  std::filesystem::path out;                ///< for worlds and pictures of what is broken
  WorkerSettings workers;
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  /// Told of faulty maps and of what cannot be written.
  std::function<void(const std::string&)> left_out = progress;
};

/// A promise that a method broke, in the smallest world and with the fewest queries found.
struct ShownBreach {
  Breach breach;
  std::string first_world = {};      ///< the name of that in which it was found
  std::vector<Query> queries = {};   ///< empty where no single world shows it
  std::size_t size = 0;              ///< of the smallest world, see size_of()
  bool coarse = false;               ///< whether coarse_values() were in force
  bool once = false;                 ///< whether it did not show again in the same world
  std::filesystem::path world = {};  ///< what was written; empty where no world shows it or can be
  std::filesystem::path picture = {};
};

struct ConformReport {
  Findings findings;
  std::size_t worlds = 0;   ///< in which the method was built
  std::size_t refused = 0;  ///< for which it is not made, or which are too large for it
  std::size_t queries = 0;
  std::size_t found = 0;
  std::vector<ShownBreach> breaches;  ///< empty: it conforms
};

/// Holds methods to their promises in hand-made, extreme and random worlds and in maps, see
/// examine(), and shrinks what breaks one. A report for each candidate. Throws InputError where
/// `only` is faulty; maps that are so are left out.
std::vector<ConformReport> conform(const ConformSettings& settings,
                                   const std::vector<Candidate>& candidates);

}  // namespace fairway::conformance
