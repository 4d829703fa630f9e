#include "algorithms/changes/changing_method.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/changing_space/border.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/methods/registry.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

/// Returns the methods that repair their index after a burst. Omits methods with a preprocessed
/// search, because they rebuild their preprocessed data. Also omits grid-jps-bounded.
std::vector<Method> repairing_methods() {
  std::vector<Method> repairing;
  for (const Method& method : Registry::built_in().methods()) {
    if (ChangesRegistry::built_in().of(method.adapter) == nullptr) continue;
    if (is_preprocessed(method.search.search) || method.name == "grid-jps-bounded") continue;
    repairing.push_back(method);
  }
  return repairing;
}

/// Expects legal paths in the current world. If the method promises optimal paths, expects the same
/// lengths as after a rebuild. The tests of each adapter check the other promises of its repair.
void expect_right_answers(const Method& method, Planner& repaired, const FreeSpace& now,
                          const std::vector<Point>& ends) {
  const Registry& registry = Registry::built_in();
  const bool optimal = registry.promises(method).optimal;
  const std::unique_ptr<Planner> rebuilt = registry.build(now, method);
  PathChecker checker(now);
  Answer a;
  Answer b;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const Query query{ends[i], ends[i + 1]};
    repaired.plan(query, a);
    rebuilt->plan(query, b);
    const auto where = [&] {
      return testing::Message() << ends[i].x << ", " << ends[i].y << " to " << ends[i + 1].x << ", "
                                << ends[i + 1].y;
    };
    if (a.status == PlanStatus::kFound) {
      ASSERT_EQ(a.path.front(), query.start);
      ASSERT_EQ(a.path.back(), query.goal);
      ASSERT_TRUE(checker.check(a.path).legal) << where();
    }
    if (!optimal) continue;
    ASSERT_EQ(a.status, b.status) << where();
    if (a.status != PlanStatus::kFound) continue;
    ASSERT_NEAR(length(a.path), length(b.path), 1e-12 * (1 + length(b.path))) << where();
  }
}

TEST(ChangingMethod, EveryRepairedMethodAnswersCorrectly) {
  const Registry& registry = Registry::built_in();
  const std::vector<Method> methods = repairing_methods();
  ASSERT_GE(methods.size(), 4U);
  std::mt19937 random(from_environment("SEED", 1));
  const int worlds = static_cast<int>(from_environment("WORLDS", 6));
  int repaired = 0;
  for (int number = 0; number < worlds; ++number) {
    ChangingWorld world(random, number);
    std::vector<std::unique_ptr<ChangingMethod>> followers;
    for (const Method& method : methods) {
      followers.push_back(std::make_unique<ChangingMethod>(registry, method, world.first()));
    }
    const auto compare = [&](std::size_t i, const FreeSpace& now, std::size_t queries) {
      SCOPED_TRACE(methods[i].name + " in world " + std::to_string(number));
      expect_right_answers(methods[i], followers[i]->planner(), now,
                           probe_points(now, random, queries));
    };
    for (int b = 0; b < 50; ++b) {
      if (!world.next_burst(random)) continue;
      for (const auto& follower : followers) repaired += follower->follow(world.burst()).repaired;
      const FreeSpace now = world.rebuilt();
      for (std::size_t i = static_cast<std::size_t>(b % 3); i < methods.size(); i += 3) {
        compare(i, now, 4);
      }
      if (HasFailure()) FAIL() << "burst " << b;
    }
    for (std::size_t i = 0; i < methods.size(); ++i) {
      followers[i]->follow(world.undo());
      compare(i, world.first(), 8);
    }
    if (HasFailure()) FAIL() << "after undoing all";
  }
  EXPECT_GT(repaired, 60 * worlds);
}

TEST(ChangingMethod, EveryRepairedMethodAnswersCorrectlyInErodedWorlds) {
  const Registry& registry = Registry::built_in();
  std::mt19937 random(from_environment("SEED", 2));
  const int worlds = static_cast<int>(from_environment("WORLDS", 6));
  int repaired = 0;
  for (int number = 0; number < worlds; ++number) {
    ChangingWorld world(random, number);
    const double radius = number % 2 == 0 ? 0.2 : 0.4;
    const auto with_room = [&](const FreeSpace& space) -> std::optional<FreeSpace> {
      try {
        return eroded(space, radius);
      } catch (const InvalidWorld&) {
        return std::nullopt;
      }
    };
    const std::optional<FreeSpace> first = with_room(world.first());
    if (!first) continue;
    const Box frame = world.space().box();
    Border border(*first);
    std::vector<Method> methods;
    std::vector<std::unique_ptr<ChangingMethod>> followers;
    for (const Method& method : repairing_methods()) {
      auto follower = std::make_unique<ChangingMethod>(registry, method, *first, frame);
      if (!follower->planner().facts().supported) continue;
      methods.push_back(method);
      followers.push_back(std::move(follower));
    }
    for (int b = 0; b < 30; ++b) {
      if (!world.next_burst(random)) continue;
      const std::optional<FreeSpace> now = with_room(world.rebuilt());
      if (!now) continue;
      const Border after(*now);
      const Burst burst = border.burst_to(after);
      border = after;
      for (const auto& follower : followers) repaired += follower->follow(burst).repaired;
      const FreeSpace rebuilt = at_moment(*now, after, frame);
      for (std::size_t i = static_cast<std::size_t>(b % 3); i < methods.size(); i += 3) {
        SCOPED_TRACE(methods[i].name + " in world " + std::to_string(number));
        expect_right_answers(methods[i], followers[i]->planner(), rebuilt,
                             probe_points(rebuilt, random, 4));
      }
      if (HasFailure()) FAIL() << "burst " << b;
    }
  }
  EXPECT_GT(repaired, 30 * worlds);
}

}  // namespace
}  // namespace fairway::test
