#include "harness/worker/memory_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace fairway {
namespace {

TEST(MemoryCheck, NoticesWhatIsCountedTooLowOrTooHigh) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's allocator keeps what is freed";
#endif
  constexpr std::size_t kTaken = 8 << 20;
  MemoryCheck check;
  EXPECT_FALSE(check.fault(kTaken)) << "before begin()";
  check.begin();
  EXPECT_FALSE(check.fault(0));
  std::vector<char> taken(kTaken, 1);
  EXPECT_FALSE(check.fault(kTaken));
  EXPECT_FALSE(check.fault(kTaken * 9 / 10));
  EXPECT_THAT(check.fault(kTaken / 2).value_or(""),
              testing::HasSubstr("the counted memory is 4194304 bytes"));
  EXPECT_TRUE(check.fault(kTaken * 2));
  std::vector<char>().swap(taken);
  EXPECT_FALSE(check.fault(0));
}

}  // namespace
}  // namespace fairway
