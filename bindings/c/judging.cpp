// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "bindings/c/handles.hpp"

namespace fairway::c_interface {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
/// Gaps up to this size are rounding errors.
constexpr double kRounding = 1e-9;

/// Borrows scratch memory from a world. The destructor gives it back.
class BorrowedScratch {
 public:
  explicit BorrowedScratch(const World& world) : world_(world), scratch_(world.take_scratch()) {}
  ~BorrowedScratch() { world_.give_back(std::move(scratch_)); }
  BorrowedScratch(const BorrowedScratch&) = delete;
  BorrowedScratch& operator=(const BorrowedScratch&) = delete;
  JudgeScratch& operator*() { return *scratch_; }

 private:
  const World& world_;
  std::unique_ptr<JudgeScratch> scratch_;
};

void require_free(const World& world, Point end, const char* name) {
  if (world.space.locate(end).place == Place::kBlocked) {
    refuse_outside(name, end);
  }
}

[[noreturn]] void report_bug(std::string_view what, Point start, Point goal) {
  throw std::logic_error(fmt::format("{} from {} to {}; this is a bug of Fairway, please report it",
                                     what, text_of(start), text_of(goal)));
}

/// Returns the length of the shortest path, and the path in `path`. Throws if the two exact solvers
/// disagree.
double optimum(const World& world, Point start, Point goal, JudgeScratch& scratch, Path& path) {
  require_free(world, start, "start");
  require_free(world, goal, "goal");
  const ExactSolvers::Lengths lengths =
      world.judges().solvers.solve(start, goal, scratch.exact, &path);
  if (!lengths.agree()) {
    report_bug("the two exact solvers disagree", start, goal);
  }
  return lengths.by_visibility_graph;
}

}  // namespace

std::unique_ptr<JudgeScratch> World::take_scratch() const {
  const std::scoped_lock lock(mutex_);
  if (scratch_.empty()) return std::make_unique<JudgeScratch>();
  std::unique_ptr<JudgeScratch> scratch = std::move(scratch_.back());
  scratch_.pop_back();
  return scratch;
}

void World::give_back(std::unique_ptr<JudgeScratch> scratch) const {
  const std::scoped_lock lock(mutex_);
  scratch_.push_back(std::move(scratch));
}

const Truth& World::judges() const {
  return *truth.get([this] { return std::make_unique<const Truth>(space); });
}

fairway_judgement judge(const World& world, Point start, Point goal, std::span<const Point> path) {
  BorrowedScratch borrowed(world);
  JudgeScratch& scratch = *borrowed;
  fairway_judgement result{0, -1, "no path", "", kNone, kNone, kNone, kNone, kNone};
  result.optimum = optimum(world, start, goal, scratch, scratch.path);
  if (path.empty()) return result;
  result.length = length(path);
  const PathChecker::Verdict verdict = world.judges().checker.check(path);
  if (!verdict.legal) {
    result.segment = static_cast<std::int64_t>(verdict.segment);
    result.cause = "walls";
    std::snprintf(result.reason, sizeof result.reason, "%s", verdict.reason.c_str());
    return result;
  }
  if (path.front() != start || path.back() != goal) {
    result.cause = "ends";
    std::snprintf(result.reason, sizeof result.reason,
                  "the path does not lead from the start to the goal");
    return result;
  }
  if (!(result.length >= result.optimum * (1 - kRounding))) {
    report_bug("a legal path is shorter than the optimum", start, goal);
  }
  result.legal = 1;
  result.gap = relative_excess(result.length, result.optimum);
  scratch.given.assign(path.begin(), path.end());
  if (homotopic_shortest(world.space, scratch.homotopic, scratch.given)) {
    const double shortest = length(scratch.given);
    result.corridor_gap = relative_excess(shortest, result.optimum);
    result.slack = relative_excess(result.length, shortest);
  }
  result.cause = result.gap <= kRounding              ? "none"
                 : result.corridor_gap > result.slack ? "corridor"
                                                      : "slack";
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
    BorrowedScratch scratch(of);
    optimum(of, point_of(start, "start"), point_of(goal, "goal"), *scratch, (*scratch).path);
    table.clear();
    for (const Point p : (*scratch).path) table.add({p.x, p.y});
    return table.show();
  });
}
}
