// Checks properties on random worlds of RapidCheck. A property must hold for every world. If a
// property fails, the smallest failing world that was found is printed.
//
// By default, a property is checked on at most a hundred cases, which are the same in every run.
// RapidCheck's variable RC_PARAMS changes this. This example checks 50 times as many cases with
// another seed:
//
//     RC_PARAMS="max_success=5000 seed=7" build/release/tests/properties_tests
//
// A failure also prints the value of RC_PARAMS that repeats only this case.

#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

namespace fairway::properties {

/// Relative rounding error of lengths of paths.
inline constexpr double kRounding = 1e-12;

/// Checks a property in the current test. Checks `share` times the requested number of cases;
/// properties with brute force use a share below 1.
template <class Property>
void check(Property&& property, double share = 1) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(test.test_suite_name()) + "/" + test.name();
  metadata.description = test.name();
  const char* given = std::getenv("RC_PARAMS");
  const std::string wanted = given == nullptr ? "" : given;
  // RapidCheck reads the variable only once, and draws a seed if the variable has none.
  if (wanted.find("seed=") == std::string::npos) {
    setenv("RC_PARAMS", (wanted + " seed=1").c_str(), 1);
  }
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = std::max(1, static_cast<int>(params.maxSuccess * share));
  const auto result = rc::detail::checkTestable(std::forward<Property>(property), metadata, params);
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  FAIL() << message.str();
}

}  // namespace fairway::properties
