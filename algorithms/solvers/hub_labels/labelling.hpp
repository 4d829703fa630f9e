#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/solvers/hub_labels/taut_states.hpp"

namespace fairway {

/// One hub of a state's label: the distance to it along taut links, and the state that follows.
struct LabelEntry {
  StateId hub;
  StateId next;  ///< the hub itself, where it is its own label
  double distance;
};

/// Hub labels: each shortest path between two states a and b passes a state h such that h is in the
/// label of a, and reversed(h) in that of reversed(b). If only the first turns are labelled, this
/// holds for paths between their states.
struct Labelling {
  /// Turns, the most important first. All of them, or those that are labelled and then the others.
  std::vector<std::int32_t> order;
  std::size_t labelled = 0;  ///< turns
  std::uint64_t steps = 0;   ///< of the searches: links followed, and entries of labels read
  std::vector<std::vector<LabelEntry>> label_of;  ///< of each state; hubs in the order of turns
};

/// Most of what a labelling may have, and may take.
struct LabellingLimits {
  std::size_t entries = std::numeric_limits<std::size_t>::max();          ///< if all are labelled
  std::size_t entries_of_some = std::numeric_limits<std::size_t>::max();  ///< if not all are
  std::uint64_t links = std::numeric_limits<std::uint64_t>::max();  ///< followed by its searches
};

/// Labels the states of turn after turn as far as the limits allow. Turns are
/// ordered by how many shortest paths pass them that no earlier one covers, found in trees of
/// shortest paths out of sampled turns; the same in each run. A state enters a label only if no
/// known path between the corners is shorter than that between the states.
/// Sources: T. Akiba, Y. Iwata, Y. Yoshida, "Fast Exact Shortest-Path Distance Queries on Large
/// Networks by Pruned Landmark Labeling", SIGMOD 2013; D. Delling, A. Goldberg, T. Pajor,
/// R. Werneck, "Robust Distance Queries on Massive Networks", ESA 2014 (greedy path cover).
Labelling label_states(const TautStates& states, const LabellingLimits& limits = {});

/// What is to be expected of all labels, from a sample of turns.
struct LabelForecast {
  double entries = 0;  ///< up to twice too high where there are many ways, far too high in mazes
  double reached = 0;  ///< states on shortest paths out of each turn, summed over all turns
};

/// O(links) for each turn of the sample.
LabelForecast forecast_labels(const TautStates& states);

/// About how many steps label_states() will take if nothing limits it: see Labelling::steps.
/// Searches visit more states than enter labels and fewer than they would without labels: the
/// geometric mean of both bounds, times a factor that was measured. Too high above 20,000 turns.
double label_steps(const TautStates& states, const LabelForecast& forecast);

}  // namespace fairway
