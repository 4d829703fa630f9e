#include "algorithms/search/bucket_queue.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

namespace fairway::test {
namespace {

using Queue = BucketQueue<int>;

TEST(BucketQueue, PoppedKeysExceedTheLeastByLittle) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> exponents(0, 12);
  std::uniform_int_distribution<int> pushes(0, 3);
  Queue queue;
  for (int round = 0; round < 50; ++round) {
    std::multiset<std::pair<double, int>> expected;
    double floor = std::exp2(exponents(random) - 6);
    queue.clear(floor);
    const double origin = floor * (1 - Queue::kLeastExcess);
    int next = 0;
    const auto push = [&] {
      const double key = floor * std::exp2(exponents(random));
      queue.push(key, next);
      expected.emplace(key, next++);
    };
    push();
    for (Queue::Entry entry; queue.pop(INFINITY, entry);) {
      ASSERT_EQ(expected.erase({entry.key, entry.value}), 1U);
      if (!expected.empty()) {
        const double least = expected.begin()->first;
        ASSERT_LE(entry.key - least, Queue::kTolerance * (least - origin));
      }
      ASSERT_LT(entry.key, queue.horizon());
      floor = std::max(floor, entry.key);
      for (int n = next < 400 ? pushes(random) : 0; n > 0; --n) push();
    }
    ASSERT_TRUE(expected.empty());
  }
}

TEST(BucketQueue, PopsNothingBeyondTheBucketOfTheBound) {
  Queue queue;
  queue.clear(1);
  queue.push(8, 1);
  queue.push(2, 2);
  Queue::Entry entry;
  ASSERT_TRUE(queue.pop(7, entry));
  EXPECT_EQ(entry.value, 2);
  EXPECT_FALSE(queue.pop(7, entry));
  EXPECT_TRUE(queue.pop(8.1, entry));
}

// Regression: a bucket of the queue covered a range of 1/512 of the least key, which was too wide.
// If the shortest path is hardly longer than the straight line, all estimates of a query were in
// one bucket. The search then expanded ten times as many intervals as with an exactly ordered
// queue.
TEST(BucketQueue, DistinguishesKeysNearTheLeast) {
  Queue queue;
  queue.clear(1000);
  queue.push(1000.2, 1);
  queue.push(1000.1, 2);
  queue.push(1000.3, 3);
  Queue::Entry entry;
  for (const int value : {2, 1, 3}) {
    ASSERT_TRUE(queue.pop(INFINITY, entry));
    EXPECT_EQ(entry.value, value);
  }
}

TEST(BucketQueue, SmallerKeysThanThePoppedKeyComeNext) {
  Queue queue;
  queue.clear(1);
  queue.push(0.5, 1);
  queue.push(4, 2);
  Queue::Entry entry;
  ASSERT_TRUE(queue.pop(INFINITY, entry));
  EXPECT_EQ(entry.value, 1);
  ASSERT_TRUE(queue.pop(INFINITY, entry));
  EXPECT_EQ(entry.value, 2);
  queue.push(3, 3);
  ASSERT_TRUE(queue.pop(INFINITY, entry));
  EXPECT_EQ(entry.value, 3);
  EXPECT_EQ(entry.key, 3);
  EXPECT_FALSE(queue.pop(INFINITY, entry));
}

TEST(BucketQueue, IsEmptyAfterClear) {
  Queue queue;
  queue.clear(1);
  for (int i = 0; i < 1000; ++i) queue.push(1 + i, i);
  Queue::Entry entry;
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(queue.pop(INFINITY, entry));
  queue.clear(500);
  EXPECT_FALSE(queue.pop(INFINITY, entry));
  queue.push(700, 7);
  ASSERT_TRUE(queue.pop(INFINITY, entry));
  EXPECT_EQ(entry.value, 7);
  EXPECT_FALSE(queue.pop(INFINITY, entry));
}

TEST(BucketQueue, AcceptsKeysFromZeroToTheLargest) {
  Queue queue;
  queue.clear(0);
  queue.push(1e300, 3);
  queue.push(0, 1);
  queue.push(1e-300, 2);
  Queue::Entry entry;
  for (int value = 1; value <= 3; ++value) {
    ASSERT_TRUE(queue.pop(INFINITY, entry));
    EXPECT_EQ(entry.value, value);
  }
}

}  // namespace
}  // namespace fairway::test
