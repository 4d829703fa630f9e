#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace fairway {

/// Returns the numbers 0 .. count - 1 in a biased randomised insertion order. The order consists of
/// rounds. Each round has about three times as many numbers as all rounds before it, in increasing
/// order. A fixed hash chooses the round of a number. Incremental construction is as fast as with a
/// random order, up to a constant factor. Within a round, close numbers stay close. Linear.
/// Source: N. Amenta, S. Choi, G. Rote, "Incremental Constructions con BRIO", SoCG 2003.
inline std::vector<std::int32_t> insertion_order(std::int32_t count) {
  constexpr int kRounds = 16;  // the first round has a share of 4^-15 of the numbers
  const auto round_of = [](std::int32_t number) {
    auto hash = static_cast<std::uint64_t>(number) + 1;  // the next lines mix its bits
    hash = (hash ^ (hash >> 31U)) * 0x9e3779b97f4a7c15U;
    hash = (hash ^ (hash >> 29U)) * 0xd1342543de82ef95U;
    hash ^= hash >> 32U;
    return std::max(0, kRounds - 1 - std::countr_zero(hash) / 2);
  };
  std::vector<std::int32_t> begin(kRounds + 1, 0);
  for (std::int32_t i = 0; i < count; ++i) ++begin[static_cast<std::size_t>(round_of(i)) + 1];
  for (std::size_t r = 1; r < begin.size(); ++r) begin[r] += begin[r - 1];
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  for (std::int32_t i = 0; i < count; ++i) {
    order[static_cast<std::size_t>(begin[static_cast<std::size_t>(round_of(i))]++)] = i;
  }
  return order;
}

}  // namespace fairway
