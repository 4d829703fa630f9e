#pragma once

#include <cstddef>
#include <memory>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

class Preprocessing;
class RepresentationView;

/// The type-erased index that a method builds once for a world. Planners share the index and only
/// read it. The owner of the index may change it while no planner works.
struct BuiltIndex {
  /// Keeps a reference to the world.
  BuiltIndex(const FreeSpace& world, const SearchSettings& search)
      : space(world), settings(search) {}
  BuiltIndex(const BuiltIndex&) = delete;
  BuiltIndex& operator=(const BuiltIndex&) = delete;
  virtual ~BuiltIndex() = default;

  /// Recomputes the facts about the built index, such as its size. Linear in the index.
  virtual void gather_facts() = 0;
  /// See Planner::view().
  virtual std::unique_ptr<RepresentationView> view() const = 0;
  /// Bytes of the preprocessed index; 0 without preprocessing.
  std::size_t prepared_bytes() const;

  ///@{ The world, the settings of the method, and facts for planners.
  const FreeSpace& space;
  SearchSettings settings;
  PlannerFacts facts;
  ///@}
  /// Factor of the heuristic: its weight times the least ratio of cost to length of all edges.
  double weight = 1;
  std::shared_ptr<const Preprocessing> prepared;  ///< index of a preprocessed search, or null
};

}  // namespace fairway
