#include "tests/gppc/classic/Entry.h"

#include <cstdio>

#include "tests/gppc/toy.hpp"

namespace {

struct Data {
  std::vector<bool> bits;
  int width;
  int height;
};

}  // namespace

void PreprocessMap(const std::vector<bool>&, int, int, const std::string& filename) {
  std::printf("entries may print\n");
  toy::write_index(filename);
}

void* PrepareForSearch(const std::vector<bool>& bits, int width, int height,
                       const std::string& filename) {
  return toy::has_index(filename) ? new Data{bits, width, height} : nullptr;
}

bool GetPath(void* data, xyLoc s, xyLoc g, std::vector<xyLoc>& path) {
  if (toy::asks("hang")) return false;
  const Data& known = *static_cast<Data*>(data);
  const toy::Cell start(static_cast<int>(s.x), static_cast<int>(s.y));
  const toy::Cell goal(static_cast<int>(g.x), static_cast<int>(g.y));
  if (start == goal) return true;
  const auto is_free = [&](int x, int y) {
    return known.bits[static_cast<std::size_t>(y * known.width + x)];
  };
  const std::vector<toy::Cell> found =
      toy::shortest_path(known.width, known.height, is_free, start, goal);
  // Each call returns one more point of the path.
  while (path.size() < found.size()) {
    const toy::Cell next = found[path.size()];
    path.push_back({static_cast<Number>(next.first), static_cast<Number>(next.second)});
    if (toy::asks("pieces") && path.size() < found.size()) return false;
  }
  return true;
}

std::string GetName() { return "toy"; }
