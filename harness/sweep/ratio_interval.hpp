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

/// Returns the geometric mean of ratios with the 95 % interval of Student's t distribution.
/// `logarithms` are the natural logarithms of the ratios. Precondition: at least two ratios.
RatioInterval ratio_interval(std::span<const double> logarithms);

}  // namespace fairway
