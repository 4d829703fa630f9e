#include "algorithms/solvers/anya/run_components.hpp"

#include <algorithm>
#include <iterator>

#include "algorithms/representations/disjoint_sets.hpp"

namespace fairway {

RunComponents::RunComponents(const CellRows& rows, int columns, int height) {
  for (int j = 0; j < height; ++j) {
    for (int k = rows.run_begin<1>(j, 0, columns); k < columns;) {
      const int end = rows.run_end<1>(j, k);
      tables_.runs.push_back({k, end, 0});
      k = rows.run_begin<1>(j, end, columns);
    }
    tables_.row.push_back(static_cast<std::int32_t>(tables_.runs.size()));
  }
  label_all();
}

void RunComponents::label_all() {
  DisjointSets sets(tables_.runs.size());
  for (std::size_t j = 1; j < static_cast<std::size_t>(tables_.height()); ++j) {
    auto below = static_cast<std::size_t>(tables_.row[j - 1]);
    auto above = static_cast<std::size_t>(tables_.row[j]);
    while (below < static_cast<std::size_t>(tables_.row[j]) &&
           above < static_cast<std::size_t>(tables_.row[j + 1])) {
      const Run& a = tables_.runs[below];
      const Run& b = tables_.runs[above];
      if (std::max(a.begin, b.begin) < std::min(a.end, b.end)) {
        sets.join(static_cast<std::int32_t>(below), static_cast<std::int32_t>(above));
      }
      ++(a.end < b.end ? below : above);
    }
  }
  tables_.count = sets.count();
  for (std::size_t run = 0; run < tables_.runs.size(); ++run) {
    tables_.runs[run].component = sets.find(static_cast<std::int32_t>(run));
  }
}

std::int32_t RunComponents::at(int i, int j) const {
  const auto row = tables_.runs.begin() + tables_.row[static_cast<std::size_t>(j)];
  const auto next = tables_.runs.begin() + tables_.row[static_cast<std::size_t>(j) + 1];
  return std::prev(std::ranges::upper_bound(row, next, i, {}, &Run::begin))->component;
}

}  // namespace fairway
