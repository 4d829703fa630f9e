#include "algorithms/changes/theta_star_changes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace fairway {

bool ThetaStarChanges::follow(const SpaceChange& change) {
  if (!grid_.follow(change)) return false;
  const Grid& grid = index_.grid();
  update_sight(index_.sight(), grid.graph(), grid_.changed_vertices());
  return true;
}

/// The first step finds, in ascending order of reach, the cells whose reach is no longer justified:
/// no neighbour has a reach of one less, or the cell no longer lacks a move. These cells get the
/// reach kFar. The second step spreads reaches in ascending order. It starts at cells that lack a
/// move now, and at neighbours of the cells found in the first step. A cell on the lattice's border
/// keeps reach 0, so all cells visited here have 8 neighbours.
/// Source: G. Ramalingam, T. Reps, "An Incremental Algorithm for a Generalization of the
/// Shortest-Path Problem", Journal of Algorithms 21 (1996).
void update_sight(CentreSight& sight, const GridGraph& graph, std::span<const Vertex> changed) {
  if (sight.cells().empty()) return;
  constexpr std::uint8_t kFar = CentreSight::kFar;
  const std::int32_t row = graph.stride();
  const std::array steps{-row - 1, -row, 1 - row, -1, 1, row - 1, row, row + 1};
  CentreSight::Cell* const cells = sight.cells().data();
  std::array<std::vector<Vertex>, kFar> seeds;  // seeds[r]: cells that may get reach r
  std::vector<Vertex> found;
  std::vector<Vertex> open;
  std::vector<Vertex> next;
  for (const Vertex v : changed) {
    const bool lacked = cells[v].reach == 0;
    cells[v].moves = graph.near_masks()[static_cast<std::size_t>(v)];
    const bool lacks = cells[v].moves != CentreSight::kAllMoves;
    if (lacked && !lacks) open.push_back(v);
    if (lacks && !lacked) seeds[0].push_back(v);
  }
  for (int reach = 0; !open.empty() && reach < kFar; ++reach) {
    for (const Vertex v : open) {
      if (cells[v].reach != reach) continue;
      const bool keeps = reach > 0 && std::ranges::any_of(steps, [&](std::int32_t step) {
                           return cells[v + step].reach == reach - 1;
                         });
      if (keeps) continue;
      cells[v].reach = kFar;
      found.push_back(v);
      for (const std::int32_t step : steps) {
        if (cells[v + step].reach == reach + 1) next.push_back(v + step);
      }
    }
    std::swap(open, next);
    next.clear();
  }
  for (const Vertex v : found) {
    std::uint8_t near = kFar;
    for (const std::int32_t step : steps) near = std::min(near, cells[v + step].reach);
    if (near + 1 < kFar) seeds[near + std::size_t{1}].push_back(v);
  }
  open.clear();
  for (std::size_t reach = 0; reach < seeds.size(); ++reach) {
    for (const Vertex v : seeds[reach]) {
      if (cells[v].reach <= reach) continue;
      cells[v].reach = static_cast<std::uint8_t>(reach);
      open.push_back(v);
    }
    for (const Vertex v : open) {
      for (const std::int32_t step : steps) {
        if (cells[v + step].reach <= reach + 1) continue;
        cells[v + step].reach = static_cast<std::uint8_t>(reach + 1);
        next.push_back(v + step);
      }
    }
    std::swap(open, next);
    next.clear();
  }
}

}  // namespace fairway
