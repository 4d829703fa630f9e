#include <algorithm>
#include <tuple>
#include <utility>

#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/solvers/anya/run_components.hpp"

namespace fairway {
namespace {

/// A run that came or went costs about as much as labelling this many runs anew, as measured.
constexpr std::size_t kLocalCost = 32;

}  // namespace

/// Runs of neighbouring rows are joined if they share columns.
struct RunComponents::RunGraph {
  RunComponents& of;

  std::size_t size() const { return of.runs_.size(); }
  template <class Visit>
  void visit_neighbours(std::int32_t run, Visit visit) const {
    const auto row =
        static_cast<std::int32_t>(std::ranges::upper_bound(of.row_, run) - of.row_.begin() - 1);
    const auto [begin, end, component] = of.runs_[static_cast<std::size_t>(run)];
    of.visit_runs(row - 1, begin, end, visit);
    of.visit_runs(row + 1, begin, end, visit);
  }
  std::int32_t label(std::int32_t run) const {
    return of.runs_[static_cast<std::size_t>(run)].component;
  }
  void set_label(std::int32_t run, std::int32_t label) {
    of.runs_[static_cast<std::size_t>(run)].component = label;
  }
};

/// Calls visit(run) for those of a row that share a column with [begin, end), if there is the row.
void RunComponents::visit_runs(std::int32_t row, std::int32_t begin, std::int32_t end,
                               auto&& visit) const {
  if (row < 0 || row >= height()) return;
  const auto last = runs_.begin() + row_[static_cast<std::size_t>(row) + 1];
  auto run = std::ranges::upper_bound(runs_.begin() + row_[static_cast<std::size_t>(row)], last,
                                      begin, {}, &Run::end);
  for (; run != last && run->begin < end; ++run) {
    visit(static_cast<std::int32_t>(run - runs_.begin()));
  }
}

void RunComponents::change(const CellRows& rows, int columns, std::span<const int> changed) {
  if (changed.empty()) return;
  std::vector<Piece> gone;
  std::vector<Piece> come;
  exchange_runs(rows, columns, changed, gone, come);
  if ((gone.size() + come.size()) * kLocalCost > runs_.size()) {
    labels_.reset();
    label_all();
    return;
  }
  if (labels_) {
    for (const Piece& piece : gone) labels_->lose(piece.run.component);
  } else {
    labels_.emplace();
    for (const Run& run : runs_) {
      if (run.component != ChangingLabels::kUnlabelled) labels_->gain(run.component);
    }
  }
  labels_->update(RunGraph{*this}, places(gone, come));
  count_ = labels_->count();
}

/// Runs that stay keep their labels.
void RunComponents::exchange_runs(const CellRows& rows, int columns, std::span<const int> changed,
                                  std::vector<Piece>& gone, std::vector<Piece>& come) {
  const std::int32_t first = row_[static_cast<std::size_t>(changed.front())];
  std::vector<Run> now;  // of the rows from the first to the last that changed
  std::int32_t old = first;
  std::size_t next = 0;
  for (int j = changed.front(); j <= changed.back(); ++j) {
    std::int32_t& row_end = row_[static_cast<std::size_t>(j) + 1];
    const auto was = [&] { return runs_.begin() + old; };
    const auto drop = [&] {
      gone.push_back({j, *was()});
      ++old;
    };
    if (changed[next] == j) {
      ++next;
      for (int k = rows.run_begin<1>(j, 0, columns); k < columns;) {
        Run run{k, rows.run_end<1>(j, k), ChangingLabels::kUnlabelled};
        while (old < row_end && was()->end < run.end) drop();
        if (old < row_end && was()->begin == run.begin && was()->end == run.end) {
          run.component = was()->component;
          ++old;
        } else {
          come.push_back({j, run});
        }
        now.push_back(run);
        k = rows.run_begin<1>(j, run.end, columns);
      }
      while (old < row_end) drop();
    } else {
      now.insert(now.end(), was(), runs_.begin() + row_end);
      old = row_end;
    }
    row_end = first + static_cast<std::int32_t>(now.size());
  }
  const std::int32_t more = first + static_cast<std::int32_t>(now.size()) - old;
  if (more > 0) {
    runs_.insert(runs_.begin() + old, static_cast<std::size_t>(more), Run{});
  } else {
    runs_.erase(runs_.begin() + old + more, runs_.begin() + old);
  }
  std::ranges::copy(now, runs_.begin() + first);
  for (auto j = static_cast<std::size_t>(changed.back()) + 2; j < row_.size(); ++j) row_[j] += more;
}

/// The runs that came, and those that were or are beside a run that came or went. Runs beside the
/// same one, and beside two that were joined and both went, are of one place.
std::vector<ChangingLabels::Place> RunComponents::places(std::span<const Piece> gone,
                                                         std::span<const Piece> come) const {
  DisjointSets sets(gone.size() + come.size());
  std::size_t above = 0;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    const std::int32_t row = gone[i].row + 1;
    while (above < gone.size() &&
           std::tie(gone[above].row, gone[above].run.end) <= std::tie(row, gone[i].run.begin)) {
      ++above;
    }
    for (std::size_t k = above;
         k < gone.size() && gone[k].row == row && gone[k].run.begin < gone[i].run.end; ++k) {
      sets.join(static_cast<std::int32_t>(i), static_cast<std::int32_t>(k));
    }
  }
  std::vector<std::pair<std::int32_t, std::int32_t>> near;  // a run and a piece
  std::int32_t number = 0;
  for (const std::span<const Piece> pieces : {gone, come}) {
    for (const Piece& piece : pieces) {
      for (const std::int32_t row : {piece.row - 1, piece.row, piece.row + 1}) {
        visit_runs(row, piece.run.begin, piece.run.end,
                   [&](std::int32_t run) { near.emplace_back(run, number); });
      }
      ++number;
    }
  }
  std::ranges::sort(near);
  for (std::size_t i = 1; i < near.size(); ++i) {
    if (near[i].first == near[i - 1].first) sets.join(near[i].second, near[i - 1].second);
  }
  std::vector<ChangingLabels::Place> result;
  std::vector<std::size_t> place_of(gone.size() + come.size(), near.size());
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (i > 0 && near[i].first == near[i - 1].first) continue;
    std::size_t& place = place_of[static_cast<std::size_t>(sets.find(near[i].second))];
    if (place == near.size()) {
      place = result.size();
      result.emplace_back();
    }
    result[place].push_back(near[i].first);
  }
  return result;
}

}  // namespace fairway
