#include <cstdlib>

#include "programs/gppc/library.h"
#include "tests/gppc/toy.hpp"

namespace {

bool bit(const gppc_patch& patch, int x, int y) {
  const int i = y * patch.width + x;
  return (patch.bitarray[i / 8] >> (i % 8) & 1) != 0;
}

/// The state of the entry, with a copy of the world that follows the patches.
struct Data {
  explicit Data(gppc_patch world)
      : map(world), cells(static_cast<std::size_t>(world.width * world.height)) {
    apply(world);
  }

  void apply(const gppc_patch& patch) {
    for (int y = 0; y < patch.height; ++y) {
      for (int x = 0; x < patch.width; ++x) {
        cells[static_cast<std::size_t>((patch.pos.y + y) * map.width + patch.pos.x + x)] =
            bit(patch, x, y);
      }
    }
  }

  bool is_free(int x, int y) const {
    const bool own = cells[static_cast<std::size_t>(y * map.width + x)];
    if (own != bit(map, x, y)) std::abort();  // the patches differ from the world
    return own;
  }

  gppc_patch map;
  std::vector<bool> cells;
  std::vector<gppc_point> path = {};
  std::size_t given = 0;
};

}  // namespace

void gppc_preprocess_init_map(gppc_patch, const char* preprocess_filename) {
  toy::write_index(preprocess_filename);
}

void* gppc_search_init(gppc_patch active_map, const char* preprocess_filename) {
  return toy::has_index(preprocess_filename) ? new Data(active_map) : nullptr;
}

void gppc_map_change(void* data, const gppc_patch* changes, uint32_t changes_length) {
  for (uint32_t i = 0; i < changes_length; ++i) static_cast<Data*>(data)->apply(changes[i]);
}

/// Returns the path. If the variable TOY asks for it, each call returns only one point.
gppc_path gppc_get_path(void* data, gppc_point start, gppc_point goal) {
  Data& known = *static_cast<Data*>(data);
  if (known.given == known.path.size()) {
    known.path.clear();
    known.given = 0;
    const auto is_free = [&](int x, int y) { return known.is_free(x, y); };
    for (const toy::Cell& cell : toy::shortest_path(known.map.width, known.map.height, is_free,
                                                    {start.x, start.y}, {goal.x, goal.y})) {
      known.path.push_back({static_cast<uint16_t>(cell.first), static_cast<uint16_t>(cell.second)});
    }
  }
  const std::size_t left = known.path.size() - known.given;
  const std::size_t count = toy::asks("pieces") ? std::min<std::size_t>(left, 1) : left;
  const gppc_point* first = known.path.data() + known.given;
  known.given += count;
  return {first, static_cast<uint32_t>(count), static_cast<uint8_t>(count < left)};
}

void gppc_free_data(void* data) { delete static_cast<Data*>(data); }

const char* gppc_get_name() { return "toy-library"; }
