#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/sight_lists.hpp"
#include "algorithms/solvers/hub_labels/labelling.hpp"
#include "algorithms/solvers/hub_labels/taut_states.hpp"

namespace fairway {

/// Where shortest paths can end: for each area, which is a group of polygons, the states such that
/// some shortest path from their corner leaves it by this state and ends in the area; possibly some
/// more.
struct AreaFlags {
  std::vector<std::uint32_t> area_of;  ///< of each polygon; empty without flags
  std::vector<std::vector<StateId>> areas;
  std::uint64_t steps = 0;  ///< of the searches: links followed, and sights of polygons looked at
};

/// Follows the shortest paths out of each state, which the distances by labels tell from others:
/// O(states * corners that shortest paths from a corner turn at), times their links, labels and the
/// polygons that they see. The idea is that of arc
/// flags: U. Lauther, "An Extremely Fast, Exact Algorithm for Finding Shortest Paths in Static
/// Networks with Geographical Background", GI-Tage 2004.
AreaFlags flag_areas(const FreeSpace& space, const TautStates& states, const SightLists& lists,
                     const Labelling& labelling, std::size_t area_count);

/// About how many steps flag_areas() will take: see AreaFlags::steps.
double flag_steps(const TautStates& states, const SightLists& lists, const LabelForecast& forecast);

}  // namespace fairway
