#include "harness/cell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <new>
#include <numbers>
#include <stdexcept>

#include "harness/path_measures.hpp"

namespace fairway {
namespace {

/// A square of side 10 with a square hole from (4, 4) to (6, 6).
FreeSpace ring_world() {
  Polygons polygons;
  polygons.parts.push_back({{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true});
  polygons.parts.push_back({{{4, 4}, {4, 6}, {6, 6}, {6, 4}}, false});
  return FreeSpace::from_polygons(polygons);
}

/// Segments that a scripted planner draws: more than a picture holds.
constexpr std::size_t kDrawn = 3 * kMaxDrawnSegments / 2;

/// Answers as it is told.
class ScriptedPlanner : public Planner {
 public:
  using Script = std::function<void(const Query&, Answer&)>;
  explicit ScriptedPlanner(Script script) : script_(std::move(script)) {}
  void plan(const Query& query, Answer& answer) override { script_(query, answer); }
  const PlannerFacts& facts() const override { return facts_; }
  DrawingKind draw(const SegmentSink& segment) const override {
    for (std::size_t i = 0; i < kDrawn; ++i) {
      const double x = 9 * static_cast<double>(i) / kDrawn;
      segment({x, 0}, {x, 10});
    }
    return DrawingKind::kCells;
  }

 private:
  Script script_;
  PlannerFacts facts_;
};

class CellTest : public testing::Test {
 protected:
  CellTest() : space_(ring_world()), judge_(space_) {
    QueryRecord q;
    q.query = {{1, 5}, {9, 5}};
    q.optimum = 2 * std::sqrt(10.0) + 2;
    queries_.push_back(q);
  }

  CellRecord measure(ScriptedPlanner::Script script, int repetitions = 3) {
    CellTask task;
    task.build = [&] { return std::make_unique<ScriptedPlanner>(script); };
    task.queries = queries_;
    task.repetitions = repetitions;
    return measure_cell(task, judge_, [] { return false; }).value();
  }

  static ScriptedPlanner::Script path(Path points) {
    return [points](const Query&, Answer& answer) {
      answer.status = PlanStatus::kFound;
      answer.raw = answer.path = points;
    };
  }

  FreeSpace space_;
  Judge judge_;
  std::vector<QueryRecord> queries_;
};

TEST_F(CellTest, OptimalPathHasNoGap) {
  const CellRecord cell = measure(path({{1, 5}, {4, 6}, {6, 6}, {9, 5}}));
  const AnswerRecord& answer = cell.answers[0];
  EXPECT_EQ(answer.status, Status::kFound);
  EXPECT_NEAR(*answer.gap, 0, 1e-12);
  EXPECT_NEAR(*answer.corridor_gap, 0, 1e-12);
  EXPECT_EQ(answer.times.size(), 3u);
  EXPECT_EQ(*answer.clearance, 0);
  EXPECT_NEAR(*answer.turning, 2 * std::atan(1.0 / 3), 1e-12);
}

TEST_F(CellTest, GapIsSplitIntoWayRoundAndSlack) {
  queries_[0].query = {{1, 5.5}, {9, 5.5}};
  queries_[0].optimum = 2 * std::sqrt(9.25) + 2;
  const CellRecord cell = measure(path({{1, 5.5}, {4, 3}, {6, 3}, {9, 5.5}}));
  const AnswerRecord& answer = cell.answers[0];
  ASSERT_EQ(answer.status, Status::kFound);
  const double below = 2 * std::sqrt(9 + 1.5 * 1.5) + 2;
  EXPECT_NEAR(*answer.corridor_gap, below / *queries_[0].optimum - 1, 1e-12);
  EXPECT_NEAR(1 + *answer.gap, (1 + *answer.corridor_gap) * (1 + *answer.slack), 1e-12);
  // The corner (4, 4) lies off the line from (1, 5.5) to (4, 3).
  EXPECT_NEAR(*answer.clearance, 3 / std::sqrt(15.25), 1e-12);
}

TEST_F(CellTest, PathThroughTheHoleIsInvalidWhateverThePlannerSays) {
  const CellRecord cell = measure(path({{1, 5}, {9, 5}}));
  EXPECT_EQ(cell.answers[0].status, Status::kInvalidPath);
  EXPECT_FALSE(cell.answers[0].gap);
  EXPECT_FALSE(cell.answers[0].message.empty());
}

TEST_F(CellTest, FaultTellsWrongEndsFromWallsCrossed) {
  const auto judged = [this](const Path& points) { return measure(path(points)).answers[0]; };
  const AnswerRecord ends = judged({{1, 5}, {4, 6}, {6, 6}, {8, 6}});
  EXPECT_EQ(ends.status, Status::kInvalidPath);
  EXPECT_EQ(ends.fault, Fault::kEnds);
  EXPECT_EQ(ends.end_offset, std::sqrt(2.0));
  const AnswerRecord walls = judged({{1, 5}, {9, 5}});
  EXPECT_EQ(walls.fault, Fault::kWalls);
  EXPECT_EQ(walls.end_offset, 0);
  EXPECT_EQ(judged({{1, 5}, {8, 5}}).fault, Fault::kEndsAndWalls);
  EXPECT_EQ(judged({}).fault, Fault::kEnds);
  EXPECT_FALSE(judged({{1, 5}, {4, 6}, {6, 6}, {9, 5}}).fault);
}

TEST_F(CellTest, ClearanceIsToTheWallsOfTheMapNotOfTheErodedOne) {
  const FreeSpace around =
      FreeSpace::from_polygons({{{{{-2, -2}, {12, -2}, {12, 12}, {-2, 12}}, true},
                                 {{{5, 5}, {5, 5.5}, {5.5, 5.5}, {5.5, 5}}, false}}});
  Judge judge(space_, around.walls());
  Answer answer;
  answer.status = PlanStatus::kFound;
  answer.raw = answer.path = {{1, 5}, {4, 6}, {6, 6}, {9, 5}};
  EXPECT_NEAR(*judge.judge(queries_[0], answer).clearance, 0.5, 1e-12);
}

TEST_F(CellTest, ContradictionWithTheReferenceIsAnError) {
  queries_[0].truth = Truth::kUnreachable;
  queries_[0].optimum.reset();
  EXPECT_EQ(measure(path({{1, 5}, {4, 6}, {6, 6}, {9, 5}})).answers[0].status, Status::kError);
}

TEST_F(CellTest, NoPathIsMissedWhereTheWorldHasOne) {
  const auto no_path = [](const Query&, Answer& a) { a.status = PlanStatus::kNoPath; };
  EXPECT_EQ(measure(no_path).answers[0].status, Status::kMissed);
  queries_[0].truth = Truth::kUnreachable;
  EXPECT_EQ(measure(no_path).answers[0].status, Status::kUnreachable);
  queries_[0].truth = Truth::kGoalBlocked;
  EXPECT_EQ(measure(no_path).answers[0].status, Status::kGoalBlocked);
}

TEST_F(CellTest, WhatAPlannerThrowsBecomesAStatus) {
  const AnswerRecord error =
      measure([](const Query&, Answer&) { throw std::runtime_error("lost"); }).answers[0];
  EXPECT_EQ(error.status, Status::kError);
  EXPECT_EQ(error.message, "lost");
  EXPECT_TRUE(error.times.empty());
  EXPECT_EQ(measure([](const Query&, Answer&) { throw std::bad_alloc(); }).answers[0].status,
            Status::kOutOfMemory);
}

TEST_F(CellTest, FailedBuildGivesEveryAnswerItsStatus) {
  CellTask task;
  task.build = []() -> std::unique_ptr<Planner> { throw std::bad_alloc(); };
  task.queries = queries_;
  const auto cell = measure_cell(task, judge_, [] { return false; });
  EXPECT_EQ(cell->build.status, BuildStatus::kOutOfMemory);
  EXPECT_EQ(cell->answers[0].status, Status::kOutOfMemory);
}

TEST_F(CellTest, PathThatChangesBetweenRepetitionsIsAnError) {
  int call = 0;
  const CellRecord cell = measure([&](const Query&, Answer& answer) {
    answer.status = PlanStatus::kFound;
    answer.raw = answer.path =
        ++call == 3 ? Path{{1, 5}, {4, 4}, {6, 4}, {9, 5}} : Path{{1, 5}, {4, 6}, {6, 6}, {9, 5}};
  });
  EXPECT_EQ(cell.answers[0].status, Status::kError);
  EXPECT_THAT(cell.answers[0].message, testing::HasSubstr("changed"));
}

TEST_F(CellTest, StopDropsTheCell) {
  CellTask task;
  task.build = [] { return std::make_unique<ScriptedPlanner>([](const Query&, Answer&) {}); };
  task.queries = queries_;
  EXPECT_FALSE(measure_cell(task, judge_, [] { return true; }));
}

TEST_F(CellTest, BigPictureIsCutToAWindow) {
  const ScriptedPlanner planner([](const Query&, Answer&) {});
  const DrawingRecord drawing = drawing_of(planner, space_.box(), {5, 5});
  EXPECT_EQ(drawing.kind, "cells");
  EXPECT_EQ(drawing.total, kDrawn);
  EXPECT_LE(drawing.segments.size(), kMaxDrawnSegments);
  EXPECT_GT(drawing.segments.size(), kMaxDrawnSegments / 4);
  EXPECT_TRUE(drawing.window.contains({5, 5}));
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
