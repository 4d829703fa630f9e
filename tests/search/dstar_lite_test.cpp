#include "algorithms/search/dstar_lite.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include "algorithms/freespace/changing_space.hpp"
#include "algorithms/methods/changing_method.hpp"
#include "algorithms/methods/registry.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

/// A grid method that searches by D* Lite, beside the same one by A*.
struct Pair {
  Pair(const FreeSpace& world, const char* name,
       HeuristicKind heuristic = HeuristicKind::kEuclidean)
      : kept(Registry::built_in(), with(name, SearchKind::kDStarLite, heuristic), world),
        fresh(Registry::built_in(), with(name, SearchKind::kAstar, heuristic), world) {}

  static Method with(const char* name, SearchKind search,
                     HeuristicKind heuristic = HeuristicKind::kEuclidean) {
    Method method = Registry::built_in().method(name);
    method.search.search = search;
    method.search.smoother = Smoother::kNone;
    method.search.heuristic = heuristic;
    return method;
  }

  void follow(const Burst& burst) {
    kept.follow(burst);
    fresh.follow(burst);
  }

  void ask(const Query& query) {
    kept.planner().plan(query, a);
    fresh.planner().plan(query, b);
    kept_expanded += a.expanded;
    fresh_expanded += b.expanded;
    ASSERT_EQ(a.status, b.status);
    if (a.status != PlanStatus::kFound) return;
    ASSERT_NEAR(length(a.path), length(b.path), 1e-12 * (1 + length(b.path)));
    ++found;
  }

  ChangingMethod kept;
  ChangingMethod fresh;
  Answer a;
  Answer b;
  int found = 0;
  std::uint64_t kept_expanded = 0;
  std::uint64_t fresh_expanded = 0;
};

TEST(KeyedHeap, TakesTheLeastWhateverKeysDo) {
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

TEST(DStarLite, FindsWhatAStarFindsWhateverChanges) {
  std::mt19937 random(1);
  const auto below = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  int found = 0;
  for (int world = 0; world < 60; ++world) {
    Raster cells(3 + below(22), 3 + below(22), 1);
    for (int i = cells.width() * cells.height() / 4; i > 0; --i) {
      cells.set(below(cells.width()), below(cells.height()), Raster::kBlocked);
    }
    cells.set(0, 0, 1);
    Pair pair(FreeSpace::from_raster(cells), world % 3 == 0 ? "grid-16" : "grid",
              world % 3 == 2 ? HeuristicKind::kOctile : HeuristicKind::kEuclidean);
    const auto point = [&] {
      return Point{below(cells.width()) + 0.25 * below(4), below(cells.height()) + 0.25 * below(4)};
    };
    Query query{point(), point()};
    for (int step = 0; step < 60; ++step) {
      if (below(3) == 0) {
        CellPatch patch{below(cells.width()), below(cells.height()), Raster(1, 1)};
        patch.cells.set(0, 0, static_cast<Raster::Class>(below(2)));
        try {
          pair.follow({.patches = {patch}});
        } catch (const InvalidBurst&) {
          break;  // no cell is free
        }
      }
      if (below(12) == 0) query.goal = point();
      if (below(6) == 0) {
        query.start = point();
      } else if (pair.a.status == PlanStatus::kFound && pair.a.path.size() > 1) {
        query.start = pair.a.path[1];  // the robot moves on
        if (query.start == query.goal) query.start = point();
      }
      pair.ask(query);
      if (HasFailure()) FAIL() << "world " << world << " step " << step;
    }
    found += pair.found;
  }
  EXPECT_GT(found, 1000);
}

TEST(DStarLite, RunsOnTheGraphOfAnyRepresentation) {
  std::mt19937 random(5);
  for (const char* name :
       {"quadtree", "triangle-mesh", "visibility-graph", "visibility-graph-full"}) {
    int found = 0;
    for (int number = 0; number < 6; ++number) {
      test::ChangingWorld world(random, number);
      Pair pair(world.first(), name);
      for (int b = 0; b < 10; ++b) {
        if (world.next_burst(random)) pair.follow(world.burst());
        const std::vector<Point> ends = test::probe_points(world.rebuilt(), random, 4);
        for (const Point start : ends) pair.ask({start, ends.front()});
        if (HasFailure()) FAIL() << name << " in world " << number << " burst " << b;
      }
      found += pair.found;
    }
    EXPECT_GT(found, 30) << name;
  }
}

TEST(DStarLite, SamePathIsFoundFromKeptAndFromNewValues) {
  std::mt19937 random(3);
  Raster cells(40, 40, 1);
  for (int i = 0; i < 300; ++i) {
    cells.set(static_cast<int>(random() % 40), static_cast<int>(random() % 40), Raster::kBlocked);
  }
  cells.set(0, 0, 1);
  cells.set(39, 39, 1);
  const FreeSpace world = FreeSpace::from_raster(cells);
  const Method method = Pair::with("grid", SearchKind::kDStarLite);
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

/// The case that D* Lite is for: a robot walks towards its goal, and cells near it change.
TEST(DStarLite, ExpandsFewerThanAStarWhereChangesAreNearTheStart) {
  std::mt19937 random(7);
  Raster cells(100, 100, 1);
  for (int i = 0; i < 1500; ++i) {
    cells.set(static_cast<int>(random() % 100), static_cast<int>(random() % 100), Raster::kBlocked);
  }
  cells.set(0, 0, 1);
  cells.set(99, 99, 1);
  Pair pair(FreeSpace::from_raster(cells), "grid");
  Query query{{0.5, 0.5}, {99.5, 99.5}};
  for (int step = 0; step < 60; ++step) {
    pair.ask(query);
    if (HasFailure() || pair.a.status != PlanStatus::kFound || pair.a.path.size() < 4) break;
    const Point ahead = pair.a.path[2];
    query.start = pair.a.path[1];
    CellPatch patch{static_cast<int>(ahead.x), static_cast<int>(ahead.y), Raster(1, 1)};
    if (step % 2 == 0) pair.follow({.patches = {patch}});
  }
  EXPECT_GT(pair.found, 20);
  EXPECT_LT(pair.kept_expanded, pair.fresh_expanded);
}

}  // namespace
}  // namespace fairway
