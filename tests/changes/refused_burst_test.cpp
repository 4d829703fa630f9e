#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "algorithms/changes/changing_method.hpp"
#include "algorithms/changing_space/border.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "algorithms/methods/registry.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/rough_rings.hpp"

namespace fairway::test {
namespace {

/// A method that follows a changing world. A method with repairs has two followers: one repairs its
/// index, the other rebuilds it after each burst.
struct Follower {
  Method method;
  std::unique_ptr<ChangingMethod> changing;
};

std::vector<Follower> all_followers(const FreeSpace& first, std::optional<Box> frame) {
  const Registry& registry = Registry::built_in();
  std::vector<Follower> followers;
  for (Method method : registry.methods()) {
    method.options.update(
        conformance::coarse_values(registry.adapter(method.adapter).options, first));
    const bool repairs = ChangesRegistry::built_in().of(method.adapter) != nullptr;
    for (int variant = 0; variant < (repairs ? 2 : 1); ++variant) {
      if (variant == 1) method.search.changes = ChangeKind::kRebuild;
      try {
        auto changing = frame ? std::make_unique<ChangingMethod>(registry, method, first, *frame)
                              : std::make_unique<ChangingMethod>(registry, method, first);
        if (changing->planner().facts().supported) {
          followers.push_back({method, std::move(changing)});
        }
      } catch (const std::exception&) {  // the method does not support the world
      }
    }
  }
  return followers;
}

std::vector<Answer> answers(Follower& follower, const std::vector<Point>& ends) {
  std::vector<Answer> all(ends.size() - 1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    follower.changing->planner().plan({ends[i], ends[i + 1]}, all[i]);
  }
  return all;
}

/// If the first method accepts the burst, applies it to all methods and returns false. Otherwise
/// expects that each method refuses the burst and then answers as before, and returns true.
bool expect_refused(std::vector<Follower>& followers, const Burst& burst,
                    const std::vector<Point>& ends) {
  for (Follower& follower : followers) {
    SCOPED_TRACE(follower.method.name + (follower.changing->repairs() ? " repaired" : " rebuilt"));
    const std::vector<Answer> before = answers(follower, ends);
    const std::uint64_t hash = follower.changing->space().content_hash();
    try {
      follower.changing->follow(burst);
      EXPECT_EQ(&follower, &followers.front()) << "others refuse the burst";
      for (Follower& other : followers) {
        if (&other != &follower) other.changing->follow(burst);
      }
      return false;
    } catch (const InvalidBurst&) {
    }
    EXPECT_EQ(follower.changing->space().content_hash(), hash);
    const std::vector<Answer> after = answers(follower, ends);
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(before[i].status, after[i].status);
      EXPECT_EQ(before[i].path, after[i].path);
    }
  }
  return true;
}

std::vector<Point> random_ends(std::mt19937& random, const Box& box) {
  std::vector<Point> ends;
  for (int i = 0; i < 6; ++i) {
    const auto share = [&] { return static_cast<double>(random() % 1009) / 1009; };
    const double x = box.min.x + share() * (box.max.x - box.min.x);
    ends.push_back({x, box.min.y + share() * (box.max.y - box.min.y)});
  }
  return ends;
}

/// Adds to the burst a last change that blocks all space. No world accepts this burst.
Burst block_all(const ChangingWorld& world, Burst burst) {
  const Box box = world.space().box();
  if (const Raster* cells = world.space().raster()) {
    burst.patches.push_back({0, 0, Raster(cells->width(), cells->height())});
  } else {
    burst.added.push_back(
        {1 << 20, {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}}});
  }
  return burst;
}

// Regression: a query right after a refused burst could get a wrong answer, because the code
// assumed that an accepted burst comes before the next query. The environment variable REFUSED=2000
// runs the long version.
TEST(RefusedBurst, ChangesNoAnswerOfAnyMethod) {
  std::mt19937 random(from_environment("SEED", 1));
  const int wanted = static_cast<int>(from_environment("REFUSED", 10));
  int refused = 0;
  for (int number = 0; refused < wanted; ++number) {
    SCOPED_TRACE("world " + std::to_string(number));
    ChangingWorld world(random, number);
    std::vector<Follower> followers = all_followers(world.first(), std::nullopt);
    ASSERT_GE(followers.size(), 2U);
    for (int b = 0; b < 20 && refused < wanted; ++b) {
      const bool taken = world.next_burst(random).has_value();
      const std::vector<Point> ends = random_ends(random, world.space().box());
      if (taken) {
        for (Follower& follower : followers) follower.changing->follow(world.burst());
      } else {
        ASSERT_TRUE(expect_refused(followers, world.burst(), ends));
        ++refused;
      }
      if (b % 4 == 3) {
        ASSERT_TRUE(expect_refused(followers, block_all(world, {}), ends));
        ++refused;
      }
      if (HasFailure()) FAIL() << "burst " << b;
    }
  }
}

