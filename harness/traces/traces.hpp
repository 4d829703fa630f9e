#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "algorithms/methods/planner.hpp"

namespace fairway {

/// Longer searches are cut: their first steps are kept, and the page says how many there were.
inline constexpr std::size_t kMostTraceSteps = 1'000'000;

/// The queries whose searches are recorded.
struct TraceChoice {
  struct Named {
    std::string world;
    int number = 0;
    bool known = false;  ///< whether the store has it
  };
  bool drawn = false;          ///< of each world the longest of the queries chosen for pictures
  std::vector<Named> named{};  ///< and these
  std::filesystem::path terrain{};  ///< costs of cells of Moving AI maps; may be empty
  std::size_t room = SIZE_MAX;      ///< bytes for searches; named queries may take more
};

/// The choice that words state: "drawn", or WORLD:NUMBER. Throws std::invalid_argument for others.
TraceChoice parse_trace_choice(std::span<const std::string> words);

/// Throws std::invalid_argument if the store has no such named query, after `recorded_traces`.
void expect_known(const TraceChoice& choice);

/// The searches of a store's methods for the chosen queries, run again by this program. A JSON text
/// that the page of scripts/report.py takes:
///
///     {"traces": [{"world": "maze", "number": 0, "named": false, "searches": [
///       {"method": "grid", "expanded": 812, "stored": 812, "data": "<trace_bytes, in base64>"},
///       {"method": "anya", "why": "..."}]}]}
///
/// `stored` is the number of expansions in the store. A method without a trace says why. Marks the
/// named queries that the store has.
///
/// Throws InputError if a map is missing or is not the map that was measured, DatabaseError and
/// StoreMismatch.
std::string recorded_traces(const std::filesystem::path& store, TraceChoice& choice);

/// At most `most` steps of a trace, as bytes. A header of eight numbers of 32 bits: nodes; steps;
/// steps that reach a node; steps that name a node; points of the path; the goal's number plus 1
/// (0: not reached); all steps of the search; the factor (a real) by which distances to the goal
/// give all h, or 0. Then columns, all in byte planes:
/// - of nodes, in the order in which they were reached: x, y, and h if there is no factor, less
/// those
///   of the parent (32-bit reals). Those of the start are `origin` and 0;
/// - of steps: the kind, a byte: 0 reaches a new node, 1 reaches one again, 2 expands one, 3 closes
/// the
///   one expanded last, 4 closes one;
/// - of steps of kinds 1, 2 and 4: how many nodes were reached after the named one (32 bits);
/// - of steps of kinds 0 and 1: the parent (0: the one expanded last, the start before the first;
/// 1:
///   the start; else its number plus 2), and g less that of the parent (32-bit real);
/// - of the path: x, then y, from `origin`.
std::string trace_bytes(const SearchTrace& trace, std::span<const Point> path, Point origin,
                        Point goal, std::size_t most);

}  // namespace fairway
