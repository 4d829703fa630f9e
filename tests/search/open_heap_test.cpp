#include "algorithms/search/open_heap.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <queue>
#include <random>
#include <vector>

namespace fairway {
namespace {

struct Entry {
  int key;
  bool before(const Entry& other) const { return key < other.key; }
};

TEST(OpenHeap, PopsInOrder) {
  std::mt19937 random(5);
  OpenHeap<Entry> heap;
  for (int round = 0; round < 50; ++round) {
    std::priority_queue<int, std::vector<int>, std::greater<>> expected;
    heap.clear();
    for (int step = 0; step < 400; ++step) {
      for (unsigned k = random() % 4; k > 0; --k) {
        const auto key = static_cast<int>(random() % 64) + (step > 200 ? 1000 : 0);
        heap.push({key});
        expected.push(key);
      }
      ASSERT_EQ(heap.empty(), expected.empty());
      if (expected.empty()) continue;
      ASSERT_EQ(heap.pop().key, expected.top());
      expected.pop();
    }
  }
}

}  // namespace
}  // namespace fairway
