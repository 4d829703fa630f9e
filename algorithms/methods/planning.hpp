#pragma once

#include <optional>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/representations/build_report.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

/// The located ends of a query, and the clock for the later phases.
struct QueryEnds {
  ///@{ The located ends, and a clock that starts once both ends are located.
  Location start;
  Location goal;
  LapClock clock;
  ///@}

  /// Whether an end is outside free space.
  bool blocked() const { return start.place == Place::kBlocked || goal.place == Place::kBlocked; }
};

/// Empties the answer and locates both ends of the query. If the method uses SpacePart::kLocation,
/// locate() finds the ends in the triangulation. Otherwise locate_in_cells() finds them.
/// Returns nothing if the answer is already complete. This happens if queries are unsupported, or
/// if an end is blocked and `may_be_blocked` is false. Throws like Planner::plan().
std::optional<QueryEnds> begin_answer(const FreeSpace& space, const Query& query,
                                      const PlannerFacts& facts, bool may_be_blocked,
                                      Answer& answer);

/// Adds the report of a representation or solver to the facts.
void add_report(const BuildReport& report, const FreeSpace& space, PlannerFacts& facts);

}  // namespace fairway
