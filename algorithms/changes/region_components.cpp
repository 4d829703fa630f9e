#include "algorithms/changes/region_components.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/changes/cell_blocks.hpp"
#include "algorithms/representations/disjoint_sets.hpp"

namespace fairway {
RegionComponents::RegionComponents(Grid& grid)
    : columns_((grid.graph().grid().columns + kSide - 1) / kSide),
      chunks_(slot_of(columns_) * slot_of((grid.graph().grid().rows + kSide - 1) / kSide)),
      region_(grid.graph().vertices()),
      component_(chunks_.size() * slot_of(kMostRegions), -1) {
  grid.components().assign(grid.graph().vertices(), -1);
  const CellBlock whole{0, 0, grid.graph().grid().columns, grid.graph().grid().rows};
  update(grid, {&whole, 1});
}

void RegionComponents::update(Grid& grid, std::span<const CellBlock> blocks) {
  const GridGraph& graph = grid.graph();
  std::vector<std::int32_t>& cells = grid.components();
  std::vector<int> met;
  for (const CellBlock& block : blocks) {
    const CellBlock window = grown(block, 1, graph.grid());
    for (int y = window.y / kSide; y * kSide < window.y + window.height; ++y) {
      for (int x = window.x / kSide; x * kSide < window.x + window.width; ++x) {
        met.push_back(y * columns_ + x);
      }
    }
  }
  const auto once = [](std::vector<int>& chunks) {
    std::ranges::sort(chunks);
    chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
  };
  once(met);
  bool changed = false;
  for (const int chunk : met) {
    const std::int32_t before = chunks_[slot_of(chunk)].regions;
    find_regions(grid, chunk);
    changed = changed || chunks_[slot_of(chunk)].regions != before;
  }
  // Regions may have new numbers, which also occur in the joints (pairs of connected regions) of
  // the chunks to the west and south.
  std::vector<int> joined = met;
  for (const int chunk : met) {
    if (chunk % columns_ > 0) joined.push_back(chunk - 1);
    if (chunk >= columns_) joined.push_back(chunk - columns_);
  }
  once(joined);
  for (const int chunk : joined) {
    Joints joints = joints_of(graph, chunk);
    if (joints == chunks_[slot_of(chunk)].joints) continue;
    chunks_[slot_of(chunk)].joints = std::move(joints);
    changed = true;
  }
  if (changed) {
    for (const int chunk : met) {
      const auto first = component_.begin() + chunk * kMostRegions;
      std::fill(first, first + chunks_[slot_of(chunk)].regions, -1);
      visit_cells(graph, chunk, [&](Vertex v, int, int) {
        if (!grid.is_free(v)) return;
        std::int32_t& component = component_[slot_of(region_[slot_of(v)])];
        if (component < 0) component = cells[slot_of(v)];
      });
    }
    const std::vector<int> renumbered = join();
    met.insert(met.end(), renumbered.begin(), renumbered.end());
    once(met);
  }
  for (const int chunk : met) {
    visit_cells(graph, chunk, [&](Vertex v, int, int) {
      cells[slot_of(v)] = grid.is_free(v) ? component_[slot_of(region_[slot_of(v)])] : -1;
    });
  }
}

template <class Visit>
void RegionComponents::visit_cells(const GridGraph& graph, int chunk, Visit visit) const {
  const CellBlock block = block_of(graph, chunk);
  for (int j = block.y; j < block.y + block.height; ++j) {
    Vertex v = graph.vertex(block.x, j);
    for (int i = block.x; i < block.x + block.width; ++i, ++v) visit(v, i, j);
  }
}

CellBlock RegionComponents::block_of(const GridGraph& graph, int chunk) const {
  const int x = chunk % columns_ * kSide;
  const int y = chunk / columns_ * kSide;
  return {x, y, std::min(kSide, graph.grid().columns - x), std::min(kSide, graph.grid().rows - y)};
}

/// Finds the regions of a chunk and numbers them in the order of their first cells.
void RegionComponents::find_regions(const Grid& grid, int chunk) {
  const GridGraph& graph = grid.graph();
  const CellBlock block = block_of(graph, chunk);
  const auto visit_free = [&](auto visit) {
    visit_cells(graph, chunk, [&](Vertex v, int i, int j) {
      if (grid.is_free(v)) visit(v, i, j);
    });
  };
  DisjointSets sets;
  std::int32_t added = 0;
  visit_free([&](Vertex v, int i, int j) {
    const std::uint32_t mask = graph.mask(v);
    const bool west = i > block.x && (mask & 4) != 0;
    const bool south = j > block.y && (mask & 8) != 0;
    std::int32_t& own = region_[slot_of(v)];
    if (west) {
      own = region_[slot_of(v - 1)];
      if (south && region_[slot_of(v - graph.stride())] != own) {
        sets.join(own, region_[slot_of(v - graph.stride())]);
      }
    } else if (south) {
      own = region_[slot_of(v - graph.stride())];
    } else {
      own = sets.add();
      ++added;
    }
  });
  std::int32_t count = 0;
  std::vector<std::int32_t> number(slot_of(added));
  for (std::int32_t set = 0; set < added; ++set) {
    // The leader of a set is its smallest number.
    const std::int32_t leader = sets.find(set);
    number[slot_of(set)] = leader == set ? chunk * kMostRegions + count++ : number[slot_of(leader)];
  }
  visit_free(
      [&](Vertex v, int, int) { region_[slot_of(v)] = number[slot_of(region_[slot_of(v)])]; });
  chunks_[slot_of(chunk)].regions = count;
}

RegionComponents::Joints RegionComponents::joints_of(const GridGraph& graph, int chunk) const {
  const CellBlock block = block_of(graph, chunk);
  Joints joints;
  const auto add = [&](int i, int j, unsigned direction, Vertex offset) {
    const Vertex v = graph.vertex(i, j);
    if ((graph.mask(v) >> direction & 1) == 0) return;
    const std::pair joint{region_[slot_of(v)], region_[slot_of(v + offset)]};
    if (joints.empty() || joints.back() != joint) joints.push_back(joint);
  };
  const int right = block.x + block.width;
  const int top = block.y + block.height;
  for (int j = block.y; j < top; ++j) add(right - 1, j, 0, 1);
  for (int i = block.x; i < right; ++i) add(i, top - 1, 1, graph.stride());
  return joints;
}

/// Finds the components of the regions. If possible, a component gets a former component number of
/// one of its regions. It gets the first such number that no other component has taken. If there is
/// none, the component gets an unused number. Returns the chunks where numbers changed.
std::vector<int> RegionComponents::join() {
  std::vector<std::int32_t> before(chunks_.size());  // number of regions in all earlier chunks
  std::int32_t regions = 0;
  for (std::size_t c = 0; c < chunks_.size(); ++c) {
    before[c] = regions;
    regions += chunks_[c].regions;
  }
  const auto dense = [&](std::int32_t region) {
    return before[slot_of(region / kMostRegions)] + region % kMostRegions;
  };
  DisjointSets sets(slot_of(regions));
  for (const Chunk& chunk : chunks_) {
    for (const auto& [a, b] : chunk.joints) sets.join(dense(a), dense(b));
  }
  count_ = sets.count();
  const auto for_each_region = [&](auto visit) {
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      for (std::int32_t k = 0; k < chunks_[c].regions; ++k) {
        visit(c, sets.find(before[c] + k), component_[c * slot_of(kMostRegions) + slot_of(k)]);
      }
    }
  };
  std::vector<std::int32_t> number(slot_of(regions), -1);  // for each set: its component
  std::vector<bool> taken(slot_of(numbers_));
  for_each_region([&](std::size_t, std::int32_t set, std::int32_t was) {
    if (was < 0 || number[slot_of(set)] >= 0 || taken[slot_of(was)]) return;
    number[slot_of(set)] = was;
    taken[slot_of(was)] = true;
  });
  std::int32_t next = 0;
  std::vector<int> renumbered;
  for_each_region([&](std::size_t c, std::int32_t set, std::int32_t& component) {
    std::int32_t& now = number[slot_of(set)];
    if (now < 0) {
      while (next < numbers_ && taken[slot_of(next)]) ++next;
      now = next++;
      numbers_ = std::max(numbers_, next);
    }
    if (component == now) return;
    component = now;
    if (renumbered.empty() || renumbered.back() != static_cast<int>(c)) {
      renumbered.push_back(static_cast<int>(c));
    }
  });
  return renumbered;
}

std::size_t RegionComponents::memory_bytes() const {
  std::size_t bytes = (region_.capacity() + component_.capacity()) * sizeof(std::int32_t) +
                      chunks_.capacity() * sizeof(Chunk);
  for (const Chunk& chunk : chunks_) bytes += chunk.joints.capacity() * sizeof(chunk.joints[0]);
  return bytes;
}

}  // namespace fairway
