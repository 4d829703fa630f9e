#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/changing_space/changing_labels.hpp"
#include "algorithms/solvers/cell_rows.hpp"

namespace fairway {

/// The components of the free cells of one class, which join along sides: a label for each run of a
/// row. Only change() changes it.
class RunComponents {
 public:
  /// O(cells / 64 + runs).
  RunComponents(const CellRows& rows, int columns, int height);

  /// Takes the runs of these rows again. Precondition: they ascend, and `rows` has changed in no
  /// others. But for logarithms linear in the runs and cells / 64 of the rows from the first to the
  /// last of them, and in the smaller part of each component that parts or is joined to another;
  /// later runs are moved. Labels all runs anew, in linear time, if many of them came or went; the
  /// next call that does not, counts the runs of all components.
  void change(const CellRows& rows, int columns, std::span<const int> changed);

  int count() const { return count_; }
  /// The component of a free cell. O(log runs of the row).
  std::int32_t at(int i, int j) const;

  std::size_t memory_bytes() const {
    return row_.capacity() * sizeof(row_[0]) + runs_.capacity() * sizeof(Run) +
           (labels_ ? labels_->memory_bytes() : 0);
  }

 private:
  struct Run {
    std::int32_t begin;  ///< columns
    std::int32_t end;
    std::int32_t component;
  };
  /// A run that came or went.
  struct Piece {
    std::int32_t row;
    Run run;
  };
  struct RunGraph;

  void label_all();
  std::int32_t height() const { return static_cast<std::int32_t>(row_.size()) - 1; }
  void visit_runs(std::int32_t row, std::int32_t begin, std::int32_t end, auto&& visit) const;
  void exchange_runs(const CellRows& rows, int columns, std::span<const int> changed,
                     std::vector<Piece>& gone, std::vector<Piece>& come);
  std::vector<ChangingLabels::Place> places(std::span<const Piece> gone,
                                            std::span<const Piece> come) const;

  std::vector<std::int32_t> row_;  ///< the first run of each row, and their number
  std::vector<Run> runs_;
  int count_ = 0;
  std::optional<ChangingLabels> labels_;  ///< of repairs
};

}  // namespace fairway
