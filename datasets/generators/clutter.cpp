#include "datasets/generators/clutter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "algorithms/geometry/predicates.hpp"
#include "datasets/generators/random.hpp"
#include "datasets/outlines.hpp"

namespace fairway {
namespace {

constexpr int kPerUnit = 64;
constexpr int kLeastRadius = 2 * kPerUnit;
constexpr int kMostRadius = 8 * kPerUnit;
constexpr int kAttempts = 300;

/// A point of the lattice with spacing 1/64.
struct Offset {
  std::int64_t x;
  std::int64_t y;
  friend auto operator<=>(const Offset&, const Offset&) = default;
};

std::int64_t cross(Offset a, Offset b) { return a.x * b.y - a.y * b.x; }
std::int64_t turn(Offset a, Offset b, Offset c) {
  return cross({b.x - a.x, b.y - a.y}, {c.x - a.x, c.y - a.y});
}
bool lower(Offset a) { return a.y < 0 || (a.y == 0 && a.x < 0); }

/// An obstacle around the origin, counter-clockwise.
struct Shape {
  std::vector<Offset> ring;
  std::int64_t twice_area = 0;
};

Offset sample_offset(Random& random, std::int64_t radius) {
  for (;;) {
    const Offset p{random.between(-radius, radius), random.between(-radius, radius)};
    const std::int64_t square = p.x * p.x + p.y * p.y;
    if (square <= radius * radius && 9 * square >= radius * radius) return p;
  }
}

/// A polygon that is star-shaped about the origin. Seen from the origin, successive vertices are
/// less than 180 degrees apart.
std::vector<Offset> sample_star(Random& random, std::int64_t radius, int corners) {
  for (;;) {
    std::vector<Offset> ring;
    for (int i = 0; i < corners; ++i) ring.push_back(sample_offset(random, radius));
    std::sort(ring.begin(), ring.end(), [](Offset a, Offset b) {
      if (lower(a) != lower(b)) return lower(b);
      const std::int64_t side = cross(a, b);
      return side != 0 ? side > 0 : a < b;
    });
    bool round = true;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      round = round && cross(ring[i], ring[(i + 1) % ring.size()]) > 0;
    }
    if (round) return ring;
  }
}

/// The convex hull of random points, by Andrew's monotone chain.
std::vector<Offset> sample_convex(Random& random, std::int64_t radius, int corners) {
  for (;;) {
    std::vector<Offset> points;
    for (int i = 0; i < corners; ++i) points.push_back(sample_offset(random, radius));
    std::sort(points.begin(), points.end());
    std::vector<Offset> ring;
    const auto extend = [&ring](Offset p, std::size_t fixed) {
      while (ring.size() > fixed && turn(ring[ring.size() - 2], ring.back(), p) <= 0) {
        ring.pop_back();
      }
      ring.push_back(p);
    };
    for (const Offset p : points) extend(p, 1);
    const std::size_t half = ring.size();
    for (std::size_t i = points.size() - 1; i-- > 0;) extend(points[i], half);
    ring.pop_back();
    if (ring.size() >= 3) return ring;
  }
}

Shape sample_shape(Random& random, const ClutterShape& look) {
  const std::int64_t first = random.between(kLeastRadius, kMostRadius);
  const std::int64_t second = random.between(kLeastRadius, kMostRadius);
  const std::int64_t radius = std::min(first, second);
  Shape shape;
  if (random.percent(look.convex_percent)) {
    shape.ring = sample_convex(random, radius, look.corners);
  } else {
    const int least = std::max(3, look.corners / 2);
    shape.ring = sample_star(random, radius, static_cast<int>(random.between(least, look.corners)));
  }
  for (std::size_t i = 0; i < shape.ring.size(); ++i) {
    shape.twice_area += cross(shape.ring[i], shape.ring[(i + 1) % shape.ring.size()]);
  }
  return shape;
}

bool rings_touch(const Ring& first, const Ring& second, const Box& box_of_second) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Point a = first[i];
    const Point b = first[(i + 1) % first.size()];
    if (!overlap(box_of(a, b), box_of_second)) continue;
    for (std::size_t j = 0; j < second.size(); ++j) {
      if (segments_touch(a, b, second[j], second[(j + 1) % second.size()])) return true;
    }
  }
  return side_of(first, second.front()) == RingSide::kInside ||
         side_of(second, first.front()) == RingSide::kInside;
}

