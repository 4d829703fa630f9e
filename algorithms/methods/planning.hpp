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

/// Begins an answer: empties it and locates both ends, in the mesh or, if the method does not use
/// point location, in the cells of the world. Returns nothing if the answer is already complete: queries are
/// unsupported, or an end is blocked and `may_be_blocked` is false. Throws like Planner::plan().
std::optional<QueryEnds> begin_answer(const FreeSpace& space, const Query& query,
                                      const PlannerFacts& facts, bool may_be_blocked,
                                      Answer& answer);

/// Adds the report of a representation or solver to the facts.
void add_report(const BuildReport& report, const FreeSpace& space, PlannerFacts& facts);

}  // namespace fairway
