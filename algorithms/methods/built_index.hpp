#pragma once

#include <cstddef>
#include <memory>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

class Preprocessing;
class RepresentationView;

/// What a method builds once for a world, without the adapter's type. Planners share it and only
/// read it; whoever built it may change it while no planner works.
struct BuiltIndex {
  BuiltIndex(const FreeSpace& world, const SearchSettings& search)
      : space(world), settings(search) {}
  BuiltIndex(const BuiltIndex&) = delete;
  BuiltIndex& operator=(const BuiltIndex&) = delete;
  virtual ~BuiltIndex() = default;

  /// Gathers those facts again that depend on what was built. Linear.
  virtual void gather_facts() = 0;
  /// As Planner::view().
  virtual std::unique_ptr<RepresentationView> view() const = 0;
  /// Bytes of what prepare() made; 0 without it.
  std::size_t prepared_bytes() const;

  const FreeSpace& space;
  SearchSettings settings;
  PlannerFacts facts;
  double weight = 1;  ///< of the heuristic, with the least factor of cost to length
  std::shared_ptr<const Preprocessing> prepared;  ///< of a preprocessed search
};

}  // namespace fairway
