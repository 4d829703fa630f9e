#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "algorithms/solvers/polyanya/dual_blocks.hpp"

namespace fairway {

DualBlocks::Block DualBlocks::add_block(Cell gate) {
  const auto block = static_cast<Block>(gate_.size());
  gate_.push_back(gate);
  leader_.push_back(block);
  next_united_.push_back(block);
  united_.push_back(1);
  return block;
}

/// Returns the leader of both. Its gate is the one nearer to the root.
DualBlocks::Block DualBlocks::unite(Block a, Block b) {
  Block into = leader_[index(a)];
  Block from = leader_[index(b)];
  if (into == from) return into;
  if (united_[index(into)] < united_[index(from)]) std::swap(into, from);
  Cell& gate = gate_[index(into)];
  if (depth(gate_[index(from)]) < depth(gate)) gate = gate_[index(from)];
  united_[index(into)] += united_[index(from)];
  Block block = from;
  do {
    leader_[index(block)] = into;
    block = next_united_[index(block)];
  } while (block != from);
  std::swap(next_united_[index(into)], next_united_[index(from)]);
  return into;
}

/// Unites the blocks between cells that are linked otherwise too now. Returns the leader.
/// Precondition: there are two cells at least.
DualBlocks::Block DualBlocks::unite_between(std::span<const Cell> ends) {
  Block all = kNone;
  Cell at = ends.front();
  for (Cell end : ends) {
    while (at != end) {
      Cell& deeper = depth(at) >= depth(end) ? at : end;
      Block& up = up_[index(deeper)];
      if (up == kNone) {
        if (all == kNone) all = add_block(kNone);
        up = all;
        deeper = kNone;
        continue;
      }
      const Cell gate = gate_[index(leader_[index(up)])];
      all = all == kNone ? leader_[index(up)] : unite(all, up);
      deeper = gate;
    }
    if (all != kNone) gate_[index(all)] = at;
  }
  return all;
}

std::vector<DualBlocks::Block> DualBlocks::add(std::span<const Cell> come,
                                               std::span<const std::int32_t> begin,
                                               std::span<const Cell> links) {
  if (leader_.empty()) {
    leader_.resize(gate_.size());
    std::iota(leader_.begin(), leader_.end(), 0);
    next_united_ = leader_;
    united_.assign(gate_.size(), 1);
  }
  // The blocks of the new cells, where cell 0 stands for all that were there.
  std::unordered_map<Cell, Cell> local;
  for (const Cell c : come) local.emplace(c, static_cast<Cell>(local.size()) + 1);
  std::vector<Cell> outer;
  std::vector<Cell> inner;
  std::vector<std::int32_t> first;
  for (std::size_t i = 0; i < come.size(); ++i) {
    first.push_back(static_cast<std::int32_t>(inner.size()));
    for (const Cell other : links.subspan(index(begin[i]), index(begin[i + 1] - begin[i]))) {
      const auto known = local.find(other);
      const bool is_new = known != local.end();
      if (!is_new && other != kNone) outer.push_back(static_cast<Cell>(i) + 1);
      inner.push_back(is_new ? known->second : other == kNone ? kNone : 0);
    }
  }
  first.push_back(static_cast<std::int32_t>(inner.size()));
  const auto outer_count = static_cast<std::int32_t>(outer.size());
  for (std::int32_t& row : first) row += outer_count;
  first.insert(first.begin(), 0);
  outer.insert(outer.end(), inner.begin(), inner.end());
  const DualBlocks found(first, outer);

  // Pieces of new cells are joined to cells that were there.
  std::vector<std::vector<Cell>> ends(found.block_count());
  for (std::size_t i = 0; i < come.size(); ++i) {
    for (std::int32_t l = begin[i]; l < begin[i + 1]; ++l) {
      if (inner[index(l)] != 0) continue;
      ends[index(found.block_of(static_cast<Cell>(i) + 1, 0))].push_back(links[index(l)]);
    }
  }
  std::vector<Block> number;
  for (std::size_t k = 0; k < found.block_count(); ++k) {
    std::ranges::sort(ends[k]);
    ends[k].erase(std::unique(ends[k].begin(), ends[k].end()), ends[k].end());
    if (ends[k].size() > 1) {
      number.push_back(unite_between(ends[k]));
    } else {
      number.push_back(add_block(ends[k].empty() ? come[index(found.gate_[k] - 1)] : ends[k][0]));
    }
  }

  const Cell cells = 1 + *std::ranges::max_element(come);
  if (cells > static_cast<Cell>(up_.size())) {
    up_.resize(index(cells), kNone);
    depth_.resize(index(cells), 0);
  }
  std::vector<Cell> order(come.size());
  std::iota(order.begin(), order.end(), 1);
  std::ranges::sort(order, {}, [&](Cell c) { return found.depth_[index(c)]; });
  for (const Cell c : order) {
    const Block up = found.up_[index(c)];
    const Cell cell = come[index(c - 1)];
    up_[index(cell)] = up == kNone ? kNone : number[index(up)];
    depth_[index(cell)] =
        up == kNone ? 0 : depth(gate_[index(leader_[index(number[index(up)])])]) + 1;
  }
  std::vector<Block> of_links(links.size(), kNone);
  for (std::size_t i = 0; i < come.size(); ++i) {
    for (std::int32_t l = begin[i]; l < begin[i + 1]; ++l) {
      const Cell other = inner[index(l)];
      if (other == kNone) continue;
      of_links[index(l)] = number[index(found.block_of(static_cast<Cell>(i) + 1, other))];
    }
  }
  return of_links;
}

}  // namespace fairway
