#include "algorithms/search/tied_list.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

#include "algorithms/geometry/infinity.hpp"

namespace fairway::test {
namespace {

/// The expected content of the list. It is searched linearly.
class TiedOracle {
 public:
  struct Key {
    double g = -1;
    double h = 0;
    int pushed = 0;  ///< number of the push of this key; later pushes have higher numbers
    double f() const { return g + h; }
  };
  explicit TiedOracle(std::size_t n) : keys_(n) {}
  Key& key(Vertex v) { return keys_[static_cast<std::size_t>(v)]; }
  bool holds(Vertex v) { return key(v).g >= 0; }
  void set(Vertex v, double g, double h) { key(v) = {g, h, ++pushes_}; }
  /// Returns the vertex with the least f. If several vertices have the least f, returns the vertex
  /// that was pushed last. Returns kNoVertex if the list is empty.
  Vertex first() {
    Vertex first = kNoVertex;
    for (Vertex v = 0; v < static_cast<Vertex>(keys_.size()); ++v) {
      if (!holds(v)) continue;
      const bool before = first == kNoVertex || key(v).f() < key(first).f() ||
                          (key(v).f() == key(first).f() && key(v).pushed > key(first).pushed);
      if (before) first = v;
    }
    return first;
  }

 private:
  std::vector<Key> keys_;
  int pushes_ = 0;
};

// Many keys are equal, and some differ by less than the width of a bucket. A pushed key may be less
// than the last popped key. In every fourth round, keys differ so much that the list must add
// buckets.
TEST(TiedListTest, PopsTheLeastFAndAmongTiesTheNewest) {
  std::mt19937 random(4);
  TiedList list(0.5);
  int taken = 0;
  for (int round = 0; round < 400; ++round) {
    const std::size_t n = 1 + random() % 300;
    const double scale = round % 4 == 3 ? 100 : round % 4 == 2 ? 1.0 / 1024 : 1;
    const double base = round % 3 == 0 ? 1000 : 0;
    list.begin(n);
    TiedOracle oracle(n);
    const unsigned pops = 1 + random() % 4;
    for (int step = 0; step < 600; ++step) {
      if (random() % 5 < pops) {
        const Vertex first = oracle.first();
        const double f = first == kNoVertex ? kInfinity : oracle.key(first).f();
        TiedList::Entry top{};
        ASSERT_FALSE(list.pop(f, top));
        if (first == kNoVertex) continue;
        ASSERT_TRUE(list.pop(std::nextafter(f, kInfinity), top));
        ASSERT_EQ(top.vertex, first);
        ASSERT_EQ(top.g, oracle.key(first).g);
        ASSERT_EQ(top.h, oracle.key(first).h);
        ASSERT_TRUE(list.is_closed(first));
        ASSERT_FALSE(list.is_open(first));
        oracle.key(first).g = -1;
        ++taken;
        continue;
      }
      const auto v = static_cast<Vertex>(random() % n);
      ASSERT_EQ(list.is_open(v), oracle.holds(v));
      if (oracle.holds(v)) {
        const TiedOracle::Key key = oracle.key(v);
        ASSERT_EQ(list.h_of(v), key.h);
        ASSERT_EQ(list.g_of(v), key.g);
        const double g = key.g - scale * (1 + static_cast<double>(random() % 4));
        if (g < 0) continue;
        oracle.set(v, g, key.h);
        list.decrease(v, g);
      } else {
        const double g = base + scale * static_cast<double>(random() % 20);
        const double h = scale * static_cast<double>(random() % 20);
        oracle.set(v, g, h);
        list.push(v, g, h);
      }
    }
  }
  EXPECT_GT(taken, 10000);
}

TEST(TiedListTest, ForgetsRemainingVerticesAtBegin) {
  TiedList list;
  list.begin(100);
  for (Vertex v = 0; v < 100; ++v) list.push(v, 1, v);
  list.begin(100);
  TiedList::Entry top{};
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
