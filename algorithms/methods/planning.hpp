#pragma once

#include <optional>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/representations/build_report.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

/// The located ends of a query, and the clock of the later phases.
struct QueryEnds {
  Location start;
  Location goal;
  LapClock clock;

  bool blocked() const { return start.place == Place::kBlocked || goal.place == Place::kBlocked; }
};

/// The first step of every planner: empties the answer and locates both ends, in the cells if the
/// method does not use point location. Returns nothing if that completes the answer: no query is
/// supported, or an end is blocked and may not be.
std::optional<QueryEnds> begin_answer(const FreeSpace& space, const Query& query,
                                      const PlannerFacts& facts, bool may_be_blocked,
                                      Answer& answer);

/// Adds what a representation or solver reports of itself.
void add_report(const BuildReport& report, const FreeSpace& space, PlannerFacts& facts);

}  // namespace fairway
