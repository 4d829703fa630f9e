#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/reference/exact_solver.hpp"

namespace fairway {

/// Options of sample_queries().
struct SampleOptions {
  int count = 100;
  double unreachable = 0.1;  ///< share of queries between different components, 0 to 1
  int bins = 10;             ///< number of equally wide bins, from 0 to the longest optimum found
  std::uint64_t seed = 1;
  /// Free spaces of larger agents. They lie inside the sampled space. A reachable query has a path
  /// in all of them. The ends of every query lie strictly inside all of them.
  std::span<const FreeSpace* const> also = {};
};

struct SampledQuery {
  Query query;
  double optimum = 0;  ///< optimal length; infinity if no path exists
  int bin = -1;        ///< bin of the optimum; -1 if no path exists
  Path path = {};      ///< optimal path
};

/// Sampled queries, as evenly spread over bins of optimal length as possible. Reachable queries
/// come first, one of each bin in turn, the longest bin first. Every prefix of the list is
/// therefore stratified too.
struct SampledQueries {
  std::vector<SampledQuery> queries;
  /// Width of a bin. Bin b holds optima from b * bin_width to (b + 1) * bin_width. The last bin
  /// also holds longer optima.
  double bin_width = 0;
  std::int64_t sampled = 0;  ///< number of sampled pairs of ends
  /// Number of rejected pairs. A pair is rejected if an end is blocked in one of the spaces
  /// SampleOptions::also. A pair for a reachable query is also rejected if one of these spaces has
  /// no path between the ends.
  std::int64_t rejected = 0;
  std::string note;  ///< deviation from the request; empty if none
};

/// Samples queries. Ends are uniform over the free area and strictly inside it (cell centres in
/// worlds of cells). The two ends of a query differ. Bins with too few queries get further queries:
/// the goal is sampled near the start, or both ends of another query are moved slightly. Equal
/// arguments give equal ends on every machine. The number of tries is limited to about 12 exact
/// solutions and 200 rejected pairs per query. Throws std::invalid_argument for a count or number
/// of bins below 1 or a share outside 0 to 1.
SampledQueries sample_queries(const FreeSpace& space, const ExactSolver& solver,
                              const SampleOptions& options);

}  // namespace fairway
