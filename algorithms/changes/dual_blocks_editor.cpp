#include "algorithms/changes/dual_blocks_editor.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace fairway {

namespace {

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

}  // namespace

DualBlocks::Block DualBlocksEditor::add_block(Cell gate) {
  const auto block = static_cast<Block>(blocks_.gate.size());
  blocks_.gate.push_back(gate);
  blocks_.leader.push_back(block);
  blocks_.next_united.push_back(block);
  blocks_.united.push_back(1);
  return block;
}

/// Unites two blocks and returns the united block. The blocks and cells form a tree. The gate of a
/// block is its cell nearest to the root of this tree. The united block keeps the gate that is
/// nearer to the root.
DualBlocks::Block DualBlocksEditor::unite(Block a, Block b) {
  Block into = blocks_.leader[index(a)];
  Block from = blocks_.leader[index(b)];
  if (into == from) return into;
  if (blocks_.united[index(into)] < blocks_.united[index(from)]) std::swap(into, from);
  Cell& gate = blocks_.gate[index(into)];
  if (depth(blocks_.gate[index(from)]) < depth(gate)) gate = blocks_.gate[index(from)];
  blocks_.united[index(into)] += blocks_.united[index(from)];
  Block block = from;
  do {
    blocks_.leader[index(block)] = into;
    block = blocks_.next_united[index(block)];
  } while (block != from);
  std::swap(blocks_.next_united[index(into)], blocks_.next_united[index(from)]);
  return into;
}

/// A block of new cells connects the existing cells `ends`. Unites the blocks on the paths between
/// these cells, and returns the block that represents them. Precondition: `ends` has at least two
/// cells.
DualBlocks::Block DualBlocksEditor::unite_between(std::span<const Cell> ends) {
  Block all = kNone;
  Cell at = ends.front();
  for (Cell end : ends) {
    while (at != end) {
      Cell& deeper = depth(at) >= depth(end) ? at : end;
      Block& up = blocks_.up[index(deeper)];
      if (up == kNone) {
        if (all == kNone) all = add_block(kNone);
        up = all;
        deeper = kNone;
        continue;
      }
      const Cell gate = blocks_.gate[index(blocks_.leader[index(up)])];
      all = all == kNone ? blocks_.leader[index(up)] : unite(all, up);
      deeper = gate;
    }
    if (all != kNone) blocks_.gate[index(all)] = at;
  }
  return all;
}

std::vector<DualBlocks::Block> DualBlocksEditor::add(std::span<const Cell> come,
                                                     std::span<const std::int32_t> begin,
                                                     std::span<const Cell> links) {
  if (blocks_.leader.empty()) {
    blocks_.leader.resize(blocks_.gate.size());
    std::iota(blocks_.leader.begin(), blocks_.leader.end(), 0);
    blocks_.next_united = blocks_.leader;
    blocks_.united.assign(blocks_.gate.size(), 1);
  }
  // Find the blocks in a graph that consists of the new cells and a cell 0. Cell 0 stands for all
  // old cells.
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
  DualBlocks found(first, outer);
  const DualBlocks::Tables tables = found.tables();

  // Connect the new blocks to the old cells to which they are linked.
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
      number.push_back(add_block(ends[k].empty() ? come[index(tables.gate[k] - 1)] : ends[k][0]));
    }
  }

  const Cell cells = 1 + *std::ranges::max_element(come);
  if (cells > static_cast<Cell>(blocks_.up.size())) {
    blocks_.up.resize(index(cells), kNone);
    blocks_.depth.resize(index(cells), 0);
  }
  std::vector<Cell> order(come.size());
  std::iota(order.begin(), order.end(), 1);
  std::ranges::sort(order, {}, [&](Cell c) { return tables.depth[index(c)]; });
  for (const Cell c : order) {
    const Block up = tables.up[index(c)];
    const Cell cell = come[index(c - 1)];
    blocks_.up[index(cell)] = up == kNone ? kNone : number[index(up)];
    blocks_.depth[index(cell)] =
        up == kNone ? 0 : depth(blocks_.gate[index(blocks_.leader[index(number[index(up)])])]) + 1;
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
