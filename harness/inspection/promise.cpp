#include "harness/inspection/promise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fairway {

std::span<const PromiseInfo, kPromiseCount> promises() {
  static constexpr std::array<PromiseInfo, kPromiseCount> kAll{{
      {Promise::kAnswers, "answers",
       "the program answers every request according to the protocol, within the limits of time and "
       "memory"},
      {Promise::kBlockedEnds, "blocked-ends",
       "an end outside free space gets the status `start_blocked` or `goal_blocked`; no other end "
       "does"},
      {Promise::kLegal, "legal",
       "every path is legal and leads from the exact start to the exact goal"},
      {Promise::kSmoothed, "smoothed", "smoothing does not increase the cost of a path"},
      {Promise::kComplete, "complete", "a path is found if the world has one"},
      {Promise::kOptimal, "optimal", "the path before smoothing is a shortest path of the world"},
      {Promise::kRepeatable, "repeatable",
       "a query always gets the same answer, also from another process that builds in time"},
      {Promise::kTimes, "times",
       "the reported times of a query do not exceed the time that the harness waited"},
      {Promise::kChanges, "changes",
       "after changes in any order, the method answers like a rebuilt method"},
      {Promise::kGraph, "graph",
       "edges start at their vertex, end at existing vertices, and have finite costs of 0 or more"},
      {Promise::kRealisedCost, "realised-cost",
       "the cost of an edge or link equals the cost of its realised path"},
      {Promise::kLeastCost, "least-cost",
       "the found path is a cheapest path of the graph, compared with Boost's search"},
      {Promise::kImmutable, "immutable", "queries do not change the representation"},
      {Promise::kCorridors, "corridors",
       "the funnel through the portals of a path gives a legal path that is not longer"},
      {Promise::kCovers, "covers",
       "if covered points of a path are dropped, the path stays legal and is not longer"},
      {Promise::kComponents, "components", "edges join vertices of the same component"},
      {Promise::kReport, "report",
       "the reported vertices, components, area and memory agree with the graph"},
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
