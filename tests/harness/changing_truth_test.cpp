#include "harness/judging/changing_truth.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/project.hpp"

namespace fairway::test {
namespace {

/// ChangingTruth erodes only the surroundings of each change if this gives the correct border.
/// Otherwise it erodes the whole world, and the times of methods include this erosion. Expects the
/// correct border in all shipped worlds.
TEST(ChangingTruth, ErodesTheShippedWorldsNearEachChange) {
  int bursts = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(project_file("datasets/sweeps/changing"))) {
    if (entry.path().extension() != ".changes") continue;
    const ChangingWorld world = read_changing_world(entry.path());
    for (const double radius : {0.3, 1.1}) {
      SCOPED_TRACE(testing::Message() << entry.path() << ", radius " << radius);
      ChangingTruth truth(world, radius);
      EXPECT_TRUE(truth.erodes_locally());
      for (int i = 0; i < 8 && truth.bursts_left() > 0; ++i, ++bursts) {
        truth.apply_next_burst();
        ASSERT_TRUE(truth.erodes_locally()) << "burst " << truth.bursts().size();
        ASSERT_GT(truth.erosion_bytes(), 0);
      }
    }
  }
  EXPECT_GE(bursts, 100);
}

}  // namespace
}  // namespace fairway::test
