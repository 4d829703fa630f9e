#include "algorithms/changes/dstar_lite.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <vector>

#include "tests/changes/replanning_pair.hpp"

namespace fairway {
namespace {

TEST(KeyedHeap, ReturnsTheLeastKeyAfterRandomChanges) {
  std::mt19937 random(1);
  KeyedHeap heap;
  for (int round = 0; round < 20; ++round) {
    heap.begin(50);
    std::vector<std::optional<KeyedHeap::Key>> keys(50);
    for (int i = 0; i < 300; ++i) {
      const auto v = static_cast<Vertex>(random() % 50);
      auto& key = keys[static_cast<std::size_t>(v)];
      ASSERT_EQ(heap.holds(v), key.has_value());
      if (key && random() % 3 == 0) {
        heap.remove(v);
        key.reset();
      } else {
        key = KeyedHeap::Key{static_cast<double>(random() % 9), static_cast<double>(random() % 9)};
        heap.set(v, *key);
      }
      std::optional<KeyedHeap::Key> least;
      for (const auto& other : keys) {
        if (other && (!least || *other < *least)) least = other;
      }
      ASSERT_EQ(heap.empty(), !least);
      if (!least) continue;
      ASSERT_EQ(heap.least(), *least);
    }
  }
}

TEST(DStarLite, KeptValuesGiveTheSamePathAsNewValues) {
  std::mt19937 random(3);
  Raster cells(40, 40, 1);
  for (int i = 0; i < 300; ++i) {
    cells.set(static_cast<int>(random() % 40), static_cast<int>(random() % 40), Raster::kBlocked);
  }
  cells.set(0, 0, 1);
  cells.set(39, 39, 1);
  const FreeSpace world = FreeSpace::from_raster(cells);
  const Method method = test::ReplanningPair::with("grid", SearchKind::kDStarLite);
  const auto planner = Registry::built_in().build(world, method);
  Answer kept;
  for (const double x : {0.5, 3.5, 7.5, 0.5}) planner->plan({{x, 0.5}, {39.5, 39.5}}, kept);
  const auto other = Registry::built_in().build(world, method);
  Answer fresh;
  other->plan({{0.5, 0.5}, {39.5, 39.5}}, fresh);
  ASSERT_EQ(fresh.status, PlanStatus::kFound);
  EXPECT_EQ(kept.path, fresh.path);
  SearchTrace trace;
  Answer traced;
  other->plan_traced({{0.5, 0.5}, {39.5, 39.5}}, traced, trace);
  EXPECT_EQ(traced.path, fresh.path);
  EXPECT_GE(trace.size(), 2U);
}

}  // namespace
}  // namespace fairway
