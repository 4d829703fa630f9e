#pragma once

#include <cstdint>
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
/// label of a, and reversed(h) in that of reversed(b).
struct Labelling {
  std::vector<std::int32_t> order;                ///< turns, the most important first
  std::vector<std::vector<LabelEntry>> label_of;  ///< of each state, in the order of their hubs
};

/// Labels all states. Hubs are ordered by how many shortest paths pass them that no earlier hub
/// covers, found in trees of shortest paths out of sampled turns (deterministic). A state enters a
/// label only if no known path between the corners is shorter than that between the states.
/// Sources: T. Akiba, Y. Iwata, Y. Yoshida, "Fast Exact Shortest-Path Distance Queries on Large
/// Networks by Pruned Landmark Labeling", SIGMOD 2013; D. Delling, A. Goldberg, T. Pajor,
/// R. Werneck, "Robust Distance Queries on Massive Networks", ESA 2014 (greedy path cover).
Labelling label_states(const TautStates& states);

}  // namespace fairway
