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
  std::size_t labelled = 0;                       ///< turns
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

/// About how many entries the labels of all states would have, from a sample of turns. Up to twice
/// too high where there are many ways, many times too high in mazes. O(links) for each of the
/// sample.
double expected_entries(const TautStates& states);

}  // namespace fairway
