#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/graph_changes.hpp"
#include "algorithms/methods/method.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/methods/planning.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/search/all_pairs.hpp"
#include "algorithms/smoothing/smoother.hpp"

namespace fairway {

/// What a method builds once for a world. Threads share it, each with its own scratch; only
/// change() changes it.
template <Representation R>
struct MethodIndex {
  /// Makes the parts of the free space that the method uses, then builds the representation, unless
  /// every query is unsupported. Keeps a reference to the free space. Throws MemoryLimitExceeded if
  /// the table of all pairs would be too large.
  MethodIndex(const FreeSpace& world, const typename R::Options& options,
              const SearchSettings& search)
      : space(world), settings(search), guarantees(guarantees_of<R>(options)) {
    facts.supported = supports(space, options, settings);
    if (!facts.supported) return;
    facts.parts = parts_of<R>(space, options) | parts_of(settings.smoother);
    space.make(facts.parts);
    LapClock clock;
    representation.emplace(build_of<R>(space, options, settings.pruning));
    facts.build_nanoseconds = clock.lap();
    gather_facts();
    if (settings.search == SearchKind::kAllPairs) build_table();
    least_factor = least_cost_factor_of(*representation);
    weight = settings.weight * least_factor;
  }
  MethodIndex(const MethodIndex&) = delete;
  MethodIndex& operator=(const MethodIndex&) = delete;

  /// Whether the representation honours the world's terrain, and has what the smoother needs.
  static bool supports(const FreeSpace& space, const typename R::Options& options,
                       const SearchSettings& settings) {
    const Guarantees guarantees = guarantees_of<R>(options);
    return (space.terrain() == nullptr || guarantees.terrain) &&
           (!needs_corridor(settings.smoother) ||
            (CorridorRepresentation<R> && guarantees.corridors)) &&
           (!needs_cells(settings.smoother) || CoveringRepresentation<R>);
  }

  /// As Planner::update_facts().
  void update_facts() {
    if (facts.supported) gather_facts();
  }

  /// As Planner::change().
  std::optional<std::int64_t> change(const SpaceChange& change) {
    if constexpr (RepairsItself<R>) {
      if (facts.supported && !table) {
        LapClock clock;
        if (!representation->change(change)) return std::nullopt;
        const std::int64_t nanoseconds = clock.lap();
        if constexpr (KnowsChangedVertices<R>) {
          changes.add(representation->changed_vertices(), vertex_count_of(*representation));
        } else {
          changes.add_unknown();
        }
        return nanoseconds;
      }
    }
    static_cast<void>(change);
    return std::nullopt;
  }

  const FreeSpace& space;
  SearchSettings settings;
  Guarantees guarantees;
  PlannerFacts facts;
  std::optional<R> representation;  ///< empty if every query is unsupported
  std::optional<AllPairs> table;    ///< if paths are looked up instead of searched
  GraphChanges changes;             ///< of the representation's graph
  double least_factor = 1;          ///< of cost to length
  double weight = 1;                ///< of the heuristic, with the least factor

 private:
  void gather_facts() {
    if constexpr (requires { representation->update_report(); }) representation->update_report();
    add_report(representation->report(), space, facts);
    facts.memory_bytes = representation->memory_bytes();
    facts.vertices = vertex_count_of(*representation);
    facts.edges = edge_count_of(*representation);
  }

  void build_table() {
    LapClock clock;
    table.emplace(AllPairs::build(representation->graph(), settings.table_mb));
    const std::int64_t nanoseconds = clock.lap();
    facts.build_nanoseconds += nanoseconds;
    facts.build_phases.emplace_back("all pairs", nanoseconds);
    facts.memory_bytes += table->memory_bytes();
  }
};

}  // namespace fairway
