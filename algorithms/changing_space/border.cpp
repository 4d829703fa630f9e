#include "algorithms/changing_space/border.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {
namespace {

std::string words_of(const BorderEdge& edge) {
  return fmt::format("the border from ({}, {}) to ({}, {})", edge.a.x, edge.a.y, edge.b.x,
                     edge.b.y);
}

}  // namespace

Border::Border(const FreeSpace& eroded) {
  for (const Wall& wall : eroded.walls()) {
    edges_.insert(wall.free_left ? BorderEdge{wall.a, wall.b} : BorderEdge{wall.b, wall.a});
  }
}

void Border::check(const Burst& burst, const Box& frame) const {
  if (!burst.patches.empty() || !burst.removed.empty() || !burst.added.empty()) {
    throw InvalidBurst(
        "the world is eroded; expected a burst that changes only the world's border");
  }
  std::map<Point, int> begins_less_ends;
  Edges gone;
  for (const BorderEdge& edge : burst.border_gone) {
    if (!edges_.contains(edge) || !gone.insert(edge).second) {
      throw InvalidBurst(words_of(edge) + " does not exist, so the burst cannot remove it");
    }
    --begins_less_ends[edge.a];
    ++begins_less_ends[edge.b];
  }
  Edges come;
  for (const BorderEdge& edge : burst.border_come) {
    if (edge.a == edge.b) throw InvalidBurst(words_of(edge) + " has no length");
    if ((edges_.contains(edge) && !gone.contains(edge)) || !come.insert(edge).second) {
      throw InvalidBurst(words_of(edge) + " exists already, so the burst cannot add it");
    }
    if (!frame.contains(edge.a) || !frame.contains(edge.b)) {
      throw InvalidBurst(
          fmt::format("{} is partly outside the frame with the corners ({}, {}) and ({}, {})",
                      words_of(edge), frame.min.x, frame.min.y, frame.max.x, frame.max.y));
    }
    ++begins_less_ends[edge.a];
    --begins_less_ends[edge.b];
  }
  for (const auto& [at, difference] : begins_less_ends) {
    if (difference == 0) continue;
    throw InvalidBurst(
        fmt::format("the changed border is not closed at ({}, {}); expected as many edges that "
                    "begin at this point as edges that end there",
                    at.x, at.y));
  }
}

void Border::apply_burst(const Burst& burst) {
  // The copy may throw, so it comes first.
  Edges come(burst.border_come.begin(), burst.border_come.end());
  for (const BorderEdge& edge : burst.border_gone) edges_.erase(edge);
  edges_.merge(come);
}

Burst Border::burst_to(const Border& now) const {
  Burst burst;
  std::ranges::set_difference(edges_, now.edges_, std::back_inserter(burst.border_gone), Less());
  std::ranges::set_difference(now.edges_, edges_, std::back_inserter(burst.border_come), Less());
  return burst;
}

std::size_t Border::memory_bytes() const {
  constexpr std::size_t kLinks = 4 * sizeof(void*);  // bytes of the links in a node of the tree
  return edges_.size() * (sizeof(BorderEdge) + kLinks);
}

}  // namespace fairway
