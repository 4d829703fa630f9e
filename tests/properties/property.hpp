// Properties: what holds for every world, held against worlds that RapidCheck draws. Where one does
// not hold, the smallest world found that shows it is printed.
//
// By default each property sees the same hundred or fewer cases in every run. To see more, or
// others, set RapidCheck's own variable, here for 50 times as many from another seed:
//
//     RC_PARAMS="max_success=5000 seed=7" build/release/tests/properties_tests
//
// A failure also prints what to set to see just this case again.

#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

namespace fairway::properties {

/// Checks a property in the current test. It sees `share` of the cases asked for: properties that
/// judge by brute force take less.
template <class Property>
void check(Property&& property, double share = 1) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(test.test_suite_name()) + "/" + test.name();
  metadata.description = test.name();
  const char* given = std::getenv("RC_PARAMS");
  const std::string wanted = given == nullptr ? "" : given;
  // RapidCheck reads the variable once, when it is first asked, and draws a seed if there is none.
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
