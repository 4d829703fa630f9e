#pragma once

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

/// The code that both toy entries share: Dijkstra's algorithm over cells, and faults that the
/// environment variable TOY selects.
namespace toy {

typedef std::pair<int, int> Cell;

inline bool asks(const char* mistake) {
  const char* given = std::getenv("TOY");
  return given != nullptr && std::string(given) == mistake;
}

/// Writes an index of a few bytes, or of 100 MB if TOY selects it.
inline void write_index(const std::string& file) {
  if (asks("crash-preprocessing")) std::raise(SIGSEGV);
  std::ofstream stream(file.c_str(), std::ios::binary);
  stream << "index";
  if (!asks("write")) return;
  const std::string block(1000000, 'x');
  for (int i = 0; i < 100; ++i) stream << block;
}

/// Whether the index file exists.
inline bool has_index(const std::string& file) {
  std::string word(5, ' ');
  std::ifstream stream(file.c_str(), std::ios::binary);
  return stream.read(&word[0], 5) && word == "index";
}

template <typename IsFree>
std::vector<Cell> shortest_path(int width, int height, IsFree is_free, Cell start, Cell goal) {
  if (asks("crash")) std::raise(SIGSEGV);
  if (asks("illegal") || asks("nothing")) return {start, goal};
  const auto free_cell = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < width && y < height && is_free(x, y);
  };
  const auto index = [&](Cell c) { return static_cast<std::size_t>(c.second * width + c.first); };
  std::vector<double> least(static_cast<std::size_t>(width * height), HUGE_VAL);
  std::vector<Cell> from(least.size());
  typedef std::pair<double, Cell> Entry;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> open;
  open.push({0, start});
  least[index(start)] = 0;
  while (!open.empty()) {
    const double cost = open.top().first;
    const Cell c = open.top().second;
    open.pop();
    if (cost > least[index(c)]) continue;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const Cell next(c.first + dx, c.second + dy);
        if (!free_cell(next.first, next.second) || !free_cell(next.first, c.second) ||
            !free_cell(c.first, next.second)) {
          continue;
        }
        const double reached = cost + std::sqrt(static_cast<double>(dx * dx + dy * dy));
        if (reached >= least[index(next)]) continue;
        least[index(next)] = reached;
        from[index(next)] = c;
        open.push({reached, next});
      }
    }
  }
  std::vector<Cell> path;
  if (least[index(goal)] == HUGE_VAL) return path;
  for (Cell c = goal; c != start; c = from[index(c)]) path.push_back(c);
  path.push_back(start);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace toy
