#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/solvers/hub_labels/taut_states.hpp"

namespace fairway {

/// A hub in the label of a state. The entries of a label are in the order of
/// TautStates::leaves_nearer_wall() for `next`. The entry of the state's own hub is the first.
struct LabelEntry {
  StateId hub;      ///< the hub
  StateId next;     ///< next state on the path to the hub; the hub if this is the hub's own label
  double distance;  ///< length of the path to the hub along taut links
};

/// Hub labels. Suppose that a shortest path leads from state a to state b, and that the turns of a
/// and b are labelled. Then an equally short path passes a common hub h: h is in the label of a,
/// and reversed(h) is in the label of reversed(b).
struct Labelling {
  /// All turns: first the labelled turns, the most important first, then the others.
  std::vector<std::int32_t> order;
  std::size_t labelled = 0;  ///< number of labelled turns
  std::uint64_t steps = 0;   ///< number of links followed plus label entries read
  std::vector<std::vector<LabelEntry>> label_of;  ///< label of each state, see LabelEntry
};

/// Limits of a labelling.
struct LabellingLimits {
  /// Limit of label entries if all turns are labelled.
  std::size_t entries = std::numeric_limits<std::size_t>::max();
  /// Limit of label entries if only some turns are labelled.
  std::size_t entries_of_some = std::numeric_limits<std::size_t>::max();
  /// Limit of links followed by the searches.
  std::uint64_t links = std::numeric_limits<std::uint64_t>::max();
};

/// Labels the states of one turn after the other until a limit is reached. The next turn is the
/// turn that covers the most shortest paths not covered by earlier turns. A turn covers the paths
/// that pass it. Paths are counted in trees of shortest paths from sampled turns. Each run gives
/// the same result. A hub enters the label of a state only if no known path between the corners of
/// hub and state is shorter than the path between the two states.
/// Sources: T. Akiba, Y. Iwata, Y. Yoshida, "Fast Exact Shortest-Path Distance Queries on Large
/// Networks by Pruned Landmark Labeling", SIGMOD 2013; D. Delling, A. Goldberg, T. Pajor, R.
/// Werneck, "Robust Distance Queries on Massive Networks", ESA 2014 (greedy path cover).
Labelling label_states(const TautStates& states, const LabellingLimits& limits = {});

/// Estimate of the labels of all turns, from a sample of turns.
struct LabelForecast {
  /// Number of entries. The estimate can be twice the true number if there are many alternative
  /// paths, and much larger in mazes.
  double entries = 0;
  double reached = 0;  ///< count of states on shortest paths out of a turn, summed over all turns
};

/// Estimates the labels. O(links) for each turn of the sample.
LabelForecast forecast_labels(const TautStates& states);

/// Estimate of Labelling::steps in the result of label_states() without limits. The searches visit
/// more states than labels have entries, but fewer states than searches that do not use labels. The
/// estimate is the geometric mean of these two bounds times a measured factor. Above 20,000 turns,
/// the estimate is too high.
double label_steps(const TautStates& states, const LabelForecast& forecast);

}  // namespace fairway
