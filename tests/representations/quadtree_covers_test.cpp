#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <map>
#include <random>
#include <utility>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/smoothing/drop_points.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

using Rational = boost::multiprecision::cpp_rational;

const std::vector<Quadtree::Options> kCoveringVariants{
    {0, true, 4, QuadtreeVertices::kPortal},
    {0, false, 2, QuadtreeVertices::kCentre},
    {0, true, 2, QuadtreeVertices::kCentre},
};

/// A coarse quadtree for polygons, so that brute force is fast enough.
Quadtree coarser_quadtree(const FreeSpace& space, Quadtree::Options options) {
  if (space.raster() == nullptr) {
    options.min_size = std::max(space.box().width(), space.box().height()) / 16;
  }
  return Quadtree::build(space, options);
}

/// Decides by rational arithmetic whether a segment is a limit of paths through free lattice cells
/// and open borders. The lattice lines cut the segment into pieces. The oracle makes one node for
/// each pair of a piece and a free cell that contains the piece, and for each pair of a cut and a
/// free cell. Two nodes are joined in these cases:
/// - Their cell is the same, and the cut is an end of the piece.
/// - Their piece or cut is the same, and an open border joins their cells.
class CoverOracle {
 public:
  explicit CoverOracle(const RasterisedSpace& raster) : raster_(raster) {
    for (int i = 0; i <= raster.grid.columns; ++i) x_.emplace_back(raster.grid.x(i));
    for (int j = 0; j <= raster.grid.rows; ++j) y_.emplace_back(raster.grid.y(j));
  }

  bool covers(Point a, Point b) const {
    const Rational ax(a.x);
    const Rational ay(a.y);
    const Rational dx = Rational(b.x) - ax;
    const Rational dy = Rational(b.y) - ay;
    std::vector<Rational> cuts{0, 1};
    const auto cut = [&](const std::vector<Rational>& lines, const Rational& from,
                         const Rational& by) {
      if (by == 0) return;
      for (const Rational& line : lines) {
        const Rational t = (line - from) / by;
        if (0 < t && t < 1) cuts.push_back(t);
      }
    };
    cut(x_, ax, dx);
    cut(y_, ay, dy);
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::vector<Rational> places;  // cuts, and middles of the pieces between cuts
    for (std::size_t k = 0; k < cuts.size(); ++k) {
      if (k > 0) places.push_back((cuts[k - 1] + cuts[k]) / 2);
      places.push_back(cuts[k]);
    }

    DisjointSets sets;
    std::map<std::pair<int, int>, std::int32_t> before;
    std::vector<std::int32_t> first;
    std::vector<std::int32_t> last;
    for (const Rational& t : places) {
      std::map<std::pair<int, int>, std::int32_t> here;
      for (const auto& cell : cells_at(ax + t * dx, ay + t * dy)) here[cell] = sets.add();
      last.clear();
      for (const auto& [cell, node] : here) {
        last.push_back(node);
        if (const auto same = before.find(cell); same != before.end()) {
          sets.join(node, same->second);
        }
        const auto [i, j] = cell;
        const auto east = here.find({i + 1, j});
        if (east != here.end() && raster_.open_west(i + 1, j)) sets.join(node, east->second);
        const auto north = here.find({i, j + 1});
        if (north != here.end() && raster_.open_south(i, j + 1)) sets.join(node, north->second);
      }
      if (first.empty()) first = last;
      if (last.empty()) return false;
      before = std::move(here);
    }
    for (const std::int32_t s : first) {
      for (const std::int32_t e : last) {
        if (sets.find(s) == sets.find(e)) return true;
      }
    }
    return false;
  }

 private:
  /// The free closed cells that contain a point.
  std::vector<std::pair<int, int>> cells_at(const Rational& x, const Rational& y) const {
    const auto range = [](const std::vector<Rational>& lines, const Rational& value) {
      const auto low = std::lower_bound(lines.begin(), lines.end(), value) - lines.begin();
      const auto high = std::upper_bound(lines.begin(), lines.end(), value) - lines.begin();
      return std::pair(
          std::max<int>(0, static_cast<int>(low) - 1),
          std::min<int>(static_cast<int>(lines.size()) - 2, static_cast<int>(high) - 1));
    };
    if (x < x_.front() || x > x_.back() || y < y_.front() || y > y_.back()) return {};
    const auto [i0, i1] = range(x_, x);
    const auto [j0, j1] = range(y_, y);
    std::vector<std::pair<int, int>> cells;
    for (int j = j0; j <= j1; ++j) {
      for (int i = i0; i <= i1; ++i) {
        if (raster_.is_free(i, j)) cells.emplace_back(i, j);
      }
    }
    return cells;
  }

  const RasterisedSpace& raster_;
  std::vector<Rational> x_;
  std::vector<Rational> y_;
};

std::vector<test::World> worlds_to_cover() {
  std::vector<test::World> result;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    result.push_back(test::random_raster(seed, 13, 9, 0.04 + 0.03 * seed, 1 + seed % 3));
  }
  for (test::World& world : test::random_worlds(90, 2)) result.push_back(std::move(world));
  for (test::World& world : test::fixture_worlds()) result.push_back(std::move(world));
  return result;
}

