#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/sight_lists.hpp"
#include "algorithms/solvers/hub_labels/labelling.hpp"
#include "algorithms/solvers/hub_labels/taut_states.hpp"

namespace fairway {

/// Flags that let a query skip states from which no shortest path can reach its goal. An area is a
/// group of polygons. The flags of an area are a set of bits of states (see FlagId). If a shortest
/// path leaves a corner in a state and ends in the area, the set contains the state's bit for all
/// paths. If such a path leaves close to the wall, the set also contains the other bit. The set may
/// contain other bits too.
struct AreaFlags {
  std::vector<std::uint32_t> area_of;      ///< area of each polygon; empty without flags
  std::vector<std::vector<FlagId>> areas;  ///< flags of each area: the bits in its set
  std::uint64_t steps = 0;  ///< number of links followed plus sight list entries examined
};

/// Finds the flags for at most `area_count` areas by a search along links from each state. It
/// drops paths that are longer than the distances in the labels. Visits O(n k) corners, where n is
/// the number of states and k the number of corners at which shortest paths from one corner turn.
/// Each visit reads the links, labels and visible polygons of the corner. The idea is from arc
/// flags: U. Lauther, "An Extremely Fast, Exact Algorithm for Finding Shortest Paths in Static
/// Networks with Geographical Background", GI-Tage 2004.
AreaFlags flag_areas(const FreeSpace& space, const TautStates& states, const SightLists& lists,
                     const Labelling& labelling, std::size_t area_count);

/// Estimate of AreaFlags::steps in the result of flag_areas().
double flag_steps(const TautStates& states, const SightLists& lists, const LabelForecast& forecast);

}  // namespace fairway
