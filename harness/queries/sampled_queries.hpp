#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "datasets/scenario.hpp"

namespace fairway {

/// What queries to draw in a world.
struct SampleOptions {
  int count = 100;
  double unreachable = 0.1;  ///< share of queries between different components, 0 to 1
  int bins = 10;             ///< of equal width, from 0 to the longest optimum found
  std::uint64_t seed = 1;
};

struct SampledQuery {
  Query query;
  double optimum = 0;  ///< infinity where no path exists
  int bin = -1;        ///< -1 where no path exists
};

/// Queries drawn at random, as many from each bin of optimal length as can be. Reachable ones come
/// first, one of each bin in turn, the longest bin first, so that every beginning of the list is
/// stratified too.
struct SampledQueries {
  std::vector<SampledQuery> queries;
  double bin_width = 0;  ///< bin b holds optima from b to b + 1 times this; the last holds the rest
  std::string note;      ///< what could not be had as asked, in words; empty where all could
};

/// Draws queries. Ends are spread evenly over the free area, strictly inside it (cell centres in
/// worlds made of cells), and the two ends of a query differ. Bins that this leaves short are
/// filled by goals near their starts and by moving the ends of other queries a little. Equal
/// arguments give equal ends on every machine. The number of tries is bounded: at most about 12
/// exact solutions a query, whatever the world. Throws std::invalid_argument for a count or number
/// of bins below 1 and a share outside 0 to 1.
SampledQueries sample_queries(const FreeSpace& space, const ExactSolver& solver,
                              const SampleOptions& options);

/// The queries as problems of a scenario with real coordinates, ten a bucket, their lengths exact
/// optima (0 where no path exists). Throws std::invalid_argument for a world made of cells: the
/// lengths of its scenarios are octile.
Scenario as_scenario(const SampledQueries& drawn, const FreeSpace& space, const std::string& map);

}  // namespace fairway
