#include "algorithms/solvers/anya/run_components.hpp"

#include <algorithm>

#include "algorithms/representations/disjoint_sets.hpp"

namespace fairway {

RunComponents::RunComponents(const CellRows& rows, int columns, int height) : row_{0} {
  std::vector<std::int32_t> end;
  for (int j = 0; j < height; ++j) {
    for (int k = rows.run_begin<1>(j, 0, columns); k < columns;) {
      begin_.push_back(k);
      end.push_back(rows.run_end<1>(j, k));
      k = rows.run_begin<1>(j, end.back(), columns);
    }
    row_.push_back(static_cast<std::int32_t>(begin_.size()));
  }
  DisjointSets sets(begin_.size());
  for (std::size_t j = 1; j < static_cast<std::size_t>(height); ++j) {
    auto below = static_cast<std::size_t>(row_[j - 1]);
    auto above = static_cast<std::size_t>(row_[j]);
    while (below < static_cast<std::size_t>(row_[j]) &&
           above < static_cast<std::size_t>(row_[j + 1])) {
      if (std::max(begin_[below], begin_[above]) < std::min(end[below], end[above])) {
        sets.join(static_cast<std::int32_t>(below), static_cast<std::int32_t>(above));
      }
      ++(end[below] < end[above] ? below : above);
    }
  }
  count_ = sets.count();
  component_.reserve(begin_.size());
  for (std::size_t run = 0; run < begin_.size(); ++run) {
    component_.push_back(sets.find(static_cast<std::int32_t>(run)));
  }
}

std::int32_t RunComponents::at(int i, int j) const {
  const auto row = begin_.begin() + row_[static_cast<std::size_t>(j)];
  const auto next = begin_.begin() + row_[static_cast<std::size_t>(j) + 1];
  const auto run = std::upper_bound(row, next, i) - begin_.begin() - 1;
  return component_[static_cast<std::size_t>(run)];
}

}  // namespace fairway
