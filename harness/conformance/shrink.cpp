#include "harness/conformance/shrink.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "algorithms/freespace/raster.hpp"
#include "datasets/navigation_mesh.hpp"

namespace fairway::conformance {

namespace {

using Clock = std::chrono::steady_clock;

class Shrinker {
 public:
  Shrinker(Trial trial, const StillFails& still_fails, Clock::time_point deadline)
      : best_(std::move(trial)), still_fails_(still_fails), deadline_(deadline) {}

  Trial run() {
    forget_origin();
    bool smaller = true;
    while (smaller) {
      smaller = drop_queries();
      smaller |=
          std::visit([&](const auto& content) { return drop_parts(content); }, best_.world.content);
    }
    if (auto* mesh = std::get_if<Mesh>(&best_.world.content)) drop_unused_points(*mesh);
    round_off();
    return std::move(best_);
  }

 private:
  /// Replaces best_ by the candidate if the candidate fails too. Returns whether best_ was
  /// replaced.
  bool accept_if_failing(Trial candidate) {
    if (Clock::now() >= deadline_ || !still_fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  /// Tries to remove runs of successive items. Begins with halves of the list, then tries quarters,
  /// and so on down to single items. Keeps at least `least` items. count() returns the number of
  /// items. without(first, last) returns the trial without the items [first, last). Returns whether
  /// items were removed.
  template <class Count, class Without>
  bool drop_runs(Count count, std::size_t least, Without without) {
    bool smaller = false;
    for (std::size_t run = count() / 2 + 1; run >= 1; run = run == 1 ? 0 : (run + 1) / 2) {
      for (std::size_t first = 0; first < count();) {
        const std::size_t last = std::min(first + run, count());
        if (count() - (last - first) >= least && accept_if_failing(without(first, last))) {
          smaller = true;
        } else {
          first = last;
        }
        if (Clock::now() >= deadline_) return smaller;
      }
    }
    return smaller;
  }

  /// Calls drop_runs() for the items of list(trial), a list inside the trial.
  template <class List>
  bool drop_from(std::size_t least, List list) {
    return drop_runs([&] { return list(best_).size(); }, least,
                     [&](std::size_t first, std::size_t last) {
                       Trial candidate = best_;
                       auto& items = list(candidate);
                       items.erase(items.begin() + static_cast<std::ptrdiff_t>(first),
                                   items.begin() + static_cast<std::ptrdiff_t>(last));
                       return candidate;
                     });
  }

  bool drop_queries() {
    return drop_from(
        1, [](Trial & trial) -> auto& { return trial.queries; });
  }

  bool drop_parts(const Polygons&) {
    const auto polygons = [](Trial& trial) -> Polygons& {
      return std::get<Polygons>(trial.world.content);
    };
    bool smaller = drop_from(
        1, [&](Trial & trial) -> auto& { return polygons(trial).parts; });
    smaller |= drop_from(
        0, [&](Trial & trial) -> auto& { return polygons(trial).walls; });
    for (std::size_t i = 0; i < polygons(best_).parts.size(); ++i) {
      smaller |= drop_from(
          3, [&](Trial & trial) -> auto& { return polygons(trial).parts[i].ring; });
    }
    return smaller;
  }

  bool drop_parts(const Mesh&) {
    bool smaller = drop_from(
        1, [](Trial & trial) -> auto& { return std::get<Mesh>(trial.world.content).faces; });
    const std::size_t faces = std::get<Mesh>(best_.world.content).faces.size();
    for (std::size_t f = 0; f < faces; ++f) {
      for (std::size_t i = 0;; ++i) {
        const Mesh::Face& face = std::get<Mesh>(best_.world.content).faces[f];
        if (i >= face.wall.size()) break;
        if (!face.wall[i]) continue;
        if (Clock::now() >= deadline_) return smaller;
        Trial candidate = best_;
        std::get<Mesh>(candidate.world.content).faces[f].wall[i] = false;
        smaller |= accept_if_failing(std::move(candidate));
      }
    }
    return smaller;
  }

  bool drop_parts(const Raster&) {
    const auto raster = [this]() -> const Raster& { return std::get<Raster>(best_.world.content); };
    bool smaller =
        drop_runs([&] { return static_cast<std::size_t>(raster().width()); }, 1,
                  [&](std::size_t first, std::size_t last) { return without(first, last, 0, 0); });
    smaller |=
        drop_runs([&] { return static_cast<std::size_t>(raster().height()); }, 1,
                  [&](std::size_t first, std::size_t last) { return without(0, 0, first, last); });
    constexpr int kMostCells = 1024;
    if (raster().width() * raster().height() > kMostCells) return smaller;
    for (int y = 0; y < raster().height(); ++y) {
      for (int x = 0; x < raster().width(); ++x) {
        if (raster().at(x, y) != Raster::kBlocked || best_.world.terrain) continue;
        Trial candidate = best_;
        std::get<Raster>(candidate.world.content).set(x, y, 1);
        smaller |= accept_if_failing(std::move(candidate));
      }
    }
    return smaller;
  }

  /// Returns best_ without the columns [left, right) and the rows [top, bottom) of its raster.
  /// Shifts later columns, later rows and the ends of queries.
  Trial without(std::size_t left, std::size_t right, std::size_t top, std::size_t bottom) const {
    const auto& old = std::get<Raster>(best_.world.content);
    const int columns = static_cast<int>(right - left);
    const int rows = static_cast<int>(bottom - top);
    Raster kept(old.width() - columns, old.height() - rows);
    std::optional<Terrain> costs;
    if (best_.world.terrain) costs.emplace(kept.width(), kept.height());
    for (int y = 0; y < kept.height(); ++y) {
      for (int x = 0; x < kept.width(); ++x) {
        const int from_x = x < static_cast<int>(left) ? x : x + columns;
        const int from_y = y < static_cast<int>(top) ? y : y + rows;
        kept.set(x, y, old.at(from_x, from_y));
        if (costs) costs->set_cost(x, y, best_.world.terrain->cost(from_x, from_y));
      }
    }
    const auto moved = [](double at, std::size_t first, std::size_t last) {
      const auto low = static_cast<double>(first);
      const auto high = static_cast<double>(last);
      return at <= low ? at : at < high ? low : at - (high - low);
    };
    Trial candidate{{best_.world.file, std::move(kept), {}, std::move(costs)}, best_.queries};
    for (Query& q : candidate.queries) {
      for (Point* p : {&q.start, &q.goal}) {
        *p = {moved(p->x, left, right), moved(p->y, top, bottom)};
      }
    }
    return candidate;
  }

  /// Clears the line numbers of the file, because removed parts make them wrong.
  void forget_origin() { best_.world.lines.clear(); }

  /// Tries to round the coordinates of the world and of the queries to few digits.
  void round_off() {
    for (const double unit : {1.0, 0.5, 0.125, 1.0 / 64, 1.0 / 1024}) {
      if (round_points(unit)) break;
    }
    for (std::size_t i = 0; i < best_.queries.size(); ++i) {
      for (const double unit : {1.0, 0.5, 0.25, 0.125, 1.0 / 64, 1.0 / 1024}) {
        Trial candidate = best_;
        Query& q = candidate.queries[i];
        for (Point* p : {&q.start, &q.goal}) *p = rounded(*p, unit);
        if (accept_if_failing(std::move(candidate))) break;
      }
    }
  }

  static Point rounded(Point p, double unit) {
    return {std::round(p.x / unit) * unit, std::round(p.y / unit) * unit};
  }

  bool round_points(double unit) {
    Trial candidate = best_;
    const auto round = [&](Point& p) { p = rounded(p, unit); };
    if (auto* polygons = std::get_if<Polygons>(&candidate.world.content)) {
      for (Polygons::Part& part : polygons->parts) std::ranges::for_each(part.ring, round);
      for (Polygons::Segment& wall : polygons->walls) {
        round(wall.a);
        round(wall.b);
      }
    } else if (auto* mesh = std::get_if<Mesh>(&candidate.world.content)) {
      std::ranges::for_each(mesh->points, round);
    }
    for (Query& q : candidate.queries) {
      round(q.start);
      round(q.goal);
    }
    return accept_if_failing(std::move(candidate));
  }

  Trial best_;
  const StillFails& still_fails_;
  Clock::time_point deadline_;
};

}  // namespace

Trial smallest(Trial trial, const StillFails& still_fails, Clock::time_point deadline) {
  return Shrinker(std::move(trial), still_fails, deadline).run();
}

std::size_t size_of(const WorldFile& world) {
  if (const auto* raster = std::get_if<Raster>(&world.content)) {
    return static_cast<std::size_t>(raster->width()) * static_cast<std::size_t>(raster->height());
  }
  if (const auto* mesh = std::get_if<Mesh>(&world.content)) return mesh->faces.size();
  const auto& polygons = std::get<Polygons>(world.content);
  std::size_t size = polygons.walls.size();
  for (const Polygons::Part& part : polygons.parts) size += part.ring.size();
  return size;
}

}  // namespace fairway::conformance
