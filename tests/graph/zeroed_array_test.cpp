#include "algorithms/graph/zeroed_array.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <fstream>

namespace fairway::test {
namespace {

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0;
  std::size_t resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(ZeroedArray, ItemsAreZeroAfterGrowingAndClearing) {
  ZeroedArray<std::uint32_t> array;
  EXPECT_EQ(array.size(), 0U);
  array.clear();
  array.fit(10);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(array[i], 0U);
    array[i] = 7;
  }
  array.fit(5);
  EXPECT_EQ(array.size(), 10U);
  EXPECT_EQ(array[9], 7U);
  array.fit(100000);
  for (std::size_t i = 0; i < 100000; ++i) ASSERT_EQ(array[i], 0U);
  array[99999] = 7;
  array.clear();
  EXPECT_EQ(array[99999], 0U);
  EXPECT_EQ(array.memory_bytes(), 400000U);
}

// In a changing world, the array may need one more item after each burst. So it must grow by many
// items at once.
TEST(ZeroedArray, GrowsByMoreThanAnItem) {
  ZeroedArray<std::uint32_t> array;
  array.fit(800);
  EXPECT_EQ(array.size(), 800U);
  array.fit(801);
  EXPECT_GE(array.size(), 900U);
  EXPECT_EQ(array[800], 0U);
}

// Regression: the first query wrote all items of its scratch space, as the constructor of a vector
// does. The time of these writes was part of the query's time.
TEST(ZeroedArray, UsesMemoryOnlyForWrittenPages) {
  constexpr std::size_t kItems = std::size_t{1} << 24U;
  ZeroedArray<std::uint64_t> array;
  const std::size_t before = resident_bytes();
  array.fit(kItems);
  array[kItems / 2] = 1;
  EXPECT_LT(resident_bytes(), before + kItems * sizeof(std::uint64_t) / 2);
  EXPECT_EQ(array.memory_bytes(), static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
}

}  // namespace
}  // namespace fairway::test
