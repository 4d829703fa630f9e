#include "harness/cell.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "algorithms/search/all_pairs.hpp"
#include "harness/machine.hpp"
#include "harness/path_measures.hpp"

namespace fairway {

namespace {

Status status_of(BuildStatus status) {
  switch (status) {
    case BuildStatus::kOutOfMemory:
      return Status::kOutOfMemory;
    case BuildStatus::kUnsupported:
      return Status::kUnsupported;
    default:
      return Status::kError;
  }
}

/// Calls `act`; what it throws becomes fail(status, message).
template <class Act, class Fail>
bool guarded(Act&& act, Fail&& fail) {
  try {
    act();
    return true;
  } catch (const std::bad_alloc&) {
    fail(BuildStatus::kOutOfMemory, "out of memory");
  } catch (const MemoryLimitExceeded& e) {
    fail(BuildStatus::kOutOfMemory, e.what());
  } catch (const std::exception& e) {
    fail(BuildStatus::kError, e.what());
  }
  return false;
}

/// Whether a segment touches a box, by separating axes.
bool touches(const Box& box, const Segment& s) {
  if (std::min(s.a.x, s.b.x) > box.max.x || std::max(s.a.x, s.b.x) < box.min.x ||
      std::min(s.a.y, s.b.y) > box.max.y || std::max(s.a.y, s.b.y) < box.min.y) {
    return false;
  }
  const auto side = [&](double x, double y) {
    return (s.b.x - s.a.x) * (y - s.a.y) - (s.b.y - s.a.y) * (x - s.a.x);
  };
  const auto [least, most] = std::minmax({side(box.min.x, box.min.y), side(box.max.x, box.min.y),
                                          side(box.min.x, box.max.y), side(box.max.x, box.max.y)});
  return least <= 0 && most >= 0;
}

/// A square window of half side `half` round a centre.
Box window_round(Point centre, double half) {
  return {{centre.x - half, centre.y - half}, {centre.x + half, centre.y + half}};
}

class CellMeasurement {
 public:
  CellMeasurement(const CellTask& task, Judge& judge, const std::function<bool()>& stop)
      : task_(task), judge_(judge), stop_(stop) {}

  std::optional<CellRecord> run() {
    cell_.answers.resize(task_.queries.size());
    if (!build()) return std::move(cell_);
    if (!warm_up()) return std::nullopt;
    for (int r = 0; r < task_.repetitions; ++r) {
      if (!repeat()) return std::nullopt;
    }
    if (task_.drawing) {
      cell_.drawing = drawing_of(*planner_, *task_.drawing, task_.drawing_centre);
    }
    return std::move(cell_);
  }

 private:
  bool build() {
    const bool built = guarded([&] { planner_ = task_.build(); },
                               [&](BuildStatus status, const char* message) {
                                 cell_.build.status = status;
                                 cell_.build.message = message;
                               });
    if (built && !planner_->facts().supported) {
      cell_.build.status = BuildStatus::kUnsupported;
      cell_.build.message = "the method is not made for this world";
      for (AnswerRecord& answer : cell_.answers) answer.status = Status::kUnsupported;
      return false;
    }
    if (built) {
      cell_.build.facts = planner_->facts();
      cell_.build.peak_resident = peak_resident_bytes();
      return true;
    }
    for (AnswerRecord& answer : cell_.answers) {
      answer.status = status_of(cell_.build.status);
      answer.message = "build: " + cell_.build.message;
    }
    return false;
  }

  bool plan(std::size_t i) {
    return guarded([&] { planner_->plan(task_.queries[i].query, answer_); },
                   [&](BuildStatus status, const char* message) {
                     cell_.answers[i] = {};
                     cell_.answers[i].status = status_of(status);
                     cell_.answers[i].message = message;
                   });
  }

  bool warm_up() {
    timed_.assign(task_.queries.size(), false);
    hashes_.assign(task_.queries.size(), 0);
    for (std::size_t i = 0; i < task_.queries.size(); ++i) {
      if (stop_()) return false;
      if (!plan(i)) continue;
      cell_.answers[i] = judge_.judge(task_.queries[i], answer_);
      hashes_[i] = path_hash(answer_.path);
      timed_[i] = cell_.answers[i].status != Status::kUnsupported;
      const bool keep = answer_.status == PlanStatus::kFound &&
                        std::find(task_.drawn.begin(), task_.drawn.end(), i) != task_.drawn.end();
      if (!keep) continue;
      cell_.paths.push_back({i, "raw", answer_.raw});
      cell_.paths.push_back({i, "smoothed", answer_.path});
    }
    return true;
  }

  bool repeat() {
    for (std::size_t i = 0; i < task_.queries.size(); ++i) {
      if (stop_()) return false;
      if (!timed_[i]) continue;
      timed_[i] = plan(i);
      if (timed_[i] && path_hash(answer_.path) != hashes_[i]) {
        cell_.answers[i] = {};
        cell_.answers[i].message = "the path changed between repetitions";
        timed_[i] = false;
      }
      if (timed_[i]) cell_.answers[i].times.push_back(answer_.times);
    }
    return true;
  }

  const CellTask& task_;
  Judge& judge_;
  const std::function<bool()>& stop_;
  CellRecord cell_;
  std::unique_ptr<Planner> planner_;
  Answer answer_;
  std::vector<bool> timed_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace

std::optional<CellRecord> measure_cell(const CellTask& task, Judge& judge,
                                       const std::function<bool()>& stop) {
  return CellMeasurement(task, judge, stop).run();
}

DrawingRecord drawing_of(const Planner& planner, const Box& world, Point centre) {
  DrawingRecord drawing;
  const DrawingKind kind = planner.draw([&](Point, Point) { ++drawing.total; });
  drawing.kind = kind == DrawingKind::kCells ? "cells" : "edges";
  const auto collect = [&](const Box& window) {
    drawing.window = window;
    drawing.segments.clear();
    bool fits = true;
    planner.draw([&](Point a, Point b) {
      if (!fits || !touches(window, {a, b})) return;
      fits = drawing.segments.size() < kMaxDrawnSegments;
      if (fits) drawing.segments.push_back({a, b});
    });
    return fits;
  };
  if (drawing.total <= kMaxDrawnSegments) {
    collect(world);
    return drawing;
  }
  const double share =
      std::sqrt(static_cast<double>(kMaxDrawnSegments) / static_cast<double>(drawing.total));
  double half = 0.5 * std::sqrt(world.width() * world.height()) * share;
  constexpr int kTries = 40;
  for (int i = 0; i < kTries && !collect(window_round(centre, half)); ++i) half *= 0.8;
  return drawing;
}

}  // namespace fairway
