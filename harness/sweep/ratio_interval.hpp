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

/// The geometric mean of ratios, given as logarithms, with the 95 % interval of Student's t
/// distribution. The self-test uses it; scripts/compare.py compares stores. Precondition: at least
/// two ratios.
RatioInterval ratio_interval(std::span<const double> logarithms);

}  // namespace fairway
