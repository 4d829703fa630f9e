#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <utility>
#include <vector>

#include "datasets/generators/random.hpp"
#include "datasets/generators/raster_worlds.hpp"

namespace fairway {
namespace {

/// The columns or rows of cells that a room covers: [begin, end).
struct Interval {
  int begin;
  int end;
  int length() const { return end - begin; }
};

/// Splits 1 .. size - 2 into intervals of `room` +- `spread` cells with one cell between them. If
/// the remainder is too short for a room, the last room is wider.
std::vector<Interval> cut(Random& random, int size, int room, int spread) {
  std::vector<Interval> intervals;
  const int end = size - 1;
  for (int begin = 1; begin < end;) {
    const int length = static_cast<int>(random.between(std::max(1, room - spread), room + spread));
    int stop = std::min(begin + length, end);
    if (end - stop - 1 < std::max(1, room - spread)) stop = end;
    intervals.push_back({begin, stop});
    begin = stop + 1;
  }
  return intervals;
}

/// The wall between a room and its neighbour on the right or below.
struct Partition {
  std::size_t column;
  std::size_t row;
  bool right;
};

}  // namespace

Raster rooms(std::uint64_t seed, int size, int room, int spread, int door,
             int extra_doors_percent) {
  Random random(seed);
  const std::vector<Interval> columns = cut(random, size, room, spread);
  const std::vector<Interval> rows = cut(random, size, room, spread);

  Raster raster(size, size);
  for (const Interval& row : rows) {
    for (const Interval& column : columns) {
      fill(raster, column.begin, row.begin, column.end, row.end, kGround);
    }
  }

  std::vector<Partition> walls;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (column + 1 < columns.size()) walls.push_back({column, row, true});
      if (row + 1 < rows.size()) walls.push_back({column, row, false});
    }
  }
  for (std::size_t i = walls.size(); i > 1; --i) std::swap(walls[i - 1], walls[random.below(i)]);

  boost::disjoint_sets_with_storage<> joined(columns.size() * rows.size());
  for (const Partition& wall : walls) {
    const std::size_t here = wall.row * columns.size() + wall.column;
    const std::size_t there = here + (wall.right ? 1 : columns.size());
    const bool extra = random.percent(extra_doors_percent);
    if (joined.find_set(here) == joined.find_set(there) && !extra) continue;
    joined.union_set(here, there);
    const Interval& along = wall.right ? rows[wall.row] : columns[wall.column];
    const int across = wall.right ? columns[wall.column].end : rows[wall.row].end;
    const int width = std::min(door, along.length());
    const int first = static_cast<int>(random.between(along.begin, along.end - width));
    for (int i = first; i < first + width; ++i) {
      raster.set(wall.right ? across : i, wall.right ? i : across, kGround);
    }
  }
  return raster;
}

}  // namespace fairway
