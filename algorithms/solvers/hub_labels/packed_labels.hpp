#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/solvers/hub_labels/labelling.hpp"

namespace fairway {

struct PackedLabels {
  std::vector<std::uint32_t> begin;
  std::vector<StateId> hub;
  std::vector<double> distance;
  std::vector<StateId> next;
  std::vector<std::uint16_t> next_at;  ///< the same hub's place in the label of `next`
  std::vector<StateId> owner;

  std::size_t entry_count() const { return hub.size(); }
  std::size_t memory_bytes() const { return 4 * begin.size() + 18 * hub.size(); }
};

}  // namespace fairway