/// The obstacles placed so far. A grid of square buckets, each as wide as the largest obstacle,
/// finds the obstacles near a box.
class Field {
 public:
  explicit Field(std::int64_t side)
      : columns_(side / kBucket + 1),
        buckets_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(columns_)) {}

  /// Adds the ring unless it touches another ring. Returns whether it was added.
  bool add(Ring ring) {
    const Box box = bounding_box(ring);
    bool free = true;
    for_each_bucket(box, [&](const std::vector<std::size_t>& bucket) {
      for (const std::size_t i : bucket) {
        if (!free) return;
        if (overlap(box, boxes_[i])) free = !rings_touch(ring, rings_[i], boxes_[i]);
      }
    });
    if (!free) return false;
    for_each_bucket(box,
                    [&](std::vector<std::size_t>& bucket) { bucket.push_back(rings_.size()); });
    rings_.push_back(std::move(ring));
    boxes_.push_back(box);
    return true;
  }

  const std::vector<Ring>& rings() const { return rings_; }

 private:
  static constexpr std::int64_t kBucket = 2 * kMostRadius;

  template <class Visit>
  void for_each_bucket(const Box& box, Visit visit) {
    const auto bucket = [](double x) { return static_cast<std::int64_t>(x) / kBucket; };
    for (std::int64_t row = bucket(box.min.y); row <= bucket(box.max.y); ++row) {
      for (std::int64_t column = bucket(box.min.x); column <= bucket(box.max.x); ++column) {
        visit(buckets_[static_cast<std::size_t>(row * columns_ + column)]);
      }
    }
  }

  std::int64_t columns_;
  std::vector<std::vector<std::size_t>> buckets_;
  std::vector<Ring> rings_;
  std::vector<Box> boxes_;
};

Ring moved(const std::vector<Offset>& ring, Offset by) {
  Ring result;
  result.reserve(ring.size());
  for (const Offset p : ring) {
    result.push_back({static_cast<double>(p.x + by.x), static_cast<double>(p.y + by.y)});
  }
  return result;
}

/// Places the shapes at random free positions, largest first. Omits a shape that does not fit in
/// kAttempts tries.
Polygons place(Random& random, std::vector<Shape> shapes, std::int64_t side) {
  std::stable_sort(shapes.begin(), shapes.end(),
                   [](const Shape& a, const Shape& b) { return a.twice_area > b.twice_area; });
  Field field(side);
  for (const Shape& shape : shapes) {
    Offset low = shape.ring.front();
    Offset high = low;
    for (const Offset p : shape.ring) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const Offset at{random.between(1 - low.x, side - 1 - high.x),
                      random.between(1 - low.y, side - 1 - high.y)};
      if (field.add(moved(shape.ring, at))) break;
    }
  }

  Polygons world;
  const auto s = static_cast<double>(side);
  world.parts.push_back({{{0, 0}, {s, 0}, {s, s}, {0, s}}, true});
  for (const Ring& ring : field.rings()) world.parts.push_back({ring, false});
  for (Polygons::Part& part : world.parts) {
    for (Point& p : part.ring) p = {p.x / kPerUnit, p.y / kPerUnit};
  }
  return world;
}

/// Returns the side of the smallest square with an area of at least `area`. The side is a whole
/// number of units; `area` is in squared lattice steps.
std::int64_t side_of_square(std::int64_t area) {
  std::int64_t low = 1;
  std::int64_t high = 1 << 20;
  while (low < high) {
    const std::int64_t middle = (low + high) / 2;
    const std::int64_t steps = middle * kPerUnit;
    if (steps * steps >= area) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

Polygons clutter(std::uint64_t seed, int vertices, int blocked_percent, const ClutterShape& look) {
  Random random(seed);
  std::vector<Shape> shapes;
  std::int64_t twice_area = 0;
  for (std::size_t count = 4; count < static_cast<std::size_t>(vertices);) {
    shapes.push_back(sample_shape(random, look));
    count += shapes.back().ring.size();
    twice_area += shapes.back().twice_area;
  }
  const std::int64_t least = 3 * kMostRadius / kPerUnit;
  const std::int64_t side = std::max(least, side_of_square(twice_area * 50 / blocked_percent));
  return place(random, std::move(shapes), side * kPerUnit);
}

Polygons clutter_in_square(std::uint64_t seed, int side, int blocked_percent,
                           const ClutterShape& look) {
  Random random(seed);
  const std::int64_t steps = std::int64_t{side} * kPerUnit;
  const std::int64_t wanted = steps * steps / 50 * blocked_percent;
  std::vector<Shape> shapes;
  for (std::int64_t twice_area = 0; twice_area < wanted;) {
    shapes.push_back(sample_shape(random, look));
    twice_area += shapes.back().twice_area;
  }
  return place(random, std::move(shapes), steps);
}

}  // namespace fairway
