#pragma once

#include <cstddef>
#include <span>

namespace fairway {

/// A geometric mean of ratios with its 95 % confidence interval.
struct RatioInterval {
  double ratio = 1;
  double low = 1;
  double high = 1;
  std::size_t count = 0;  ///< number of ratios

  bool excludes_one() const { return low > 1 || high < 1; }
};

/// The geometric mean of ratios given by their logarithms, with Student's t interval: what the self
/// test decides by. Stores are compared by scripts/compare.py. Precondition: there are at least
/// two.
RatioInterval ratio_interval(std::span<const double> logarithms);

}  // namespace fairway
