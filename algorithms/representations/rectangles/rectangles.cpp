#include "algorithms/representations/rectangles/rectangles.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/representations/straight_path.hpp"

namespace fairway {

Rectangles Rectangles::build(const FreeSpace& space, const Options&) {
  LapClock clock;
  Rectangles result(*space.raster());
  BuildReport& report = result.report_;
  result.cut(*space.raster());
  report.phases.push_back({"rectangles", clock.lap()});
  result.place_doors();
  report.phases.push_back({"doors", clock.lap()});
  result.link_portals(result.doors_.size(), space, clock);
  return result;
}

void Rectangles::cut(const Raster& cells) {
  of_cell_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), kNone);
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      const Raster::Class kind = cells.at(x, y);
      if (kind == Raster::kBlocked || rectangle_of(x, y) != kNone) continue;
      CellBlock best{x, y, 0, 0};
      int width = width_ - x;
      for (int j = y; j < height_; ++j) {
        int run = 0;
        while (run < width && cells.at(x + run, j) == kind && rectangle_of(x + run, j) == kNone) {
          ++run;
        }
        if (run == 0) break;
        width = run;
        const int height = j - y + 1;
        if (std::int64_t{width} * height > std::int64_t{best.width} * best.height) {
          best = {x, y, width, height};
        }
      }
      const auto number = static_cast<std::int32_t>(rectangles_.size());
      rectangles_.push_back(best);
      classes_.push_back(kind);
      for (int j = y; j < y + best.height; ++j) {
        std::fill_n(&rectangle_of(x, j), best.width, number);
      }
    }
  }
}

void Rectangles::place_doors() {
  std::vector<std::size_t> count(rectangles_.size() + 1, 0);
  const auto kind = [&](std::int32_t r) { return classes_[static_cast<std::size_t>(r)]; };
  // Adds the doors on a side of rectangle `own`. The side is `length` cells long. beyond(i) returns
  // the rectangle outside that touches the i-th cell of the side. point(i) returns the point of the
  // side where this cell begins.
  const auto add_doors = [&](std::int32_t own, int length, auto beyond, auto point) {
    for (int i = 0; i < length;) {
      const std::int32_t other = beyond(i);
      int end = i + 1;
      while (end < length && beyond(end) == other) ++end;
      if (other != kNone && kind(other) == kind(own)) {
        doors_.push_back({own, other, point(i), point(end)});
        ++count[static_cast<std::size_t>(own)];
        ++count[static_cast<std::size_t>(other)];
      }
      i = end;
    }
  };
  for (std::int32_t r = 0; r < static_cast<std::int32_t>(rectangles_.size()); ++r) {
    const CellBlock& block = rectangles_[static_cast<std::size_t>(r)];
    const int right = block.x + block.width;
    const int top = block.y + block.height;
    add_doors(
        r, block.height,
        [&](int i) { return std::as_const(*this).rectangle_of(right, block.y + i); },
        [&](int i) {
          return Point{double(right), double(block.y + i)};
        });
    add_doors(
        r, block.width, [&](int i) { return std::as_const(*this).rectangle_of(block.x + i, top); },
        [&](int i) {
          return Point{double(block.x + i), double(top)};
        });
  }
  begin_.assign(1, 0);
  for (std::size_t r = 0; r < rectangles_.size(); ++r) begin_.push_back(begin_.back() + count[r]);
  vertices_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (Vertex v = 0; v < static_cast<Vertex>(doors_.size()); ++v) {
    vertices_[next[static_cast<std::size_t>(door(v).before)]++] = v;
    vertices_[next[static_cast<std::size_t>(door(v).behind)]++] = v;
  }
}

void Rectangles::faces_at(const Location& at, Scratch&, std::vector<Face>& found) const {
  const Point p = at.point;
  found.clear();
  const double x = std::floor(p.x);
  const double y = std::floor(p.y);
  if (x < 0 || y < 0 || x > width_ || y > height_) return;
  for (int j = static_cast<int>(y) - (p.y == y ? 1 : 0); j <= static_cast<int>(y); ++j) {
    for (int i = static_cast<int>(x) - (p.x == x ? 1 : 0); i <= static_cast<int>(x); ++i) {
      if (const std::int32_t r = rectangle_of(i, j); r != kNone) found.push_back(r);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

void Rectangles::realise(const FoundPath& found, Scratch&, Path& path) const {
  draw_straight(
      found, [this](Vertex v) { return position(v); }, path);
}

Portal Rectangles::portal_from(Face rectangle, Vertex v) const {
  const Door& d = door(v);
  // If the path goes to larger x, the end of the door with larger y is on the path's left side. If
  // the path goes to larger y, the end with smaller x is on the left side.
  const bool forward = rectangle == d.before;
  const bool low_is_right = (d.low.x == d.high.x) == forward;
  return low_is_right ? Portal{d.high, d.low} : Portal{d.low, d.high};
}

std::size_t Rectangles::memory_bytes() const {
  return PortalGraph::memory_bytes() + heap_bytes(of_cell_, rectangles_, classes_, doors_);
}

}  // namespace fairway
