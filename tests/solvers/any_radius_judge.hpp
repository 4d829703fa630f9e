#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/freespace/containment.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {

inline std::optional<FreeSpace> eroded_or_nothing(const FreeSpace& space, double radius) {
  try {
    return eroded(space, radius);
  } catch (const InvalidWorld&) {
    return std::nullopt;
  }
}

/// Numbers of answers and of faults of a solver, judged in the eroded world. `gap` is the sum of
/// the gaps of all found paths.
struct Judged {
  long asked = 0;
  long found = 0;
  long illegal = 0;
  long refused = 0;
  long shorter = 0;
  double gap = 0;
};

/// Asks a solver queries between random points at several radii. For each radius, compares the
/// answers with exact paths in the world that is eroded by this radius.
template <class S>
class AnyRadiusJudge {
 public:
  /// `critical(solver, random)` returns critical radii: just below and just above the clearances of
  /// narrow places.
  using Critical = std::function<std::vector<double>(const S&, std::mt19937&)>;
  AnyRadiusJudge(unsigned seed, typename S::Options options, Critical critical)
      : random_(seed), options_(options), critical_(std::move(critical)) {}

  void examine(const FreeSpace& space, int queries) {
    const S solver = S::build(space, options_);
    const double size = std::max(space.box().width(), space.box().height());
    std::vector<double> radii{0, 0.5};
    for (int i = 0; i < 4; ++i) radii.push_back(size * std::pow(10, -3.5 + 3 * share()));
    for (const double radius : critical_(solver, random_)) radii.push_back(radius);
    for (const double radius : radii) examine(space, solver, radius, queries);
  }

  const Judged& judged() const { return judged_; }

 private:
  double share() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  TriangleId at_random(const Triangulation& mesh) {
    std::uniform_int_distribution<TriangleId> pick(0, mesh.triangle_count() - 1);
    TriangleId t = pick(random_);
    while (!mesh.is_free(t)) t = pick(random_);
    return t;
  }

  Point point(const FreeSpace& space, const FreeSpace& world, int kind) {
    const double a = share() * (kind == 1 ? 1e-3 : 1);
    const double b = share() * (1 - a);
    if (kind == 0) {
      const Box& box = space.box();
      return {box.min.x + a * box.width(), box.min.y + share() * box.height()};
    }
    const Triangulation& mesh = world.triangulation();
    const auto& v = mesh.triangle(at_random(mesh)).vertex;
    const Point p = mesh.point(v[0]);
    return p + a * (mesh.point(v[1]) - p) + b * (mesh.point(v[2]) - p);
  }

  void examine(const FreeSpace& space, const S& solver, double radius, int queries) {
    const std::optional<FreeSpace> world = eroded_or_nothing(space, radius);
    if (!world) return;
    const PathChecker checker(*world);
    const Polyanya exact(*world);
    for (int q = 0; q < queries; ++q) {
      const Point from = point(space, *world, q % 3);
      const Point to = point(space, *world, q % 3);
      const Location start = space.locate(from);
      const Location goal = space.locate(to);
      if (start.place == Place::kBlocked || goal.place == Place::kBlocked) continue;
      ++judged_.asked;
      const Location start_in = world->locate(from);
      const Location goal_in = world->locate(to);
      const bool exists = connected(*world, start_in, goal_in);
      if (!solver.solve(start, goal, radius, scratch_, path_).found) {
        judged_.refused += exists ? 1 : 0;
        continue;
      }
      ++judged_.found;
      if (!exists || !checker.check(path_).legal || path_.front() != from || path_.back() != to) {
        ++judged_.illegal;
        continue;
      }
      exact.solve(start_in, goal_in, exact_scratch_, best_);
      if (length(best_) == 0) continue;
      const double gap = length(path_) / length(best_) - 1;
      judged_.shorter += gap < -1e-9 ? 1 : 0;
      judged_.gap += gap;
    }
  }

  std::mt19937 random_;
  typename S::Options options_;
  Critical critical_;
  typename S::Scratch scratch_;
  Polyanya::Scratch exact_scratch_;
  Path path_;
  Path best_;
  Judged judged_;
};

}  // namespace fairway::test
