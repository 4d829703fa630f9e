#include "harness/pictures/drawing.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "tests/harness/ring_world.hpp"

namespace fairway {
namespace {

constexpr std::size_t kLimit = 1000;
constexpr std::size_t kDrawn = 3 * kLimit / 2;

class HatchingPlanner : public Planner {
 public:
  std::unique_ptr<Planner> fork() const override {
    return std::make_unique<HatchingPlanner>(*this);
  }
  void plan(const Query&, Answer&) override {}
  const PlannerFacts& facts() const override { return facts_; }
  std::size_t scratch_bytes() const override { return 0; }
  DrawingKind draw(const SegmentSink& segment) const override {
    for (std::size_t i = 0; i < kDrawn; ++i) {
      const double x = 9 * static_cast<double>(i) / kDrawn;
      segment({x, 0}, {x, 10});
    }
    return DrawingKind::kCells;
  }

 private:
  PlannerFacts facts_;
};

TEST(DrawingTest, BigPictureIsCutToAWindow) {
  const HatchingPlanner planner;
  const DrawingRecord drawing = drawing_of(planner, test::ring_world().box(), {5, 5}, kLimit);
  EXPECT_EQ(drawing.kind, "cells");
  EXPECT_EQ(drawing.total, kDrawn);
  EXPECT_LE(drawing.segments.size(), kLimit);
  EXPECT_GT(drawing.segments.size(), kLimit / 4);
  EXPECT_TRUE(drawing.window.contains({5, 5}));
}

TEST(DrawingTest, SmallPictureIsWhole) {
  const HatchingPlanner planner;
  EXPECT_EQ(drawing_of(planner, test::ring_world().box(), {5, 5}, kDrawn).segments.size(), kDrawn);
}

}  // namespace
}  // namespace fairway
