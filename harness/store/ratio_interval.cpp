#include "harness/store/ratio_interval.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <numeric>

namespace fairway {

RatioInterval ratio_interval(std::span<const double> logarithms) {
  namespace statistics = boost::math::statistics;
  constexpr double kTail = 0.025;
  const auto n = static_cast<double>(logarithms.size());
  const double mean = statistics::mean(logarithms.begin(), logarithms.end());
  const double error =
      std::sqrt(statistics::sample_variance(logarithms.begin(), logarithms.end()) / n);
  // In doubles: the start-up of Boost's functions of long doubles overflows under valgrind, which
  // computes them as doubles.
  namespace policies = boost::math::policies;
  const boost::math::students_t_distribution<double,
                                             policies::policy<policies::promote_double<false>>>
      distribution(n - 1);
  const double reach = error * quantile(complement(distribution, kTail));
  RatioInterval interval{std::exp(mean), std::exp(mean - reach), std::exp(mean + reach),
                         logarithms.size(), mean == 0 ? 1.0 : 0.0};
  if (error > 0) interval.p = 2 * cdf(complement(distribution, std::abs(mean) / error));
  return interval;
}

std::vector<bool> holm_significant(std::span<const double> p_values) {
  constexpr double kLevel = 0.05;
  std::vector<std::size_t> ranked(p_values.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](std::size_t i, std::size_t j) { return p_values[i] < p_values[j]; });
  std::vector<bool> significant(p_values.size(), false);
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    const auto left = static_cast<double>(ranked.size() - rank);
    if (p_values[ranked[rank]] * left > kLevel) break;
    significant[ranked[rank]] = true;
  }
  return significant;
}

}  // namespace fairway
