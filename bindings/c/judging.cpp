// SPDX-License-Identifier: MIT
#include <cstdio>

#include "bindings/c/handles.hpp"

namespace fairway::c_interface {

namespace {

/// Returns the judge of a world. Throws std::invalid_argument if an end lies outside free space.
const PathJudge& judge_of(const World& world, Point start, Point goal) {
  for (const auto& [name, end] : {std::pair{"start", start}, std::pair{"goal", goal}}) {
    if (world.space.locate(end).place == Place::kBlocked) refuse_outside(name, end);
  }
  return *world.judge.get([&] { return std::make_unique<const PathJudge>(world.space); });
}

}  // namespace

World::LentScratch World::lend_scratch() const {
  const std::scoped_lock lock(mutex_);
  if (scratch_.empty()) scratch_.push_back(std::make_unique<PathJudge::Scratch>());
  PathJudge::Scratch* lent = scratch_.back().release();
  scratch_.pop_back();
  return {lent, [this](PathJudge::Scratch* returned) {
            const std::scoped_lock lock_of_return(mutex_);
            scratch_.emplace_back(returned);
          }};
}

fairway_judgement judge(const World& world, Point start, Point goal, std::span<const Point> path) {
  const Judgement found =
      judge_of(world, start, goal).judge(start, goal, path, *world.lend_scratch());
  fairway_judgement result{found.legal ? 1 : 0, found.segment, found.cause, "",
                           found.length,        found.optimum, found.gap,   found.corridor_gap,
                           found.slack};
  std::snprintf(result.reason, sizeof result.reason, "%s", found.reason.c_str());
  return result;
}

}  // namespace fairway::c_interface

using namespace fairway;               // NOLINT(google-build-using-namespace)
using namespace fairway::c_interface;  // NOLINT(google-build-using-namespace)

extern "C" {

int fairway_judge(const fairway_world* world, fairway_point start, fairway_point goal,
                  const fairway_point* points, size_t count, fairway_judgement* judgement) {
  return guarded(0, [&] {
    const World& of = *required(world, "world").world;
    Path path;
    for (const fairway_point p : array_of(points, count, "points")) {
      path.push_back(point_of(p, "points", path.size()));
    }
    required(judgement, "judgement") =
        judge(of, point_of(start, "start"), point_of(goal, "goal"), path);
    return 1;
  });
}

const fairway_table* fairway_optimal_path(const fairway_world* world, fairway_point start,
                                          fairway_point goal) {
  return guarded<const fairway_table*>(nullptr, [&] {
    thread_local Table table(2);
    const World& of = *required(world, "world").world;
    const Point from = point_of(start, "start");
    const Point to = point_of(goal, "goal");
    const World::LentScratch scratch = of.lend_scratch();
    judge_of(of, from, to).optimum(from, to, *scratch, scratch->path);
    table.clear();
    for (const Point p : scratch->path) table.add({p.x, p.y});
    return table.show();
  });
}
}
