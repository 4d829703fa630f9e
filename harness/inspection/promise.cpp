#include "harness/inspection/promise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fairway {

std::span<const PromiseInfo, kPromiseCount> promises() {
  static constexpr std::array<PromiseInfo, kPromiseCount> kAll{{
      {Promise::kAnswers, "answers",
       "every request is answered as the protocol says, within the limits of time and memory"},
      {Promise::kBlockedEnds, "blocked-ends",
       "an end outside free space is refused as such, the start before the goal, and no other is"},
      {Promise::kLegal, "legal",
       "every path leads from the exact start to the exact goal and stays in free space: touching "
       "is legal, squeezing is not"},
      {Promise::kSmoothed, "smoothed", "smoothing makes no path dearer"},
      {Promise::kComplete, "complete", "a path is found wherever the world has one"},
      {Promise::kOptimal, "optimal", "the path before smoothing is a shortest path of the world"},
      {Promise::kRepeatable, "repeatable",
       "a query has the same answer whenever it is asked, and from another process, too, which "
       "builds the same"},
      {Promise::kTimes, "times", "the times of a query fit into the time that it took"},
      {Promise::kChanges, "changes",
       "where the world changes, the answers are those of the method built anew, in any order of "
       "the "
       "changes, and after undoing all of them those of before"},
      {Promise::kGraph, "graph",
       "edges start where they are listed, end at vertices that exist, and cost 0 or more"},
      {Promise::kRealisedCost, "realised-cost",
       "the cost of an edge or link is the length of what is realised for it"},
      {Promise::kLeastCost, "least-cost",
       "the path found is the cheapest of the graph, by Boost's own search"},
      {Promise::kImmutable, "immutable", "queries change nothing in the representation"},
      {Promise::kCorridors, "corridors",
       "the funnel through the portals of a path makes a legal path that is not longer"},
      {Promise::kCovers, "covers", "what the representation says it covers can be walked"},
      {Promise::kComponents, "components", "edges join vertices of the same component"},
      {Promise::kReport, "report",
       "the vertices, components, area and memory that it reports can be those that it has"},
  }};
  return kAll;
}

std::optional<Promise> promise_named(std::string_view name) {
  for (const PromiseInfo& info : promises()) {
    if (info.name == name) return info.promise;
  }
  return std::nullopt;
}

std::string text_of(Point p) { return fmt::format("({}, {})", p.x, p.y); }

const Breach* Findings::breach_of(Promise promise) const {
  const auto at = std::ranges::find(breaches_, promise, &Breach::promise);
  return at == breaches_.end() ? nullptr : &*at;
}

void Findings::add(Breach breach) {
  if (breach_of(breach.promise) == nullptr) breaches_.push_back(std::move(breach));
}

void Findings::merge(const Findings& other) {
  for (std::size_t i = 0; i < kPromiseCount; ++i) checked_[i] += other.checked_[i];
  for (const Breach& breach : other.breaches_) add(breach);
}

}  // namespace fairway
