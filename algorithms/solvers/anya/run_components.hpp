#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/solvers/cell_rows.hpp"

namespace fairway {

/// Connected components of the free cells of one class. Each run of cells in a row has the label of
/// its component. Cells that share a side are connected. Queries do not change the tables. Only
/// repairs after a change of the world edit them.
class RunComponents {
 public:
  /// Finds the runs and their components. O(cells / 64 + runs).
  RunComponents(const CellRows& rows, int columns, int height);

  int count() const { return tables_.count; }  ///< Number of components.
  /// Label of the component of the free cell (i, j). O(log runs of the row).
  std::int32_t at(int i, int j) const;

  /// Bytes on the heap.
  std::size_t memory_bytes() const {
    return tables_.row.capacity() * sizeof(std::int32_t) + tables_.runs.capacity() * sizeof(Run);
  }

  /// A run of free cells.
  struct Run {
    std::int32_t begin;      ///< first column
    std::int32_t end;        ///< one past the last column
    std::int32_t component;  ///< label of its component
  };
  /// The runs of all rows.
  struct Tables {
    /// Index of the first run of each row. The last element is the number of runs.
    std::vector<std::int32_t> row{0};
    std::vector<Run> runs;  ///< the runs, row by row
    int count = 0;          ///< number of components
    /// Number of rows.
    std::int32_t height() const { return static_cast<std::int32_t>(row.size()) - 1; }
  };
  Tables& tables() { return tables_; }  ///< The tables; repairs edit them.
  /// Computes the labels of all runs. O(runs) up to an inverse Ackermann factor.
  void label_all();

 private:
  Tables tables_;
};

}  // namespace fairway
