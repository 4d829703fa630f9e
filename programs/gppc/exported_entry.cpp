// A Fairway method as an entry of the grid competition; see scripts/gppc_export.sh.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "programs/gppc/library.h"

namespace {

constexpr const char* kMethod = FAIRWAY_METHOD;

fairway::Point centre(gppc_point cell) { return {cell.x + 0.5, cell.y + 0.5}; }

class Entry {
 public:
  /// Builds an index for the map. build() reads the same bits again after a change.
  explicit Entry(gppc_patch map) : map_(map) { build(); }

  void build() {
    planner_.reset();
    space_.reset();
    fairway::Raster cells(map_.width, map_.height);
    bool any_free = false;
    for (int y = 0; y < map_.height; ++y) {
      for (int x = 0; x < map_.width; ++x) {
        const int bit = y * map_.width + x;
        if ((map_.bitarray[bit / 8] >> (bit % 8) & 1) == 0) continue;
        cells.set(x, y, 1);
        any_free = true;
      }
    }
    if (!any_free) return;  // no path anywhere
    space_.emplace(fairway::FreeSpace::from_raster(std::move(cells)));
    const fairway::Registry& registry = fairway::Registry::built_in();
    planner_ = registry.build(*space_, registry.method(kMethod));
  }

  gppc_path find(gppc_point start, gppc_point goal) {
    if (!planner_) return {};
    planner_->plan({centre(start), centre(goal)}, answer_);
    if (answer_.status != fairway::PlanStatus::kFound) return {};
    path_.clear();
    for (const fairway::Point p : answer_.path) add(p);
    if (path_.size() == 1) path_.push_back(path_.front());  // a path needs two points
    return {path_.data(), static_cast<std::uint32_t>(path_.size()), 0};
  }

 private:
  /// Appends a point to the path. Ends the program if the competition does not allow the move from
  /// the previous point.
  void add(fairway::Point p) {
    const gppc_point cell{static_cast<std::uint16_t>(p.x), static_cast<std::uint16_t>(p.y)};
    bool allowed = centre(cell) == p;
    if (!path_.empty()) {
      const int dx = std::abs(cell.x - path_.back().x);
      const int dy = std::abs(cell.y - path_.back().y);
      if (dx == 0 && dy == 0) return;
      allowed = allowed && (dx == 0 || dy == 0 || dx == dy);
    }
    if (!allowed) {
      std::fprintf(stderr,
                   "a path of %s moves to (%g, %g), but not straight or diagonally from one cell "
                   "centre to another; expected a method that moves on a grid\n",
                   kMethod, p.x, p.y);
      std::abort();
    }
    path_.push_back(cell);
  }

  gppc_patch map_;
  std::optional<fairway::FreeSpace> space_;
  std::unique_ptr<fairway::Planner> planner_;
  fairway::Answer answer_;
  std::vector<gppc_point> path_;
};

}  // namespace

/// Does nothing: Fairway's indices are not files, so gppc_search_init() builds the index.
void gppc_preprocess_init_map(gppc_patch, const char*) {}

void* gppc_search_init(gppc_patch active_map, const char*) { return new Entry(active_map); }

void gppc_map_change(void* data, const gppc_patch*, std::uint32_t) {
  static_cast<Entry*>(data)->build();
}

gppc_path gppc_get_path(void* data, gppc_point start, gppc_point goal) {
  return static_cast<Entry*>(data)->find(start, goal);
}

void gppc_free_data(void* data) { delete static_cast<Entry*>(data); }

const char* gppc_get_name() { return "Fairway-" FAIRWAY_METHOD; }
