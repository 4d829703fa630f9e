#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_labels.hpp"

namespace fairway {

/// Groups the nodes near a change into places (sets of nodes) for ChangingLabels. The caller
/// records pairs of items with meet(). An item is a node, or a negative number for something else
/// that connects nodes. Items connected by a chain of pairs are in one place.
class ChangedPlaces {
 public:
  /// Records that two items are in one place.
  void meet(std::int32_t a, std::int32_t b) { meetings_.emplace_back(a, b); }

  /// Returns the places. Each place lists the items for which is_node(item) is true. Places without
  /// nodes are omitted. O(k log k) for k calls of meet().
  template <class IsNode>
  std::vector<ChangingLabels::Place> list(IsNode is_node) const {
    std::vector<std::int32_t> items;
    for (const auto& [a, b] : meetings_) items.insert(items.end(), {a, b});
    std::ranges::sort(items);
    items.erase(std::unique(items.begin(), items.end()), items.end());
    std::vector<std::size_t> parent(items.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t i) {
      while (parent[i] != i) i = parent[i] = parent[parent[i]];
      return i;
    };
    const auto root_of = [&](std::int32_t item) {
      const auto at = std::ranges::lower_bound(items, item);
      return root(static_cast<std::size_t>(at - items.begin()));
    };
    for (const auto& [a, b] : meetings_) parent[root_of(a)] = root_of(b);
    std::vector<ChangingLabels::Place> places;
    std::vector<std::size_t> place_of(items.size(), items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!is_node(items[i])) continue;
      std::size_t& place = place_of[root(i)];
      if (place == items.size()) {
        place = places.size();
        places.emplace_back();
      }
      places[place].push_back(items[i]);
    }
    return places;
  }

 private:
  std::vector<std::pair<std::int32_t, std::int32_t>> meetings_;
};

}  // namespace fairway
