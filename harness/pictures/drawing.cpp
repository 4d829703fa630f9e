#include "harness/pictures/drawing.hpp"

#include <algorithm>
#include <cmath>

namespace fairway {

namespace {

/// Whether a segment touches a box, by separating axes.
bool touches(const Box& box, const Segment& s) {
  if (!overlap(box, box_of(s.a, s.b))) return false;
  const auto side = [&](double x, double y) { return twice_area(s.a, s.b, {x, y}); };
  const auto [least, most] = std::minmax({side(box.min.x, box.min.y), side(box.max.x, box.min.y),
                                          side(box.min.x, box.max.y), side(box.max.x, box.max.y)});
  return least <= 0 && most >= 0;
}

/// A square window with half side `half` and this centre.
Box window_round(Point centre, double half) {
  const Point corner{half, half};
  return {centre - corner, centre + corner};
}

}  // namespace

DrawingRecord drawing_of(const Planner& planner, const Box& world, Point centre,
                         std::size_t limit) {
  DrawingRecord drawing;
  drawing.window = world;
  const DrawingKind kind = planner.draw([&](Point a, Point b) {
    if (++drawing.total <= limit && touches(world, {a, b})) drawing.segments.push_back({a, b});
  });
  drawing.kind = kind == DrawingKind::kCells ? "cells" : "edges";
  if (drawing.total <= limit) return drawing;
  const auto collect = [&](const Box& window) {
    drawing.window = window;
    drawing.segments.clear();
    bool fits = true;
    planner.draw([&](Point a, Point b) {
      if (!fits || !touches(window, {a, b})) return;
      fits = drawing.segments.size() < limit;
      if (fits) drawing.segments.push_back({a, b});
    });
    return fits;
  };
  const double share = std::sqrt(static_cast<double>(limit) / static_cast<double>(drawing.total));
  double half = 0.5 * std::sqrt(world.width() * world.height()) * share;
  constexpr int kTries = 40;
  for (int i = 0; i < kTries && !collect(window_round(centre, half)); ++i) half *= 0.8;
  return drawing;
}

}  // namespace fairway