/// Random points on lattice lines, on lattice corners and between them, and vertices of the world.
std::vector<Point> ends(const FreeSpace& space, const CellGrid& grid, std::mt19937& random) {
  std::vector<Point> points = test::probe_points(space, random, 20);
  const auto pick = [&](int count) { return std::uniform_int_distribution(0, count)(random); };
  for (int k = 0; k < 90; ++k) {
    const Point corner = grid.corner(pick(grid.columns), pick(grid.rows));
    const Point other = grid.corner(pick(grid.columns), pick(grid.rows));
    const Point middle{corner.x / 2 + other.x / 2, corner.y / 2 + other.y / 2};
    points.push_back(k % 3 == 0 ? corner : middle);
  }
  return points;
}

TEST(QuadtreeCovers, AgreesWithRationalBruteForce) {
  int covered = 0;
  int open = 0;
  int along = 0;
  for (const test::World& world : worlds_to_cover()) {
    const FreeSpace space = test::build(world);
    std::mt19937 random(11);
    for (const Quadtree::Options& options : kCoveringVariants) {
      const Quadtree quadtree = coarser_quadtree(space, options);
      const RasterisedSpace raster = rasterise(space, quadtree.grid());
      const CoverOracle oracle(raster);
      const std::vector<Point> points = ends(space, raster.grid, random);
      Quadtree::Scratch scratch;
      for (std::size_t k = 0; k < points.size(); ++k) {
        for (const std::size_t step : {1U, 7U, 40U}) {
          const Point a = points[k];
          Point b = points[(k + step) % points.size()];
          if (step == 7) (k % 2 == 0 ? b.x = a.x : b.y = a.y);
          const bool expected = oracle.covers(a, b);
          ASSERT_EQ(quadtree.covers(a, b, scratch), expected)
              << world.name << std::hexfloat << ": " << a.x << ' ' << a.y << "  " << b.x << ' '
              << b.y;
          ASSERT_EQ(quadtree.covers(b, a, scratch), expected) << world.name;
          if (!expected) continue;
          ++covered;
          const bool sighted = sees(space, space.locate(a), space.locate(b));
          ASSERT_TRUE(sighted) << world.name;
          along += a != b && (a.x == b.x || a.y == b.y);
        }
        open += quadtree.covers(points[k], points[k], scratch);
      }
    }
  }
  EXPECT_GT(covered, 3000);
  EXPECT_GT(open, 1000);
  EXPECT_GT(along, 500);
}

TEST(QuadtreeCovers, ACornerIsPassedOnlyOnAnOpenSide) {
  const auto covers = [](const std::vector<std::string>& rows, Point a, Point b) {
    Quadtree::Scratch scratch;
    return Quadtree::build(test::from_rows(rows), {}).covers(a, b, scratch);
  };
  EXPECT_FALSE(covers({".@", "@."}, {0.5, 0.5}, {1.5, 1.5}));
  EXPECT_TRUE(covers({"..", "@."}, {0.5, 0.5}, {1.5, 1.5}));
  EXPECT_TRUE(covers({".@", ".."}, {0.5, 0.5}, {1.5, 1.5}));
  EXPECT_FALSE(covers({".W", "W."}, {0.5, 0.5}, {1.5, 1.5}));
  EXPECT_TRUE(covers({".@", "@."}, {0.5, 0.5}, {1, 1}));
  // The segment lies on a lattice line. At its start, only the cells above the line are free. At
  // its end, only the cells below the line are free. A path may change from one side to the other
  // only where two free cells have an open border.
  EXPECT_FALSE(covers({"..@@", "@@.."}, {0, 1}, {4, 1}));
  EXPECT_TRUE(covers({"...@", "@@.."}, {0, 1}, {4, 1}));
  EXPECT_FALSE(covers({"...@", "@@WW"}, {0, 1}, {4, 1}));
}

TEST(QuadtreeCovers, CoveredSegmentsMakeLegalPathsThatCannotBeStraightened) {
  int found = 0;
  int dropped = 0;
  for (const test::World& world : worlds_to_cover()) {
    const FreeSpace space = test::build(world);
    const PathChecker checker(space);
    std::mt19937 random(6);
    const std::vector<Point> points = test::probe_points(space, random, 60);
    for (const Quadtree::Options& options : kCoveringVariants) {
      const Quadtree quadtree = coarser_quadtree(space, options);
      Quadtree::Scratch scratch;
      Attachment attachment;
      SearchScratch search;
      std::vector<Vertex> vertices;
      Path raw;
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        const Location start = space.locate(points[k]);
        const Location goal = space.locate(points[k + 1]);
        if (start.place == Place::kBlocked || goal.place == Place::kBlocked) continue;
        if (quadtree.attach(start, goal, scratch, attachment) != AttachStatus::kAttached) continue;
        const auto h = [&](Vertex v) { return distance(quadtree.position(v), goal.point); };
        if (!astar(quadtree.graph(), attachment, h, search, vertices).found) continue;
        ++found;
        quadtree.realise({start, goal, attachment, vertices}, scratch, raw);
        Path path = raw;
        drop_points(path, [&](Point a, Point, Point b) { return quadtree.covers(a, b, scratch); });
        ASSERT_TRUE(checker.check(path).legal) << world.name << checker.check(path).reason;
        EXPECT_EQ(path.front(), start.point);
        EXPECT_EQ(path.back(), goal.point);
        EXPECT_LE(length(path), length(raw) * (1 + 1e-12));
        for (std::size_t i = 2; i < path.size(); ++i) {
          EXPECT_FALSE(quadtree.covers(path[i - 2], path[i], scratch)) << world.name;
        }
        dropped += path.size() < raw.size();
      }
    }
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(dropped, 500);
}

}  // namespace
}  // namespace fairway
