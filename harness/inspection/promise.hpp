#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The promises of a method. Promises before kGraph concern answers of any program. Promises from
/// kGraph on concern the representation of a built-in method.
enum class Promise : std::uint8_t {
  kAnswers,
  kBlockedEnds,
  kLegal,
  kSmoothed,
  kComplete,
  kOptimal,
  kRepeatable,
  kTimes,
  kChanges,
  kGraph,
  kRealisedCost,
  kLeastCost,
  kImmutable,
  kCorridors,
  kCovers,
  kComponents,
  kReport,
};
inline constexpr std::size_t kPromiseCount = 17;
inline constexpr std::size_t index_of(Promise promise) { return static_cast<std::size_t>(promise); }

struct PromiseInfo {
  Promise promise;
  std::string_view name;       ///< for example "realised-cost"
  std::string_view statement;  ///< the promise as a sentence
};

/// All promises, in the order of the enum.
std::span<const PromiseInfo, kPromiseCount> promises();
inline const PromiseInfo& info_of(Promise promise) { return promises()[index_of(promise)]; }
/// Returns the promise with this name, or nothing if no promise has it.
std::optional<Promise> promise_named(std::string_view name);

/// Formats a point for messages: "(1, 2)".
std::string text_of(Point p);

/// A broken promise.
struct Breach {
  Promise promise;
  std::string message;               ///< observed fault, in one line
  std::optional<std::size_t> query;  ///< index of the query, if a single query shows the fault
  Path path = {};                    ///< path that shows the fault, if any
};

/// The number of checks and the first breach of each promise.
class Findings {
 public:
  std::size_t checked(Promise promise) const { return checked_[index_of(promise)]; }
  const std::vector<Breach>& breaches() const { return breaches_; }
  const Breach* breach_of(Promise promise) const;

  /// Adds `count` to the number of checks of a promise.
  void note(Promise promise, std::size_t count = 1) { checked_[index_of(promise)] += count; }
  /// Adds a breach, unless its promise already has one.
  void add(Breach breach);
  /// Counts a check. If the promise is broken for the first time, adds a breach with the text of
  /// message(). Returns `kept`.
  bool expect(Promise promise, bool kept, std::optional<std::size_t> query, auto&& message,
              const Path& path = {}) {
    note(promise);
    if (!kept && breach_of(promise) == nullptr) add({promise, message(), query, path});
    return kept;
  }
  void merge(const Findings& other);

 private:
  std::array<std::size_t, kPromiseCount> checked_{};
  std::vector<Breach> breaches_;
};

}  // namespace fairway
