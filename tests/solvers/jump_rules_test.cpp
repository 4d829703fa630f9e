#include "algorithms/representations/grid/jump_rules.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "algorithms/geometry/infinity.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

/// The 3 x 3 cells around a free middle cell.
struct Neighbourhood {
  unsigned blocked;  ///< bit d is set if the cell in direction d is blocked

  bool free(int x, int y) const {
    if (x < -1 || y < -1 || x > 1 || y > 1) return false;
    for (int d = 0; d < 8; ++d) {
      const GridMove move = kGridMoves[static_cast<std::size_t>(d)];
      if (move.dx == x && move.dy == y) return (blocked >> d & 1) == 0;
    }
    return true;
  }
  bool legal(int x, int y, GridMove move) const {
    return free(x, y) && free(x + move.dx, y) && free(x, y + move.dy) &&
           free(x + move.dx, y + move.dy);
  }

  /// Length of the shortest path from one outer cell to another, without the middle cell.
  double around(GridMove from, GridMove to) const {
    std::array<double, 9> length;
    length.fill(kInfinity);
    const auto at = [&](int x, int y) -> double& {
      return length[static_cast<std::size_t>(3 * (y + 1) + x + 1)];
    };
    at(from.dx, from.dy) = 0;
    for (int round = 0; round < 9; ++round) {
      for (int x = -1; x <= 1; ++x) {
        for (int y = -1; y <= 1; ++y) {
          for (int d = 0; d < 8; ++d) {
            const GridMove move = kGridMoves[static_cast<std::size_t>(d)];
            if (!legal(x, y, move) || (x + move.dx == 0 && y + move.dy == 0)) continue;
            double& there = at(x + move.dx, y + move.dy);
            there = std::min(there, at(x, y) + std::hypot(move.dx, move.dy));
          }
        }
      }
    }
    return at(to.dx, to.dy);
  }
};

TEST(JumpRules, PrunesCellsReachedAsShortlyWithoutTheMiddle) {
  for (unsigned blocked = 0; blocked < 256; ++blocked) {
    const Neighbourhood cells{blocked};
    std::uint32_t legal = 0;
    for (int d = 0; d < 8; ++d) {
      legal |= cells.legal(0, 0, kGridMoves[static_cast<std::size_t>(d)]) ? 1U << d : 0U;
    }
    for (int arrival = 0; arrival < 4; ++arrival) {
      const GridMove move = kGridMoves[static_cast<std::size_t>(arrival)];
      const GridMove before{-move.dx, -move.dy};
      if (!cells.free(before.dx, before.dy)) continue;
      std::uint32_t expected = 0;
      for (int d = 0; d < 8; ++d) {
        const GridMove to = kGridMoves[static_cast<std::size_t>(d)];
        const double through = 1 + std::hypot(to.dx, to.dy);
        const bool back = to.dx == before.dx && to.dy == before.dy;
        if ((legal >> d & 1) != 0 && !back && cells.around(before, to) > through + 1e-9) {
          expected |= 1U << d;
        }
      }
      EXPECT_EQ(pruned_moves(arrival, legal), expected)
          << "blocked " << blocked << " arrival " << arrival;
    }
    EXPECT_EQ(pruned_moves(kAnyhow, legal), legal);
    for (int diagonal = 4; diagonal < 8; ++diagonal) {
      const GridMove move = kGridMoves[static_cast<std::size_t>(diagonal)];
      const GridMove before{-move.dx, -move.dy};
      if (!cells.legal(before.dx, before.dy, move)) continue;
      for (int d = 0; d < 8; ++d) {
        const GridMove to = kGridMoves[static_cast<std::size_t>(d)];
        if ((legal >> d & 1) == 0 || to.dx * move.dx + to.dy * move.dy > 0) continue;
        const bool back = to.dx == before.dx && to.dy == before.dy;
        EXPECT_TRUE(back ||
                    cells.around(before, to) < std::sqrt(2.0) + std::hypot(to.dx, to.dy) - 1e-9)
            << "a diagonal arrival forces nothing";
      }
    }
  }
}

TEST(JumpRules, OnlyCellsAtWallsOfZeroWidthAreIrregular) {
  const auto irregular_cells = [](const FreeSpace& space) {
    const Grid grid = Grid::build(space, {1, 8});
    const JumpRules rules(grid);
    std::vector<Vertex> cells;
    for (Vertex v = 0; v < static_cast<Vertex>(grid.graph().vertices()); ++v) {
      if (rules.irregular(v)) cells.push_back(v);
    }
    return cells;
  };
  EXPECT_TRUE(irregular_cells(test::build(test::random_raster(1, 40, 30, 0.3, 1))).empty());
  Raster raster(6, 5, 1);
  for (int y = 0; y < 2; ++y) {
    for (int x = 3; x < 6; ++x) raster.set(x, y, 2);
  }
  for (int y = 0; y < 2; ++y) raster.set(5, y, Raster::kBlocked);
  for (int x = 3; x < 6; ++x) raster.set(x, 2, x < 5 ? Raster::kBlocked : 1);
  // Two classes meet along x = 3, from y = 0 to 2, so there is a wall of zero width. Only the four
  // cells beside this wall must be irregular.
  EXPECT_EQ(irregular_cells(FreeSpace::from_raster(raster)), (std::vector<Vertex>{2, 3, 8, 9}));
}

}  // namespace
}  // namespace fairway
