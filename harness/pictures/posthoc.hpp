#pragma once

#include <string>

#include "algorithms/methods/planner.hpp"

namespace fairway {

/// A search as a trace for the Posthoc visualiser, format 1.4.0 (JSON): an event for each step in
/// order, from `source` over `generating`, `updating`, `expanding` and `closing` to `end`, each
/// with its node's coordinates in the world and its f, g and h. Vertices are numbered, the query's
/// ends are called "start" and "goal". `y_down`: the world's y runs down, as the visualiser's does;
/// else the views turn it over. `unit` is the diameter of a node in the picture, in the world's
/// units. Source: https://github.com/ShortestPathLab/posthoc-app, protocol/Trace-v140.ts and
/// resources/traces/v1.4.0.
std::string posthoc_trace(const Query& query, const Answer& answer, const SearchTrace& trace,
                          bool y_down, double unit);

}  // namespace fairway
