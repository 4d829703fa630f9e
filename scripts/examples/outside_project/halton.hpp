// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string_view>
#include <vector>

#include "algorithms/representations/roadmap.hpp"

namespace outside {

/// A roadmap of points of the Halton sequence with bases 2 and 3. Two points are linked if they are
/// near and see each other. Source: J. H. Halton, "Algorithm 247: Radical-inverse quasi-random
/// point sequence", CACM 7(12), 1964.
class Halton : public fairway::Roadmap {
 public:
  static constexpr std::string_view kName = "halton";

  struct Options {
    int points = 4096;

    static void describe(Options& options, auto&& field) {
      field("points", options.points, "points drawn in the world's box", {1, 1'000'000});
    }
  };

  static std::vector<fairway::NamedMethod<Options>> methods() {
    return {{kName, {}}, {"halton-shortcut", {}, {.smoother = fairway::Smoother::kShortcut}}};
  }

  /// Throws std::invalid_argument for an invalid number of points.
  static Halton build(const fairway::FreeSpace& space, const Options& options) {
    fairway::check_ranges(options);
    const fairway::Box box = space.box();
    std::vector<fairway::Point> points;
    for (int i = 1; i <= options.points; ++i) {
      points.push_back({box.min.x + box.width() * radical_inverse(i, 2),
                        box.min.y + box.height() * radical_inverse(i, 3)});
    }
    const double apart = std::sqrt(box.width() / options.points) * std::sqrt(box.height());
    // On average, 4 pi points lie within the distance 2 * apart of a point.
    return {space, points, 2 * apart};
  }

 private:
  using Roadmap::Roadmap;

  /// Mirrors the digits of i at the radix point. The result is below 1.
  static double radical_inverse(int i, int base) {
    double inverse = 0;
    for (double place = 1.0 / base; i > 0; i /= base, place /= base) inverse += i % base * place;
    return inverse;
  }
};

}  // namespace outside
