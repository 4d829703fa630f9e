#include "algorithms/geometry/heap_bytes.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fairway::test {
namespace {

struct Counted {
  std::vector<double> numbers;
  std::size_t memory_bytes() const { return heap_bytes(numbers); }
};

TEST(HeapBytes, CountsCapacityAndTheMemoryOfElements) {
  Counted one;
  one.numbers.reserve(10);
  EXPECT_EQ(heap_bytes(one), 80U);
  std::vector<Counted> several;
  several.reserve(4);
  several.push_back(one);
  several.back().numbers.reserve(3);
  EXPECT_EQ(heap_bytes(several),
            4 * sizeof(Counted) + sizeof(double) * several[0].numbers.capacity());
  EXPECT_EQ(heap_bytes(7, std::optional<Counted>(), std::optional(one)),
            sizeof(double) * std::optional(one)->numbers.capacity());
  EXPECT_EQ(heap_bytes(), 0U);
}

// Regression: heap_bytes() also counted reserved memory that was never written. It counted 11 MB
// for a vector of which 8 MB were written.
TEST(HeapBytes, DoesNotCountPagesThatWereNeverWritten) {
  std::vector<double> numbers;
  numbers.reserve(2 << 20);
  EXPECT_LT(heap_bytes(numbers), 64U << 10);
  numbers.resize(1 << 20, 1.5);
  EXPECT_NEAR(static_cast<double>(heap_bytes(numbers)), 8 << 20, 16 << 10);
  numbers.resize(2 << 20, 1.5);
  EXPECT_EQ(heap_bytes(numbers), 16U << 20);
}

TEST(HeapBytes, KnowsWhichTypesItCannotCount) {
  static_assert(HeapBytes<int>::kKnown);
  static_assert(HeapBytes<std::vector<Counted>>::kKnown);
  static_assert(!HeapBytes<std::string>::kKnown);
  static_assert(!HeapBytes<std::vector<std::string>>::kKnown);
  static_assert(!HeapBytes<std::optional<std::string>>::kKnown);
}

}  // namespace
}  // namespace fairway::test
