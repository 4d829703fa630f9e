#include "algorithms/solvers/polyanya/dual_blocks.hpp"

#include <algorithm>

namespace fairway {

DualBlocks::DualBlocks(std::span<const std::int32_t> begin, std::span<const Cell> links) {
  struct Visited {
    Cell cell;
    Cell parent;
    std::int32_t next;  // link to look at
  };
  const std::size_t count = begin.size() - 1;
  up_.assign(count, kNone);
  depth_.assign(count, 0);
  component_.assign(count, kNone);
  std::vector<std::int32_t> found(count, kNone);  // in which order
  std::vector<std::int32_t> low(count, 0);
  std::vector<Cell> order;
  std::vector<Cell> open;  // found cells whose block is not known
  std::vector<Visited> stack;
  const auto find = [&](Cell c, Cell parent) {
    found[index(c)] = low[index(c)] = static_cast<std::int32_t>(order.size());
    component_[index(c)] = static_cast<std::int32_t>(component_count_);
    order.push_back(c);
    open.push_back(c);
    stack.push_back({c, parent, begin[index(c)]});
  };
  for (Cell root = 0; index(root) < count; ++root) {
    if (found[index(root)] != kNone) continue;
    find(root, kNone);
    while (!stack.empty()) {
      Visited& at = stack.back();
      const Cell c = at.cell;
      if (at.next < begin[index(c) + 1]) {
        const Cell other = links[index(at.next++)];
        if (other == kNone || other == at.parent) continue;
        if (found[index(other)] == kNone) {
          find(other, c);
        } else {
          low[index(c)] = std::min(low[index(c)], found[index(other)]);
        }
        continue;
      }
      const Cell parent = at.parent;
      stack.pop_back();
      if (parent == kNone) break;
      low[index(parent)] = std::min(low[index(parent)], low[index(c)]);
      if (low[index(c)] < found[index(parent)]) continue;
      const auto block = static_cast<Block>(gate_.size());
      gate_.push_back(parent);
      Cell last = kNone;
      do {
        last = open.back();
        open.pop_back();
        up_[index(last)] = block;
      } while (last != c);
    }
    open.clear();
    ++component_count_;
  }
  for (const Cell c : order) {
    if (up_[index(c)] != kNone) depth_[index(c)] = depth_[index(gate_[index(up_[index(c)])])] + 1;
  }
}

}  // namespace fairway
