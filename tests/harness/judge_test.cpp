#include "harness/judging/judge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "harness/judging/path_measures.hpp"
#include "harness/records/path_hash.hpp"
#include "tests/harness/ring_world.hpp"

namespace fairway {
namespace {

class JudgeTest : public testing::Test {
 protected:
  AnswerRecord judge(const Path& points) {
    Answer answer;
    answer.status = PlanStatus::kFound;
    answer.raw = answer.path = points;
    return judge_.judge(query_, answer);
  }
  AnswerRecord judge(PlanStatus status) {
    Answer answer;
    answer.status = status;
    return judge_.judge(query_, answer);
  }

  FreeSpace space_ = test::ring_world();
  Judge judge_{space_};
  QueryRecord query_ = test::query_past_the_hole();
};

TEST_F(JudgeTest, OptimalPathHasNoGap) {
  const AnswerRecord answer = judge({{1, 5}, {4, 6}, {6, 6}, {9, 5}});
  EXPECT_EQ(answer.status, Status::kFound);
  EXPECT_NEAR(*answer.gap, 0, 1e-12);
  EXPECT_NEAR(*answer.corridor_gap, 0, 1e-12);
  EXPECT_EQ(*answer.clearance, 0);
  EXPECT_NEAR(*answer.turning, 2 * std::atan(1.0 / 3), 1e-12);
}

TEST_F(JudgeTest, GapIsSplitIntoWayRoundAndSlack) {
  query_.query = {{1, 5.5}, {9, 5.5}};
  query_.optimum = 2 * std::sqrt(9.25) + 2;
  const AnswerRecord answer = judge({{1, 5.5}, {4, 3}, {6, 3}, {9, 5.5}});
  ASSERT_EQ(answer.status, Status::kFound);
  const double below = 2 * std::sqrt(9 + 1.5 * 1.5) + 2;
  EXPECT_NEAR(*answer.corridor_gap, below / *query_.optimum - 1, 1e-12);
  EXPECT_NEAR(1 + *answer.gap, (1 + *answer.corridor_gap) * (1 + *answer.slack), 1e-12);
  // The clearance of the path is the distance between the corner (4, 4) and the line through (1,
  // 5.5) and (4, 3).
  EXPECT_NEAR(*answer.clearance, 3 / std::sqrt(15.25), 1e-12);
}

TEST_F(JudgeTest, PathThroughTheHoleIsInvalidWhateverThePlannerSays) {
  const AnswerRecord answer = judge({{1, 5}, {9, 5}});
  EXPECT_EQ(answer.status, Status::kInvalidPath);
  EXPECT_FALSE(answer.gap);
  EXPECT_FALSE(answer.message.empty());
  EXPECT_EQ(answer.fault_segment, 0);
  EXPECT_EQ(judge({{1, 5}, {2, 5}, {8, 5}, {9, 5}}).fault_segment, 1);
}

TEST_F(JudgeTest, FaultTellsWrongEndsFromWallsCrossed) {
  const AnswerRecord ends = judge({{1, 5}, {4, 6}, {6, 6}, {8, 6}});
  EXPECT_EQ(ends.status, Status::kInvalidPath);
  EXPECT_EQ(ends.fault, Fault::kEnds);
  EXPECT_EQ(ends.end_offset, std::sqrt(2.0));
  const AnswerRecord walls = judge({{1, 5}, {9, 5}});
  EXPECT_EQ(walls.fault, Fault::kWalls);
  EXPECT_EQ(walls.end_offset, 0);
  EXPECT_EQ(judge({{1, 5}, {8, 5}}).fault, Fault::kEndsAndWalls);
  EXPECT_EQ(judge(Path{}).fault, Fault::kEnds);
  EXPECT_FALSE(judge({{1, 5}, {4, 6}, {6, 6}, {9, 5}}).fault);
}

TEST_F(JudgeTest, ClearanceIsToTheWallsOfTheMapNotOfTheErodedOne) {
  const FreeSpace around =
      FreeSpace::from_polygons({{{{{-2, -2}, {12, -2}, {12, 12}, {-2, 12}}, true},
                                 {{{5, 5}, {5, 5.5}, {5.5, 5.5}, {5.5, 5}}, false}}});
  Judge judge(space_, around.walls());
  Answer answer;
  answer.status = PlanStatus::kFound;
  answer.raw = answer.path = {{1, 5}, {4, 6}, {6, 6}, {9, 5}};
  EXPECT_NEAR(*judge.judge(query_, answer).clearance, 0.5, 1e-12);
}

TEST_F(JudgeTest, ContradictionWithTheReferenceIsAnError) {
  query_.truth = Truth::kUnreachable;
  query_.optimum.reset();
  EXPECT_EQ(judge({{1, 5}, {4, 6}, {6, 6}, {9, 5}}).status, Status::kError);
}

TEST_F(JudgeTest, NoPathIsMissedWhereTheWorldHasOne) {
  EXPECT_EQ(judge(PlanStatus::kNoPath).status, Status::kMissed);
  query_.truth = Truth::kUnreachable;
  EXPECT_EQ(judge(PlanStatus::kNoPath).status, Status::kUnreachable);
  query_.truth = Truth::kGoalBlocked;
  EXPECT_EQ(judge(PlanStatus::kNoPath).status, Status::kGoalBlocked);
}

TEST(ClearanceTest, EqualsTheLeastOfAllWalls) {
  std::vector<Wall> walls;
  for (int i = 0; i < 300; ++i) {
    const double x = std::fmod(i * 7.31, 50.0);
    const double y = std::fmod(i * 3.77, 50.0);
    walls.push_back({{x, y}, {x + 0.3, y + std::fmod(i * 0.13, 0.5)}, true, false});
  }
  const Clearance clearance(walls);
  for (int i = 0; i < 100; ++i) {
    const Point p{std::fmod(i * 5.17, 50.0), std::fmod(i * 9.43, 50.0)};
    double least = std::numeric_limits<double>::infinity();
    for (const Wall& wall : walls) {
      for (int k = 0; k <= 1000; ++k) {
        const double t = k / 1000.0;
        least = std::min(least, distance(p, {wall.a.x + t * (wall.b.x - wall.a.x),
                                             wall.a.y + t * (wall.b.y - wall.a.y)}));
      }
    }
    EXPECT_NEAR(clearance.of(std::vector{p}), least, 1e-3);
  }
}

TEST(PathMeasuresTest, TurningAddsAnglesAndHashTellsPathsApart) {
  EXPECT_NEAR(turning(Path{{0, 0}, {1, 0}, {1, 1}, {2, 1}}), std::numbers::pi, 1e-12);
  EXPECT_EQ(path_hash(Path{{0, 1}}), path_hash(Path{{-0.0, 1}}));
  EXPECT_NE(path_hash(Path{{0, 1}}), path_hash(Path{{1, 0}}));
}

}  // namespace
}  // namespace fairway
