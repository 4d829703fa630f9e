#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// The vertices that are linked to the goal of a query, as a hash table. At most an eighth of the
/// slots are used, so the look-up of a vertex without a link mostly ends at the first slot.
class GoalLinks {
 public:
  /// Replaces the links. O(old and new links); allocates if there are more links than ever before.
  void begin(std::span<const Link> links) {
    for (const std::size_t at : used_) places_[at].vertex = kNoVertex;
    used_.clear();
    if (kSparse * links.size() >= places_.size()) grow(links.size());
    for (std::size_t i = 0; i < links.size(); ++i) {
      const std::size_t at = place_of(links[i].vertex);
      Place& place = places_[at];
      if (place.vertex == kNoVertex) {
        used_.push_back(at);
      } else if (links[static_cast<std::size_t>(place.link)].cost <= links[i].cost) {
        continue;
      }
      place = {links[i].vertex, static_cast<std::int32_t>(i)};
    }
  }

  /// Returns the index of the vertex's cheapest link, or -1 if the vertex has no link. Among links
  /// of equal cost, returns the first. Precondition: begin() was called.
  std::int32_t find(Vertex v) const {
    const Place& place = places_[place_of(v)];
    return place.vertex == v ? place.link : -1;
  }

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(places_, used_); }

 private:
  struct Place {
    Vertex vertex = kNoVertex;
    std::int32_t link = -1;
  };
  static constexpr std::size_t kSparse = 8;

  /// Slot of the vertex, or the empty slot where it would be inserted.
  std::size_t place_of(Vertex v) const {
    std::size_t at = static_cast<std::uint32_t>(v) * std::uint32_t{0x9E3779B1} >> shift_;
    while (places_[at].vertex != v && places_[at].vertex != kNoVertex) {
      at = at + 1 == places_.size() ? 0 : at + 1;
    }
    return at;
  }

  [[gnu::noinline, gnu::cold]] void grow(std::size_t links) {
    const std::size_t size = std::bit_ceil(kSparse * links + 64);
    places_.assign(size, {});
    shift_ = 32 - std::countr_zero(size);
  }

  std::vector<Place> places_;
  std::vector<std::size_t> used_;
  int shift_ = 0;
};

}  // namespace fairway
