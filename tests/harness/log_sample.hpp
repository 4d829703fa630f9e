#pragma once

#include <cstddef>
#include <vector>

#include "datasets/generators/random.hpp"

namespace fairway::test {

/// Random logarithms, uniformly distributed from centre - spread to centre + spread.
inline std::vector<double> log_sample(double centre, double spread, std::size_t n, Random& random) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) {
    values.push_back(centre + spread * (2 * random.unit() - 1));
  }
  return values;
}

}  // namespace fairway::test
