#include "algorithms/solvers/anya/run_components.hpp"

#include <algorithm>
#include <iterator>

#include "algorithms/representations/disjoint_sets.hpp"

namespace fairway {

RunComponents::RunComponents(const CellRows& rows, int columns, int height) : row_{0} {
  for (int j = 0; j < height; ++j) {
    for (int k = rows.run_begin<1>(j, 0, columns); k < columns;) {
      const int end = rows.run_end<1>(j, k);
      runs_.push_back({k, end, 0});
      k = rows.run_begin<1>(j, end, columns);
    }
    row_.push_back(static_cast<std::int32_t>(runs_.size()));
  }
  label_all();
}

void RunComponents::label_all() {
  DisjointSets sets(runs_.size());
  for (std::size_t j = 1; j < static_cast<std::size_t>(height()); ++j) {
    auto below = static_cast<std::size_t>(row_[j - 1]);
    auto above = static_cast<std::size_t>(row_[j]);
    while (below < static_cast<std::size_t>(row_[j]) &&
           above < static_cast<std::size_t>(row_[j + 1])) {
      const Run& a = runs_[below];
      const Run& b = runs_[above];
      if (std::max(a.begin, b.begin) < std::min(a.end, b.end)) {
        sets.join(static_cast<std::int32_t>(below), static_cast<std::int32_t>(above));
      }
      ++(a.end < b.end ? below : above);
    }
  }
  count_ = sets.count();
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    runs_[run].component = sets.find(static_cast<std::int32_t>(run));
  }
}

std::int32_t RunComponents::at(int i, int j) const {
  const auto row = runs_.begin() + row_[static_cast<std::size_t>(j)];
  const auto next = runs_.begin() + row_[static_cast<std::size_t>(j) + 1];
  return std::prev(std::ranges::upper_bound(row, next, i, {}, &Run::begin))->component;
}

}  // namespace fairway
