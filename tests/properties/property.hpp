// Checks properties that must hold for every world on random worlds of RapidCheck. If a property
// fails, the smallest failing world found is printed.
//
// By default, a property sees at most a hundred cases, the same in every run. RapidCheck's variable
// RC_PARAMS changes this, here to 50 times as many cases with another seed:
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

/// Checks a property in the current test, for `share` of the requested cases. Properties with brute
/// force use a smaller share.
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
