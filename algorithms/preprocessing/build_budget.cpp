#include "algorithms/preprocessing/build_budget.hpp"

#include <string>

#include "algorithms/search/build_limits.hpp"
#include "algorithms/settings/option_range.hpp"

namespace fairway {

BuildBudget::BuildBudget(double index_mib, double seconds)
    : index_mib_(index_mib), seconds_(seconds) {}

void BuildBudget::check_bytes(std::size_t bytes) const {
  constexpr double kMib = 1024 * 1024;
  if (static_cast<double>(bytes) <= index_mib_ * kMib) return;
  throw MemoryLimitExceeded("the preprocessed index needs more than its limit of " +
                            short_text(index_mib_) + " MiB (index_mb)");
}

void BuildBudget::check_time() const {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  if (passed.count() <= seconds_) return;
  throw TimeLimitExceeded("the preprocessing takes longer than its limit of " +
                          short_text(seconds_) + " s (build_s)");
}

}  // namespace fairway
