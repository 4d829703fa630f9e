#pragma once

#include <memory>
#include <optional>

#include "algorithms/methods/built_index.hpp"
#include "algorithms/methods/planning.hpp"
#include "algorithms/methods/representation_view.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/smoothing/smoother.hpp"

namespace fairway {

/// The index of a method, with its representation or solver A.
template <class A>
struct MethodIndex final : BuiltIndex {
  /// First builds the structures derived from free space that the method uses (see SpacePart), then
  /// builds A.
  /// Builds nothing if supports() is false. Keeps a reference to the free space.
  MethodIndex(const FreeSpace& world, const typename A::Options& options,
              const SearchSettings& search)
      : BuiltIndex(world, search), guarantees(guarantees_of<A>(options)) {
    facts.any_radius = guarantees.any_radius && serves_any_radius(settings);
    facts.supported = supports(space, options, settings);
    if (!facts.supported) return;
    facts.parts = parts_of<A>(space, options) | parts_of(settings.smoother);
    space.make(facts.parts);
    LapClock clock;
    if constexpr (Representation<A>) {
      adapter.emplace(build_of<A>(space, options, settings.pruning));
    } else {
      adapter.emplace(A::build(space, options));
    }
    facts.build_nanoseconds = clock.lap();
    gather_facts();
    if constexpr (Representation<A>) {
      least_factor = least_cost_factor_of(*adapter);
      weight = settings.weight * least_factor;
    }
  }

  /// Whether A accepts the world and its terrain, and has the members that the smoother needs.
  /// Returns false for a clearance_weight together with a solver or with terrain.
  static bool supports(const FreeSpace& space, const typename A::Options& options,
                       const SearchSettings& settings) {
    const Guarantees guarantees = guarantees_of<A>(options);
    if constexpr (requires { A::supports(space, options); }) {
      if (!A::supports(space, options)) return false;
    }
    const bool costs_length = settings.clearance_weight == 0;
    return (space.terrain() == nullptr || (guarantees.terrain && costs_length)) &&
           (Representation<A> || costs_length) &&
           (!needs_corridor(settings.smoother) ||
            (CorridorRepresentation<A> && guarantees.corridors)) &&
           (!needs_cells(settings.smoother) || CoveringRepresentation<A>);
  }

  void gather_facts() override {
    if (!facts.supported) return;
    add_report(adapter->report(), space, facts);
    facts.memory_bytes = adapter->memory_bytes() + prepared_bytes();
    if constexpr (Representation<A>) {
      facts.vertices = vertex_count_of(*adapter);
      facts.edges = edge_count_of(*adapter);
    } else {
      if constexpr (requires { adapter->vertex_count(); }) facts.vertices = adapter->vertex_count();
      if constexpr (requires { adapter->edge_count(); }) facts.edges = adapter->edge_count();
    }
  }

  std::unique_ptr<RepresentationView> view() const override {
    if constexpr (Representation<A>) {
      if (adapter) return std::make_unique<ViewOf<A>>(*adapter);
    }
    return nullptr;
  }

  Guarantees guarantees;     ///< promises of A with these options
  std::optional<A> adapter;  ///< the built A; empty if queries are unsupported
  double least_factor = 1;   ///< least ratio of cost to length, over all edges
};

}  // namespace fairway
