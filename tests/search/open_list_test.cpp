#include "algorithms/search/open_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/geometry/infinity.hpp"

namespace fairway::test {
namespace {

struct Key {
  double g;
  double h;
};

/// The expected content of the list. It is searched linearly.
class Oracle {
 public:
  explicit Oracle(std::size_t n) : keys_(n, Key{-1, 0}) {}
  bool holds(Vertex v) const { return key(v).g >= 0; }
  Key key(Vertex v) const { return keys_[static_cast<std::size_t>(v)]; }
  void set(Vertex v, Key key) { keys_[static_cast<std::size_t>(v)] = key; }
  /// The least f and, among entries with this f, the least h. Infinite if the list is empty.
  std::pair<double, double> least() const {
    std::pair<double, double> least{kInfinity, kInfinity};
    for (const Key& key : keys_) {
      if (key.g >= 0) least = std::min(least, {key.g + key.h, key.h});
    }
    return least;
  }

 private:
  std::vector<Key> keys_;
};

// Keys are small whole numbers with many ties. A pushed key may be less than the last popped key.
TEST(OpenListTest, PopsTheLeastFAndAmongTiesTheLeastH) {
  std::mt19937 random(3);
  OpenList list;
  int taken = 0;
  for (int round = 0; round < 400; ++round) {
    const std::size_t n = 1 + random() % 300;
    list.begin(n);
    Oracle oracle(n);
    const unsigned pops = 1 + random() % 4;
    for (int step = 0; step < 600; ++step) {
      if (random() % 5 < pops) {
        const auto [f, h] = oracle.least();
        OpenList::Entry top{};
        ASSERT_FALSE(list.pop(f, top));
        if (f == kInfinity) continue;
        ASSERT_TRUE(list.pop(std::nextafter(f, kInfinity), top));
        ASSERT_TRUE(oracle.holds(top.vertex));
        ASSERT_EQ(oracle.key(top.vertex).g + oracle.key(top.vertex).h, f);
        ASSERT_EQ(oracle.key(top.vertex).h, h);
        ASSERT_EQ(top.h, h);
        ASSERT_EQ(top.g, oracle.key(top.vertex).g);
        ASSERT_TRUE(list.is_closed(top.vertex));
        ASSERT_FALSE(list.is_open(top.vertex));
        oracle.set(top.vertex, {-1, 0});
        ++taken;
      } else {
        const auto v = static_cast<Vertex>(random() % n);
        ASSERT_EQ(list.is_open(v), oracle.holds(v));
        if (oracle.holds(v)) {
          const Key key = oracle.key(v);
          ASSERT_EQ(list.h_of(v), key.h);
          ASSERT_EQ(list.g_of(v), key.g);
          if (key.g == 0) continue;
          const double g = key.g - 1 - static_cast<double>(random() % 4);
          oracle.set(v, {std::max(g, 0.0), key.h});
          list.decrease(v, std::max(g, 0.0));
        } else {
          const Key key{static_cast<double>(random() % 20), static_cast<double>(random() % 20)};
          oracle.set(v, key);
          list.push(v, key.g, key.h);
        }
      }
    }
  }
  EXPECT_GT(taken, 10000);
}

TEST(OpenListTest, ForgetsRemainingVerticesAtBegin) {
  OpenList list;
  list.begin(100);
  for (Vertex v = 0; v < 100; ++v) list.push(v, 1, v);
  list.begin(100);
  OpenList::Entry top{};
  EXPECT_FALSE(list.pop(kInfinity, top));
  for (Vertex v = 0; v < 100; ++v) EXPECT_FALSE(list.is_open(v) || list.is_closed(v));
  list.push(7, 2, 3);
  EXPECT_FALSE(list.pop(5, top));
  EXPECT_TRUE(list.pop(6, top));
  EXPECT_EQ(top.vertex, 7);
  EXPECT_FALSE(list.pop(kInfinity, top));
}

}  // namespace
}  // namespace fairway::test
