#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/solvers/cell_rows.hpp"

namespace fairway {

/// The components of the free cells of one class, which join along sides: a number for each run of
/// a row. Immutable.
class RunComponents {
 public:
  /// O(cells / 64 + runs).
  RunComponents(const CellRows& rows, int columns, int height);

  int count() const { return count_; }
  /// The component of a free cell. O(log runs of the row).
  std::int32_t at(int i, int j) const;

  std::size_t memory_bytes() const {
    return (row_.capacity() + begin_.capacity() + component_.capacity()) * sizeof(std::int32_t);
  }

 private:
  std::vector<std::int32_t> row_;        ///< the first run of each row, and their number
  std::vector<std::int32_t> begin_;      ///< the first column of each run
  std::vector<std::int32_t> component_;  ///< of each run
  int count_ = 0;
};

}  // namespace fairway
