#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "datasets/geojson.hpp"
#include "datasets/outlines.hpp"

namespace fairway {

namespace {

/// Whether a hole lies in an outline. The first vertex of the hole that is not on the border of the
/// outline decides. If all vertices are on the border, the first midpoint of an edge that is not on
/// the border decides. Precondition: both rings are valid.
bool lies_in(const Ring& hole, const Ring& outline) {
  for (const Point p : hole) {
    const RingSide side = side_of(outline, p);
    if (side != RingSide::kBorder) return side == RingSide::kInside;
  }
  for (std::size_t i = 0; i < hole.size(); ++i) {
    const Point a = hole[i];
    const Point b = hole[(i + 1) % hole.size()];
    const RingSide side = side_of(outline, {a.x / 2 + b.x / 2, a.y / 2 + b.y / 2});
    if (side != RingSide::kBorder) return side == RingSide::kInside;
  }
  return true;
}

bool contains(const Box& outer, const Box& inner) {
  return outer.contains(inner.min) && outer.contains(inner.max);
}

struct Outline {
  std::size_t part;
  Box box;
  std::vector<std::size_t> holes;
};

std::vector<Outline> nest(const Polygons& polygons) {
  std::vector<Outline> outlines;
  for (std::size_t i = 0; i < polygons.parts.size(); ++i) {
    const Polygons::Part& part = polygons.parts[i];
    if (part.ring.size() < 3) {
      throw InvalidWorld("a ring of fewer than three vertices; expected three at least",
                         static_cast<int>(i), 0);
    }
    if (part.outline) outlines.push_back({i, bounding_box(part.ring), {}});
  }
  std::vector<std::size_t> smallest_first(outlines.size());
  std::iota(smallest_first.begin(), smallest_first.end(), std::size_t{0});
  std::stable_sort(smallest_first.begin(), smallest_first.end(), [&](std::size_t a, std::size_t b) {
    const auto area = [](const Box& box) { return box.width() * box.height(); };
    return area(outlines[a].box) < area(outlines[b].box);
  });
  for (std::size_t i = 0; i < polygons.parts.size(); ++i) {
    const Polygons::Part& part = polygons.parts[i];
    if (part.outline) continue;
    const Box box = bounding_box(part.ring);
    const auto home =
        std::find_if(smallest_first.begin(), smallest_first.end(), [&](std::size_t o) {
          return contains(outlines[o].box, box) &&
                 lies_in(part.ring, polygons.parts[outlines[o].part].ring);
        });
    if (home == smallest_first.end()) {
      throw InvalidWorld("a hole outside every outline; expected it inside one",
                         static_cast<int>(i), 0);
    }
    outlines[*home].holes.push_back(i);
  }
  return outlines;
}

void append_ring(std::string& text, const Ring& ring) {
  const auto append = [&](Point p, char before) {
    fmt::format_to(std::back_inserter(text), "{}[{},{}]", before, p.x, p.y);
  };
  char before = '[';
  for (const Point p : ring) {
    append(p, before);
    before = ',';
  }
  append(ring.front(), before);
  text += ']';
}

}  // namespace

std::string format_geojson(const Polygons& polygons) {
  if (!polygons.walls.empty()) {
    const auto [a, b] = polygons.walls.front();
    throw InvalidWorld(
        fmt::format("the wall from ({}, {}) to ({}, {}) has free space on both sides, which "
                    "GeoJSON cannot represent; expected a world without walls of zero width",
                    a.x, a.y, b.x, b.y),
        static_cast<int>(polygons.parts.size()), 0);
  }
  std::string text = "{\"type\":\"FeatureCollection\",\"features\":[";
  std::string_view separator = "\n";
  for (const Outline& outline : nest(polygons)) {
    text += separator;
    text +=
        "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\","
        "\"coordinates\":[\n";
    append_ring(text, polygons.parts[outline.part].ring);
    for (const std::size_t hole : outline.holes) {
      text += ",\n";
      append_ring(text, polygons.parts[hole].ring);
    }
    text += "]}}";
    separator = ",\n";
  }
  text += "\n]}\n";
  return text;
}

}  // namespace fairway
