#include "tests/support/rough_rings.hpp"

#include <algorithm>
#include <cstddef>

#include "tests/support/bursts.hpp"

namespace fairway::test {
namespace {

double number_below(std::mt19937& random, int end) {
  return static_cast<double>(random() % static_cast<unsigned>(end));
}

Point lattice_point(std::mt19937& random, int size) {
  const double x = number_below(random, size + 1);
  return {x, number_below(random, size + 1)};
}

/// The index of a random point of the ring.
std::ptrdiff_t place(std::mt19937& random, const Ring& ring) {
  return static_cast<std::ptrdiff_t>(random() % ring.size());
}

/// Adds a spike to the ring: the ring leaves a point or the middle of an edge, goes to another
/// point and comes back.
void add_spike(std::mt19937& random, Ring& ring, int size) {
  const std::ptrdiff_t i = place(random, ring);
  const Point next = ring[static_cast<std::size_t>(i + 1) % ring.size()];
  Point base = ring[static_cast<std::size_t>(i)];
  const bool from_edge = random() % 2 == 0;
  if (from_edge) base = 0.5 * (base + next);
  const Point tip =
      random() % 3 == 0 ? 2.0 * base - next : base + lattice_point(random, 4) - Point{2, 2};
  static_cast<void>(size);
  ring.insert(ring.begin() + i + 1, {tip, base});
  if (from_edge) ring.insert(ring.begin() + i + 1, base);
}

}  // namespace

Ring rough_ring(std::mt19937& random, int size) {
  Ring ring = random_ring(random, size);
  const auto size_now = static_cast<double>(size);
  switch (random() % 10) {
    case 0:
      break;
    case 1:
      ring.clear();
      for (std::size_t points = 3 + random() % 5; points > 0; --points) {
        ring.push_back(lattice_point(random, std::min(size, 5)));
      }
      break;
    case 2:
    case 3:
      for (std::size_t spikes = 1 + random() % 2; spikes > 0; --spikes) {
        add_spike(random, ring, size);
      }
      break;
    case 4: {  // a point in the middle of an edge
      const std::ptrdiff_t i = place(random, ring);
      const Point next = ring[static_cast<std::size_t>(i + 1) % ring.size()];
      ring.insert(ring.begin() + i + 1, 0.5 * (ring[static_cast<std::size_t>(i)] + next));
      break;
    }
    case 5: {  // a repeated point, next to the first or elsewhere
      const Point p = ring[static_cast<std::size_t>(place(random, ring))];
      ring.insert(ring.begin() + place(random, ring), p);
      break;
    }
    case 6:  // no area
      for (Point& p : ring) p.y = ring[0].y + (p.x - ring[0].x);
      break;
    case 7: {  // two squares that meet at a point
      const Point p = lattice_point(random, size);
      ring = {p, p + Point{1, 0}, p + Point{1, 1}, p + Point{0, 1},
              p, p - Point{1, 0}, p - Point{1, 1}, p - Point{0, 1}};
      if (random() % 2 == 0) std::reverse(ring.begin() + 5, ring.end());
      break;
    }
    case 8: {  // a square with a square hole, joined by a slit
      const Point p = lattice_point(random, size);
      ring = {p,
              p + Point{3, 0},
              p + Point{3, 3},
              p + Point{0, 3},
              p,
              p + Point{1, 1},
              p + Point{1, 2},
              p + Point{2, 2},
              p + Point{2, 1},
              p + Point{1, 1}};
      if (random() % 2 == 0) std::reverse(ring.begin() + 6, ring.begin() + 9);
      break;
    }
    default:  // a ring along the border of the world
      ring = {
          {0, 0}, {size_now, 0}, {size_now, number_below(random, 3)}, {0, number_below(random, 3)}};
      if (random() % 2 == 0) add_spike(random, ring, size);
      break;
  }
  if (random() % 2 == 0) std::ranges::reverse(ring);
  return ring;
}

Ring odd_ring(std::mt19937& random, int size) {
  Ring ring = rough_ring(random, size);
  switch (random() % 6) {
    case 0:
      for (Point& p : ring) p = 2.0 * p - Point{3, 3};
      break;
    case 1: {
      const Point shift{number_below(random, 100) / 97, number_below(random, 100) / 89};
      for (Point& p : ring) p = p + shift;
      break;
    }
    default:
      break;
  }
  return ring;
}

}  // namespace fairway::test
