#include "algorithms/solvers/anya/anya.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/solvers/anya/anya_search.hpp"

namespace fairway {
namespace {

/// Calls visit(column, row) for each cell of class `cells` that contains p inside or on its border.
template <class Visit>
void for_each_touched(const Raster& raster, Raster::Class cells, Point p, Visit visit) {
  const auto i = static_cast<int>(std::floor(p.x));
  const auto j = static_cast<int>(std::floor(p.y));
  const int first_column = static_cast<double>(i) == p.x ? i - 1 : i;
  const int first_row = static_cast<double>(j) == p.y ? j - 1 : j;
  for (int y = first_row; y <= j; ++y) {
    for (int x = first_column; x <= i; ++x) {
      if (raster.at_or_blocked(x, y) == cells) visit(x, y);
    }
  }
}

}  // namespace

std::vector<NamedSolver<Anya::Options>> Anya::methods() { return {{"anya", {}}}; }

bool Anya::supports(const FreeSpace& space, const Options&) {
  return space.raster() != nullptr && space.terrain() == nullptr;
}

Anya Anya::build(const FreeSpace& space, const Options& options) {
  if (!supports(space, options)) {
    throw std::invalid_argument(
        "anya does not support worlds of polygons, eroded worlds or costs; expected an uneroded "
        "world of cells without costs");
  }
  LapClock clock;
  Anya anya(space);
  const Raster& raster = *space.raster();
  anya.add_classes(std::array{CellBlock{0, 0, raster.width(), raster.height()}});
  anya.update_report();
  anya.report_.phases.push_back({"rows", clock.lap()});
  return anya;
}

void Anya::add_classes(std::span<const CellBlock> blocks) {
  std::array<bool, 256> missing{};
  for (const CellBlock& block : blocks) {
    for (int j = block.y; j < block.y + block.height; ++j) {
      for (int i = block.x; i < block.x + block.width; ++i) missing[raster_->at(i, j)] = true;
    }
  }
  missing[Raster::kBlocked] = false;
  for (const ClassRows& of : classes_) missing[of.cells] = false;
  for (std::size_t c = 0; c < missing.size(); ++c) {
    if (!missing[c]) continue;
    const auto cells = static_cast<Raster::Class>(c);
    CellRows rows(*raster_, cells);
    RunComponents components(rows, raster_->width(), raster_->height());
    classes_.insert(std::ranges::upper_bound(classes_, cells, {}, &ClassRows::cells),
                    {cells, std::move(rows), std::move(components)});
  }
}

void Anya::update_report() {
  report_.covered_area = space_->area();
  report_.components = 0;
  for (const ClassRows& of : classes_) report_.components += of.components.count();
}

SolverResult Anya::solve(const Location& start, const Location& goal, Scratch& scratch,
                         Path& path) const {
  SolverResult result;
  path.clear();
  double best = std::numeric_limits<double>::infinity();
  for (const ClassRows& of : classes_) {
    bool connected = false;
    for_each_touched(*raster_, of.cells, start.point, [&](int i, int j) {
      const std::int32_t from = of.components.at(i, j);
      for_each_touched(*raster_, of.cells, goal.point, [&](int k, int l) {
        connected = connected || of.components.at(k, l) == from;
      });
    });
    if (!connected) continue;
    AnyaSearch search(of.rows, raster_->width(), raster_->height(), start.point, goal.point,
                      scratch);
    const double length = search.run(best, result);
    if (length >= best) continue;
    best = length;
    search.trace(path);
    result.found = true;
  }
  return result;
}

std::size_t Anya::vertex_count() const {
  std::size_t runs = 0;
  visit_runs([&](const CellRows&, int, int, int) { ++runs; });
  return runs;
}

std::size_t Anya::edge_count() const {
  std::size_t pairs = 0;
  visit_runs([&](const CellRows& rows, int j, int begin, int end) {
    visit_runs(rows, j + 1, begin, end, [&](int, int) { ++pairs; });
  });
  return pairs;
}

std::size_t Anya::memory_bytes() const {
  std::size_t bytes = classes_.capacity() * sizeof(ClassRows);
  for (const ClassRows& of : classes_) {
    bytes += of.rows.memory_bytes() + of.components.memory_bytes();
  }
  return sizeof(*this) + bytes;
}

}  // namespace fairway