TEST(RefusedBurst, ChangesNoAnswerOfAnyMethodInAnErodedWorld) {
  std::mt19937 random(from_environment("SEED", 2));
  const int wanted = static_cast<int>(from_environment("REFUSED", 10));
  int refused = 0;
  for (int number = 0; refused < wanted; ++number) {
    SCOPED_TRACE("world " + std::to_string(number));
    ChangingWorld world(random, number);
    std::optional<FreeSpace> first;
    try {
      first = eroded(world.first(), 0.2);
    } catch (const InvalidWorld&) {
      continue;  // no free space is left
    }
    const Box frame = world.space().box();
    std::vector<Follower> followers = all_followers(*first, frame);
    if (followers.empty()) continue;
    Border border(*first);
    for (int b = 0; b < 10 && refused < wanted; ++b) {
      Burst burst;
      if (b % 3 == 0) burst.border_gone.assign(border.edges().begin(), border.edges().end());
      if (b % 3 > 0) {
        const Ring ring = rough_ring(random, 6);
        for (std::size_t i = 0; i < ring.size(); ++i) {
          burst.border_come.push_back({ring[i], ring[(i + 1) % ring.size()]});
        }
      }
      const std::vector<Point> ends = random_ends(random, frame);
      if (expect_refused(followers, burst, ends)) {
        ++refused;
      } else {
        border.apply_burst(burst);
      }
      if (HasFailure()) FAIL() << "burst " << b;
    }
  }
}

/// A repair that always fails.
class FailingChanges : public IndexChanges {
 public:
  bool follow(const SpaceChange&) override { throw std::runtime_error("no repair"); }
  std::optional<std::span<const Vertex>> changed_vertices() const override { return {}; }
  void update_report() override {}
  std::size_t memory_bytes() const override { return 0; }
};

// Regression: after a failed repair or build, the index and the space of a method belonged to
// different worlds, or the method had no planner.
TEST(RefusedBurst, FailedMethodIsRebuiltInThePreviousWorld) {
  const FreeSpace room = FreeSpace::from_polygons({{{{{0, 0}, {8, 0}, {8, 8}, {0, 8}}, true}}});
  const Obstacle low{1, {{3, 0}, {5, 0}, {5, 4}, {3, 4}}};
  const Obstacle high{2, {{3, 4}, {5, 4}, {5, 8}, {3, 8}}};
  bool may_build = true;
  RegisteredAdapter adapter = Registry::built_in().adapter("polyanya");
  const auto build = adapter.build;
  adapter.build = [&](const FreeSpace& space, const Method& method) {
    if (!may_build && space.component_count() > 1) throw std::runtime_error("no build");
    return build(space, method);
  };
  const Registry registry({adapter});
  const ChangesRegistry changes({{"polyanya", [](BuiltIndex&) -> std::unique_ptr<IndexChanges> {
                                    return std::make_unique<FailingChanges>();
                                  }}});
  ChangingMethod changing(registry, registry.method("polyanya"), room, changes);
  ASSERT_TRUE(changing.repairs());
  Answer answer;
  const auto path_length = [&] {
    changing.planner().plan({{1, 2}, {7, 2}}, answer);
    return answer.status == PlanStatus::kFound ? length(answer.path) : -1;
  };
  may_build = false;
  EXPECT_THROW(changing.follow({.added = {low}}), std::runtime_error);
  EXPECT_FALSE(changing.repairs());
  EXPECT_DOUBLE_EQ(path_length(), 6);
  changing.follow({.added = {low}});
  const double round = path_length();
  EXPECT_GT(round, 6);
  EXPECT_THROW(changing.follow({.added = {high}}), std::runtime_error) << "it parts the room";
  EXPECT_DOUBLE_EQ(path_length(), round);
  changing.follow({.removed = {1}, .added = {high}});
  EXPECT_DOUBLE_EQ(path_length(), 6);
}

}  // namespace
}  // namespace fairway::test
