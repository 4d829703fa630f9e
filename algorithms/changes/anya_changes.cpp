#include "algorithms/changes/anya_changes.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

#include "algorithms/changing_space/changed_places.hpp"

namespace fairway {
namespace {

using Run = RunComponents::Run;

/// Time to update one added or removed run, in multiples of the time to relabel a run (measured).
constexpr std::size_t kLocalCost = 32;

/// An added or removed run.
struct Piece {
  std::int32_t row;
  Run run;
};

/// Calls visit(index) for each run of a row that shares a column with [begin, end). Visits nothing
/// if the row is outside the lattice.
void visit_runs(const RunComponents::Tables& of, std::int32_t row, std::int32_t begin,
                std::int32_t end, auto&& visit) {
  if (row < 0 || row >= of.height()) return;
  const auto last = of.runs.begin() + of.row[static_cast<std::size_t>(row) + 1];
  auto run = std::ranges::upper_bound(of.runs.begin() + of.row[static_cast<std::size_t>(row)], last,
                                      begin, {}, &Run::end);
  for (; run != last && run->begin < end; ++run) {
    visit(static_cast<std::int32_t>(run - of.runs.begin()));
  }
}

/// The graph of runs for ChangingLabels: runs of neighbouring rows that share a column are
/// adjacent.
struct RunGraph {
  RunComponents::Tables& of;

  std::size_t size() const { return of.runs.size(); }
  template <class Visit>
  void visit_neighbours(std::int32_t run, Visit visit) const {
    const auto row =
        static_cast<std::int32_t>(std::ranges::upper_bound(of.row, run) - of.row.begin() - 1);
    const auto [begin, end, component] = of.runs[static_cast<std::size_t>(run)];
    visit_runs(of, row - 1, begin, end, visit);
    visit_runs(of, row + 1, begin, end, visit);
  }
  std::int32_t label(std::int32_t run) const {
    return of.runs[static_cast<std::size_t>(run)].component;
  }
  void set_label(std::int32_t run, std::int32_t label) {
    of.runs[static_cast<std::size_t>(run)].component = label;
  }
};

/// Recomputes the runs of the rows `changed` from `rows`. Unchanged runs keep their labels. Appends
/// removed runs to `gone` and added runs to `come`.
void exchange_runs(RunComponents::Tables& of, const CellRows& rows, int columns,
                   std::span<const int> changed, std::vector<Piece>& gone,
                   std::vector<Piece>& come) {
  std::vector<std::int32_t>& first_run = of.row;
  std::vector<Run>& runs = of.runs;
  const std::int32_t first = first_run[static_cast<std::size_t>(changed.front())];
  std::vector<Run> now;  // new runs of the rows from the first to the last changed row
  std::int32_t old = first;
  std::size_t next = 0;
  for (int j = changed.front(); j <= changed.back(); ++j) {
    std::int32_t& row_end = first_run[static_cast<std::size_t>(j) + 1];
    const auto was = [&] { return runs.begin() + old; };
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
      now.insert(now.end(), was(), runs.begin() + row_end);
      old = row_end;
    }
    row_end = first + static_cast<std::int32_t>(now.size());
  }
  const std::int32_t more = first + static_cast<std::int32_t>(now.size()) - old;
  if (more > 0) {
    runs.insert(runs.begin() + old, static_cast<std::size_t>(more), Run{});
  } else {
    runs.erase(runs.begin() + old + more, runs.begin() + old);
  }
  std::ranges::copy(now, runs.begin() + first);
  for (auto j = static_cast<std::size_t>(changed.back()) + 2; j < first_run.size(); ++j)
    first_run[j] += more;
}

/// Returns the places of a change: sets of runs from which labels are updated (see ChangingLabels).
/// The places contain the added runs, and all runs that are or were next to an added or removed
/// run. All runs next to the same added or removed run are in one place. If two removed runs were
/// adjacent, the runs next to either of them are in one place.
std::vector<ChangingLabels::Place> places_of(const RunComponents::Tables& of,
                                             std::span<const Piece> gone,
                                             std::span<const Piece> come) {
  ChangedPlaces places;
  std::size_t above = 0;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    const std::int32_t row = gone[i].row + 1;
    while (above < gone.size() &&
           std::tie(gone[above].row, gone[above].run.end) <= std::tie(row, gone[i].run.begin)) {
      ++above;
    }
    for (std::size_t k = above;
         k < gone.size() && gone[k].row == row && gone[k].run.begin < gone[i].run.end; ++k) {
      places.meet(~static_cast<std::int32_t>(i), ~static_cast<std::int32_t>(k));
    }
  }
  std::int32_t number = 0;
  for (const std::span<const Piece> pieces : {gone, come}) {
    for (const Piece& piece : pieces) {
      for (const std::int32_t row : {piece.row - 1, piece.row, piece.row + 1}) {
        visit_runs(of, row, piece.run.begin, piece.run.end,
                   [&](std::int32_t run) { places.meet(run, ~number); });
      }
      ++number;
    }
  }
  return places.list([](std::int32_t item) { return item >= 0; });
}

}  // namespace

void AnyaChanges::RunLabels::update(RunComponents& components, const CellRows& rows, int columns,
                                    std::span<const int> changed) {
  if (changed.empty()) return;
  RunComponents::Tables& of = components.tables();
  std::vector<Piece> gone;
  std::vector<Piece> come;
  exchange_runs(of, rows, columns, changed, gone, come);
  if ((gone.size() + come.size()) * kLocalCost > of.runs.size()) {
    labels.reset();
    components.label_all();
    return;
  }
  if (labels) {
    for (const Piece& piece : gone) labels->lose(piece.run.component);
  } else {
    labels.emplace();
    for (const Run& run : of.runs) {
      if (run.component != ChangingLabels::kUnlabelled) labels->gain(run.component);
    }
  }
  labels->update(RunGraph{of}, places_of(of, gone, come));
  of.count = labels->count();
}

bool AnyaChanges::follow(const SpaceChange& change) {
  const Raster& raster = *space_.raster();
  for (Anya::ClassRows& of : index_.classes()) {
    changed_.clear();
    for (const CellBlock& block : change.cells) {
      for (int j = block.y; j < block.y + block.height; ++j) {
        if (of.rows.update(raster, of.cells, j, block.x, block.x + block.width)) {
          changed_.push_back(j);
        }
      }
    }
    std::ranges::sort(changed_);
    changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
    labels_[of.cells].update(of.components, of.rows, raster.width(), changed_);
  }
  index_.add_classes(change.cells);
  index_.update_report();
  return true;
}

std::size_t AnyaChanges::memory_bytes() const {
  std::size_t bytes = heap_bytes(changed_);
  for (const auto& [cells, of] : labels_) bytes += sizeof of + heap_bytes(of.labels);
  return bytes;
}

}  // namespace fairway
