#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "algorithms/freespace/raster.hpp"

namespace fairway {

/// A bitmap of a Raster, one bit per cell. The cells of one class are free. Cells of other classes
/// and cells outside the raster are blocked. A run is a sequence of free cells in a row. The
/// functions scan 64 cells at a time. Cell i of a row lies between lattice points i and i + 1. Runs
/// begin and end at lattice points. Only update() changes the bits.
class CellRows {
 public:
  /// Copies the cells of class `free` from the raster. O(cells).
  CellRows(const Raster& raster, Raster::Class free)
      : stride_(static_cast<std::size_t>(raster.width()) / 64 + 3),
        bits_(stride_ * (static_cast<std::size_t>(raster.height()) + 2 * kMargin)) {
    for (int j = 0; j < raster.height(); ++j) update(raster, free, j, 0, raster.width());
  }

  /// Copies columns [begin, end) of row j from the raster. Returns whether a bit changed.
  /// Precondition: the cells are inside the raster. O(end - begin).
  bool update(const Raster& raster, Raster::Class free, int j, int begin, int end) {
    const Raster::Class* const cells = raster.row(j).data();
    std::uint64_t* const words = bits_.data() + offset(j);
    std::uint64_t changed = 0;
    for (int i = begin; i < end;) {
      const bool eight = i % 8 == 0 && i + 8 <= end;
      const std::uint64_t which = (eight ? std::uint64_t{0xFF} : 1) << bit(i);
      const std::uint64_t are_free = eight ? free_of_eight(cells + i, free) : cells[i] == free;
      const std::uint64_t before = words[word(i)];
      words[word(i)] = (before & ~which) | are_free << bit(i);
      changed |= before ^ words[word(i)];
      i += eight ? 8 : 1;
    }
    return changed != 0;
  }

  /// Whether cell (i, j) is free. Preconditions of this and all functions below: columns are in
  /// [-1, width], rows in [-2, height + 1].
  bool is_free(int i, int j) const { return (row(j)[word(i)] >> bit(i) & 1) != 0; }

  /// Whether all cells of row j between lattice points k and `end` are free.
  bool is_free_from(int j, int k, int end) const { return run_end<1>(j, k) >= end; }

  /// Follows free cells from lattice point k and returns the lattice point where they end. Returns
  /// k if the first cell is blocked. Step is 1 for rising columns, -1 for falling columns. O(free
  /// cells followed / 64).
  template <int Step>
  int run_end(int j, int k) const {
    const std::uint64_t* const words = row(j);
    std::size_t w = word(Step > 0 ? k : k - 1);
    const unsigned b = bit(Step > 0 ? k : k - 1);
    if constexpr (Step > 0) {
      std::uint64_t blocked = ~words[w] >> b << b;
      while (blocked == 0) blocked = ~words[++w];
      return column(w, std::countr_zero(blocked));
    } else {
      std::uint64_t blocked = ~words[w] << (63 - b) >> (63 - b);
      while (blocked == 0) blocked = ~words[--w];
      return column(w, 63 - std::countl_zero(blocked)) + 1;
    }
  }

  /// Returns the first lattice point from k on, in direction Step, that is followed by a free cell.
  /// Returns k if the first cell is free. Returns `limit` if no cell before `limit` is free.
  /// O(cells passed / 64).
  template <int Step>
  int run_begin(int j, int k, int limit) const {
    const std::uint64_t* const words = row(j);
    std::size_t w = word(Step > 0 ? k : k - 1);
    const std::size_t last = word(Step > 0 ? limit : limit - 1);
    const unsigned b = bit(Step > 0 ? k : k - 1);
    if constexpr (Step > 0) {
      std::uint64_t free = words[w] >> b << b;
      while (free == 0 && w < last) free = words[++w];
      const int found = free != 0 ? column(w, std::countr_zero(free)) : limit;
      return found < limit ? found : limit;
    } else {
      std::uint64_t free = words[w] << (63 - b) >> (63 - b);
      while (free == 0 && w > last) free = words[--w];
      const int found = free != 0 ? column(w, 63 - std::countl_zero(free)) + 1 : limit;
      return found > limit ? found : limit;
    }
  }

  std::size_t memory_bytes() const { return bits_.capacity() * sizeof(bits_[0]); }  ///< Heap bytes.

 private:
  static constexpr int kMargin = 2;  // blocked rows before the first row and after the last

  /// Returns eight bits. Bit b is 1 if cells[b] has class `free`.
  static std::uint64_t free_of_eight(const Raster::Class* cells, Raster::Class free) {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7F;
    std::uint64_t differ;
    std::memcpy(&differ, cells, sizeof(differ));
    differ ^= free * std::uint64_t{0x0101010101010101};
    // The top bit of a byte of `equal` is set if the same byte of `differ` is 0. The multiplication
    // gathers these bits in the top byte.
    const std::uint64_t equal = ~(((differ & kLow) + kLow) | differ | kLow);
    return (equal >> 7) * 0x0102040810204080U >> 56;
  }
  static std::size_t word(int i) { return static_cast<std::size_t>(i + 64) / 64; }
  static unsigned bit(int i) { return static_cast<unsigned>(i + 64) % 64; }
  static int column(std::size_t w, int b) { return static_cast<int>(w) * 64 + b - 64; }
  std::size_t offset(int j) const { return stride_ * static_cast<std::size_t>(j + kMargin); }
  const std::uint64_t* row(int j) const { return bits_.data() + offset(j); }

  std::size_t stride_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace fairway
