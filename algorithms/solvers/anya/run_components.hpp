#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/solvers/cell_rows.hpp"

namespace fairway {

/// The components of the free cells of one class, which join along sides: a label for each run of a
/// row. Immutable but for its owner.
class RunComponents {
 public:
  /// O(cells / 64 + runs).
  RunComponents(const CellRows& rows, int columns, int height);

  int count() const { return tables_.count; }
  /// The component of a free cell. O(log runs of the row).
  std::int32_t at(int i, int j) const;

  std::size_t memory_bytes() const {
    return tables_.row.capacity() * sizeof(std::int32_t) + tables_.runs.capacity() * sizeof(Run);
  }

  struct Run {
    std::int32_t begin;  ///< columns
    std::int32_t end;
    std::int32_t component;
  };
  /// To edit it in place.
  struct Tables {
    std::vector<std::int32_t> row{0};  ///< the first run of each row, and their number
    std::vector<Run> runs;
    int count = 0;

    std::int32_t height() const { return static_cast<std::int32_t>(row.size()) - 1; }
  };
  Tables& tables() { return tables_; }
  /// Labels all runs. Linear.
  void label_all();

 private:
  Tables tables_;
};

}  // namespace fairway
