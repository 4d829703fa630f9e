#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "algorithms/methods/planner.hpp"

namespace fairway {

/// The maximum number of recorded steps of a search. The page states the number of all steps.
inline constexpr std::size_t kMostTraceSteps = 1'000'000;

/// The queries for which searches are recorded.
struct TraceChoice {
  struct Named {
    std::string world;
    int number = 0;
    bool known = false;  ///< whether the store has the query
  };
  bool drawn = false;               ///< whether to record the longest drawn query of each world
  std::vector<Named> named{};       ///< queries to record in addition to drawn queries
  std::filesystem::path terrain{};  ///< cost table for Moving AI maps; may be empty
  /// Limit in bytes for all traces together. Traces of the queries in `named` are recorded even if
  /// they exceed the limit.
  std::size_t room = SIZE_MAX;
};

/// Parses "drawn" and WORLD:NUMBER. Throws std::invalid_argument for other words.
TraceChoice parse_trace_choice(std::span<const std::string> words);

/// Throws std::invalid_argument if the store does not have a named query. Call it after
/// `recorded_traces`.
void expect_known(const TraceChoice& choice);

/// Repeats the searches of the methods of a store for the chosen queries. Returns JSON for the page
/// of scripts/report.py:
///     {"traces": [{"world": "maze", "number": 0, "named": false, "searches": [
///       {"method": "grid", "expanded": 812, "stored": 812, "data": "<trace_bytes, in base64>"},
///       {"method": "anya", "why": "..."}]}]}
/// `stored` is the number of expansions in the store. A method without a trace has a reason `why`.
/// Marks the named queries that the store has as known.
/// Throws InputError if a map is missing or differs from the measured map, DatabaseError and
/// StoreMismatch.
std::string recorded_traces(const std::filesystem::path& store, TraceChoice& choice);

/// Encodes at most `most` steps of a trace. The header has eight 32-bit numbers. The first five are
/// the lengths of the columns below: (1) nodes, (2) steps, (3) steps of kind 0 or 1, (4) steps of
/// kind 1, 2 or 4, (5) points of the path. (6) is the number of the goal node plus 1, or 0 if the
/// goal was not reached. (7) is the number of all steps of the search. (8) is a real factor f: at
/// every node, h = f * distance to the goal. If no such factor exists, f is 0. Columns follow, all
/// in byte planes (see byte_planes()):
/// - nodes, in the order in which they were reached: x, y, and h if the factor is 0. Each value is
///   a 32-bit real: the value at the node minus the value at its parent. The start is at `origin`
///   with h = 0.
/// - steps: the kind, one byte. 0 reaches a new node, 1 reaches a node again, 2 expands a node, 3
///   closes the last expanded node, 4 closes another node.
/// - steps of kinds 1, 2 and 4: the number of nodes that were reached after the node of the step
///   (32 bits).
/// - steps of kinds 0 and 1: the parent, and g minus the g of the parent (32-bit real). The parent
///   is 0 for the last expanded node, 1 for the start, else the number of the node plus 2. Before
///   the first expansion, 0 stands for the start.
/// - the path: x, then y, relative to `origin`.
std::string trace_bytes(const SearchTrace& trace, std::span<const Point> path, Point origin,
                        Point goal, std::size_t most);

}  // namespace fairway
