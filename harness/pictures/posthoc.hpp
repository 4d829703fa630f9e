#pragma once

#include <string>

#include "algorithms/methods/planner.hpp"

namespace fairway {

/// A search as a trace for the Posthoc visualiser, format 1.4.0 (JSON). Each step is an event, in
/// order: first `source`, then `generating`, `updating`, `expanding` and `closing`, last `end`. An
/// event has its node's coordinates in the world and its f, g and h. Vertices are numbered; the
/// query's ends are "start" and "goal". `y_down` states that the world's y axis points down, as the
/// visualiser's does; otherwise the views flip it. `unit` is the diameter of a node in the picture,
/// in the world's units. Source: https://github.com/ShortestPathLab/posthoc-app,
/// protocol/Trace-v140.ts and resources/traces/v1.4.0.
std::string posthoc_trace(const Query& query, const Answer& answer, const SearchTrace& trace,
                          bool y_down, double unit);

}  // namespace fairway
