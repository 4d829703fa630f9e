#include "algorithms/representations/grid/region_components.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/representations/grid/cell_blocks.hpp"

namespace fairway {
namespace {

constexpr std::size_t slot(std::int32_t number) { return static_cast<std::size_t>(number); }

}  // namespace

RegionComponents::RegionComponents(const GridGraph& graph, std::span<const std::uint64_t> free)
    : columns_((graph.grid().columns + kSide - 1) / kSide),
      chunks_(slot(columns_) * slot((graph.grid().rows + kSide - 1) / kSide)),
      region_(graph.vertices()),
      component_(chunks_.size() * slot(kMostRegions)) {
  const CellBlock whole{0, 0, graph.grid().columns, graph.grid().rows};
  change(graph, free, {&whole, 1});
}

void RegionComponents::change(const GridGraph& graph, std::span<const std::uint64_t> free,
                              std::span<const CellBlock> blocks) {
  std::vector<int> met;
  for (const CellBlock& block : blocks) {
    const CellBlock window = grown(block, 1, graph.grid());
    for (int y = window.y / kSide; y * kSide < window.y + window.height; ++y) {
      for (int x = window.x / kSide; x * kSide < window.x + window.width; ++x) {
        met.push_back(y * columns_ + x);
      }
    }
  }
  const auto list_once = [&] {
    std::ranges::sort(met);
    met.erase(std::unique(met.begin(), met.end()), met.end());
  };
  list_once();
  bool changed = false;
  for (const int chunk : met) {
    const std::int32_t before = chunks_[slot(chunk)].regions;
    find_regions(graph, free, chunk);
    changed = changed || chunks_[slot(chunk)].regions != before;
  }
  // Regions may have other numbers, by which the chunks to the west and the south are joined too.
  for (std::size_t i = met.size(); i-- > 0;) {
    if (met[i] % columns_ > 0) met.push_back(met[i] - 1);
    if (met[i] >= columns_) met.push_back(met[i] - columns_);
  }
  list_once();
  for (const int chunk : met) {
    Joints joints = joints_of(graph, chunk);
    if (joints == chunks_[slot(chunk)].joints) continue;
    chunks_[slot(chunk)].joints = std::move(joints);
    changed = true;
  }
  if (changed) join();
}

CellBlock RegionComponents::block_of(const GridGraph& graph, int chunk) const {
  const int x = chunk % columns_ * kSide;
  const int y = chunk / columns_ * kSide;
  return {x, y, std::min(kSide, graph.grid().columns - x), std::min(kSide, graph.grid().rows - y)};
}

/// Numbers the regions of a chunk in the order of their first cells.
void RegionComponents::find_regions(const GridGraph& graph, std::span<const std::uint64_t> free,
                                    int chunk) {
  const CellBlock block = block_of(graph, chunk);
  const auto visit_free = [&](auto visit) {
    for (int j = block.y; j < block.y + block.height; ++j) {
      Vertex v = graph.vertex(block.x, j);
      for (int i = block.x; i < block.x + block.width; ++i, ++v) {
        if ((free[slot(v) / 64] >> slot(v) % 64 & 1) != 0) visit(v, i, j);
      }
    }
  };
  DisjointSets sets;
  std::int32_t added = 0;
  visit_free([&](Vertex v, int i, int j) {
    const std::uint32_t mask = graph.mask(v);
    const bool west = i > block.x && (mask & 4) != 0;
    const bool south = j > block.y && (mask & 8) != 0;
    std::int32_t& own = region_[slot(v)];
    if (west) {
      own = region_[slot(v - 1)];
      if (south && region_[slot(v - graph.stride())] != own) {
        sets.join(own, region_[slot(v - graph.stride())]);
      }
    } else if (south) {
      own = region_[slot(v - graph.stride())];
    } else {
      own = sets.add();
      ++added;
    }
  });
  std::int32_t count = 0;
  std::vector<std::int32_t> number(slot(added));
  for (std::int32_t set = 0; set < added; ++set) {
    // The smallest number leads a set.
    const std::int32_t leader = sets.find(set);
    number[slot(set)] = leader == set ? chunk * kMostRegions + count++ : number[slot(leader)];
  }
  visit_free([&](Vertex v, int, int) { region_[slot(v)] = number[slot(region_[slot(v)])]; });
  chunks_[slot(chunk)].regions = count;
}

RegionComponents::Joints RegionComponents::joints_of(const GridGraph& graph, int chunk) const {
  const CellBlock block = block_of(graph, chunk);
  Joints joints;
  const auto add = [&](int i, int j, unsigned direction, Vertex offset) {
    const Vertex v = graph.vertex(i, j);
    if ((graph.mask(v) >> direction & 1) == 0) return;
    const std::pair joint{region_[slot(v)], region_[slot(v + offset)]};
    if (joints.empty() || joints.back() != joint) joints.push_back(joint);
  };
  const int right = block.x + block.width;
  const int top = block.y + block.height;
  for (int j = block.y; j < top; ++j) add(right - 1, j, 0, 1);
  for (int i = block.x; i < right; ++i) add(i, top - 1, 1, graph.stride());
  return joints;
}

/// Finds the components of the regions.
void RegionComponents::join() {
  std::vector<std::int32_t> before(chunks_.size());  // regions of the chunks before
  std::int32_t regions = 0;
  for (std::size_t c = 0; c < chunks_.size(); ++c) {
    before[c] = regions;
    regions += chunks_[c].regions;
  }
  const auto dense = [&](std::int32_t region) {
    return before[slot(region / kMostRegions)] + region % kMostRegions;
  };
  DisjointSets sets(slot(regions));
  for (const Chunk& chunk : chunks_) {
    for (const auto& [a, b] : chunk.joints) sets.join(dense(a), dense(b));
  }
  count_ = sets.count();
  for (std::size_t c = 0; c < chunks_.size(); ++c) {
    for (std::int32_t k = 0; k < chunks_[c].regions; ++k) {
      component_[c * slot(kMostRegions) + slot(k)] = sets.find(before[c] + k);
    }
  }
}

std::size_t RegionComponents::memory_bytes() const {
  std::size_t bytes = (region_.capacity() + component_.capacity()) * sizeof(std::int32_t) +
                      chunks_.capacity() * sizeof(Chunk);
  for (const Chunk& chunk : chunks_) bytes += chunk.joints.capacity() * sizeof(chunk.joints[0]);
  return bytes;
}

}  // namespace fairway
