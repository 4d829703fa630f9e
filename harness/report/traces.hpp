#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/methods/planner.hpp"
#include "harness/report/store_pictures.hpp"

namespace fairway {

/// Longer searches are cut: their first steps are kept, and the page says how many there were.
inline constexpr std::size_t kMostTraceSteps = 1'000'000;

/// The queries whose searches a report replays.
struct TraceChoice {
  struct Named {
    std::string world;
    int number = 0;
    bool known = false;  ///< whether a store has it
  };
  bool drawn = false;          ///< of each world the longest of the queries chosen for pictures
  std::vector<Named> named{};  ///< and these
  std::filesystem::path
      terrain{};  ///< table of what the cells of Moving AI maps cost; may be empty

  std::size_t room = SIZE_MAX;  ///< bytes that are left; named queries take more

  bool empty() const { return !drawn && named.empty(); }
};

/// The choice that words state: "drawn", or WORLD:NUMBER. Throws std::invalid_argument for others.
TraceChoice parse_trace_choice(std::span<const std::string> words);

/// Throws std::invalid_argument if no store has a named query, after `add_traces` of all stores.
void expect_known(const TraceChoice& choice);

/// The searches of some worlds of a store's methods for the chosen queries, run again by this
/// program, as parts of the page: "traces", a list of what there is, and "trace-I" for each search.
/// Marks the named queries that the store has. Methods that have no trace are listed with the
/// reason.
///
/// Throws InputError if a map is missing or is not the one that was measured, DatabaseError and
/// StoreMismatch.
std::vector<PagePart> read_traces(const std::filesystem::path& store, const std::string& prefix,
                                  const Places& worlds, TraceChoice& choice);

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
