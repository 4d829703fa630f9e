#include "algorithms/representations/grid/move_costs.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <unordered_set>

#include "algorithms/representations/grid/moves.hpp"

namespace fairway {
namespace {

// Length of a whole move in the unit of Part::share. The unit is 1/12 of the move, because a move
// crosses lattice lines only at multiples of 1/12 of its length.
constexpr int kWhole = 12;

/// A cell that a move crosses. (dx, dy) is relative to the first cell of the move. `share` is the
/// length of the move inside the cell, in twelfths of the whole move.
struct Part {
  int dx;
  int dy;
  int share;
};

/// Returns the cells that a move crosses, in order. The shares sum to kWhole.
std::vector<Part> parts_of(int move) {
  const GridMove whole = kGridMoves[static_cast<std::size_t>(move)];
  const MoveSteps steps = move < 8 ? MoveSteps{{move, -1, -1, -1, -1}} : steps_of(move);
  std::vector<Part> parts;
  int x = 0;
  int y = 0;
  int begin = 0;
  for (const int step : steps.direction) {
    if (step < 0) break;
    const GridMove s = kGridMoves[static_cast<std::size_t>(step)];
    // Each Part except the last ends at a lattice line. The move crosses its k-th column line after
    // (k - 1/2) / |dx| of its length, and its k-th row line after (k - 1/2) / |dy| of its length.
    const int end = s.dx != 0 ? (2 * std::abs(x + s.dx) - 1) * kWhole / (2 * std::abs(whole.dx))
                              : (2 * std::abs(y + s.dy) - 1) * kWhole / (2 * std::abs(whole.dy));
    parts.push_back({x, y, end - begin});
    begin = end;
    x += s.dx;
    y += s.dy;
  }
  parts.push_back({x, y, kWhole - begin});
  return parts;
}

/// Removes duplicates from a growing list of rows of costs.
class RowTable {
 public:
  explicit RowTable(std::size_t width, std::vector<double>& rows)
      : width_(width), rows_(rows), known_(16, Hash{this}, Equal{this}) {}

  /// If an earlier row equals the last row, removes the last row and returns the index of the
  /// earlier row. Otherwise returns the index of the last row.
  std::uint32_t share_last() {
    const auto last = static_cast<std::uint32_t>(rows_.size() / width_ - 1);
    if (last == 0 || !std::ranges::equal(row(taken_), row(last))) {
      taken_ = *known_.insert(last).first;
    }
    if (taken_ != last) rows_.resize(rows_.size() - width_);
    return taken_;
  }

 private:
  std::span<const double> row(std::uint32_t k) const {
    return std::span(rows_).subspan(k * width_, width_);
  }
  struct Hash {
    const RowTable* table;
    std::size_t operator()(std::uint32_t k) const {
      std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a over doubles
      for (const double cost : table->row(k)) {
        hash = (hash ^ std::bit_cast<std::uint64_t>(cost)) * 0x100000001b3U;
        hash ^= hash >> 32U;
      }
      return static_cast<std::size_t>(hash);
    }
  };
  struct Equal {
    const RowTable* table;
    bool operator()(std::uint32_t a, std::uint32_t b) const {
      return std::ranges::equal(table->row(a), table->row(b));
    }
  };

  std::size_t width_;
  std::vector<double>& rows_;
  std::unordered_set<std::uint32_t, Hash, Equal> known_;
  std::uint32_t taken_ = 0;  ///< last result of share_last(), usually also the next result
};

}  // namespace

MoveCosts move_costs(const RasterisedSpace& raster, std::span<const std::uint32_t> masks,
                     std::size_t neighbours, const std::array<double, 32>& length) {
  std::vector<std::vector<Part>> parts;
  for (std::size_t d = 0; d < neighbours; ++d) parts.push_back(parts_of(static_cast<int>(d)));
  MoveCosts costs{neighbours, {}, std::vector<std::uint32_t>(masks.size())};
  RowTable table(neighbours, costs.rows);
  for (int j = 0; j < raster.grid.rows; ++j) {
    for (int i = 0; i < raster.grid.columns; ++i) {
      const std::size_t cell = raster.grid.index(i, j);
      if (masks[cell] == 0) continue;
      costs.rows.resize(costs.rows.size() + neighbours);
      double* const row = costs.rows.data() + costs.rows.size() - neighbours;
      for (std::uint32_t mask = masks[cell]; mask != 0; mask &= mask - 1) {
        const auto d = static_cast<std::size_t>(std::countr_zero(mask));
        double sum = 0;
        for (const Part& part : parts[d]) {
          sum += part.share * raster.cost(i + part.dx, j + part.dy);
        }
        row[d] = length[d] * (sum / kWhole);
      }
      costs.row_of[cell] = table.share_last();
    }
  }
  costs.rows.shrink_to_fit();
  return costs;
}

}  // namespace fairway
