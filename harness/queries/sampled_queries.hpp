#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/reference/exact_solver.hpp"

namespace fairway {

/// How to sample queries in a world.
struct SampleOptions {
  int count = 100;
  double unreachable = 0.1;  ///< share of queries between different components, 0 to 1
  int bins = 10;             ///< of equal width, from 0 to the longest optimum found
  std::uint64_t seed = 1;
  /// Spaces within the sampled one, of agents with greater radii. A reachable query has a path in
  /// all of them, too, and the ends of every query lie strictly inside all of them.
  std::span<const FreeSpace* const> also = {};
};

struct SampledQuery {
  Query query;
  double optimum = 0;  ///< infinity where no path exists
  int bin = -1;        ///< -1 where no path exists
  Path path = {};      ///< of this length
};

/// Sampled queries, as evenly spread over bins of optimal length as possible. Reachable ones come
/// first, one of each bin in turn, the longest bin first, so that every prefix of the list is
/// stratified too.
struct SampledQueries {
  std::vector<SampledQuery> queries;
  double bin_width =
      0;  ///< bin b holds optima from b to b + 1 times this; the last bin also holds longer ones
  std::int64_t sampled = 0;   ///< pairs of ends that were sampled
  std::int64_t rejected = 0;  ///< of these, pairs that another space of `also` has no path for
  std::string note;           ///< what differs from the request, in words; empty if nothing does
};

/// Samples queries. Ends are uniform over the free area and strictly inside it (cell centres in
/// worlds made of cells), and the two ends of a query differ. Bins that are still short are filled
/// with goals near their starts, and by moving the ends of other queries a little. Equal arguments
/// give equal ends on every machine. The number of tries is bounded: at most about 12 exact
/// solutions and 200 rejected pairs a query, in any world. Throws std::invalid_argument for a count
/// or number of bins below 1 or a share outside 0 to 1.
SampledQueries sample_queries(const FreeSpace& space, const ExactSolver& solver,
                              const SampleOptions& options);

}  // namespace fairway
