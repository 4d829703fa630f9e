#pragma once

#include <string>

#include "algorithms/methods/planner.hpp"

namespace fairway {

/// A search as a trace for the Posthoc visualiser, format 1.4.0 (JSON). The first events are
/// `source` and `destination`. Each step of the search is an event: `generating`, `updating`,
/// `expanding` or `closing`. The last event is `end`, if a path was found. An event has the map
/// coordinates of its node. All events but the first two also have f, g and h. Vertices are
/// numbers; the ends of the query are "start" and "goal". `y_down` states that the y axis of the
/// world points down, as in the visualiser; otherwise the trace flips the axis. `unit` is the
/// diameter of a node in the picture, in map units. Source:
/// https://github.com/ShortestPathLab/posthoc-app, protocol/Trace-v140.ts and
/// resources/traces/v1.4.0.
std::string posthoc_trace(const Query& query, const Answer& answer, const SearchTrace& trace,
                          bool y_down, double unit);

}  // namespace fairway
