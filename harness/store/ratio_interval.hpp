#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fairway {

/// A geometric mean of ratios with its 95 % confidence interval.
struct RatioInterval {
  double ratio = 1;
  double low = 1;
  double high = 1;
  std::size_t count = 0;  ///< number of ratios
  double p =
      1;  ///< two-sided: probability of a mean at least this far from 1 if the true mean is 1

  bool excludes_one() const { return low > 1 || high < 1; }
};

/// The geometric mean of ratios given by their logarithms, with Student's t interval and test.
/// Precondition: there are at least two.
RatioInterval ratio_interval(std::span<const double> logarithms);

/// Which of several tests are significant together at the 5 % level, by Holm's correction (S. Holm,
/// "A simple sequentially rejective multiple test procedure", Scand. J. Statistics 6, 1979).
std::vector<bool> holm_significant(std::span<const double> p_values);

}  // namespace fairway
