#include "harness/sweep/ratio_interval.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>

namespace fairway {

RatioInterval ratio_interval(std::span<const double> logarithms) {
  namespace statistics = boost::math::statistics;
  constexpr double kTail = 0.025;
  const auto n = static_cast<double>(logarithms.size());
  const double mean = statistics::mean(logarithms.begin(), logarithms.end());
  const double error =
      std::sqrt(statistics::sample_variance(logarithms.begin(), logarithms.end()) / n);
  // Avoids promotion to long double: under valgrind, long double overflows in Boost.
  namespace policies = boost::math::policies;
  const boost::math::students_t_distribution<double,
                                             policies::policy<policies::promote_double<false>>>
      distribution(n - 1);
  const double reach = error * quantile(complement(distribution, kTail));
  return {std::exp(mean), std::exp(mean - reach), std::exp(mean + reach), logarithms.size()};
}

}  // namespace fairway
