#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/vertex.hpp"

namespace fairway {

/// The state of the vertices that a query reaches, for searches that reach few of the graph's: a
/// hash table with linear probing. It takes memory for the hardest query, not for the graph.
template <class State>
class VertexTable {
 public:
  struct Slot {
    State state;
    Vertex vertex = kNoVertex;
    std::uint32_t stamp = 0;  ///< of the query that wrote the slot
  };

  /// Forgets all vertices. O(1).
  void begin() {
    if (slots_.empty()) resize(kFirstSize);
    if (++stamp_ == 0) {
      slots_.assign(slots_.size(), Slot());
      stamp_ = 1;
    }
    count_ = 0;
  }

  /// Precondition: the vertex was added.
  State& operator[](Vertex v) { return slots_[place_of(v)].state; }
  const State& operator[](Vertex v) const { return slots_[place_of(v)].state; }

  /// The state of a vertex and whether it is new: then the caller sets it. The reference stays
  /// valid until the next call. Allocates if there are more vertices than in any query before.
  std::pair<State&, bool> add(Vertex v) {
    std::size_t at = place_of(v);
    if (slots_[at].stamp == stamp_) return {slots_[at].state, false};
    if (kOfSize * ++count_ > slots_.size()) at = grow(v);
    slots_[at].vertex = v;
    slots_[at].stamp = stamp_;
    return {slots_[at].state, true};
  }

  std::size_t memory_bytes() const { return heap_bytes(slots_); }

 private:
  static constexpr std::size_t kFirstSize = 1024;
  static constexpr std::size_t kOfSize = 2;  ///< at most half of the slots are taken

  /// The slot of the vertex, or a free one for it.
  std::size_t place_of(Vertex v) const {
    std::size_t at = static_cast<std::uint32_t>(v) * std::uint32_t{0x9E3779B1} >> shift_;
    while (slots_[at].stamp == stamp_ && slots_[at].vertex != v) at = (at + 1) & mask_;
    return at;
  }

  [[gnu::noinline, gnu::cold]] std::size_t grow(Vertex v) {
    const std::vector<Slot> before = std::exchange(slots_, {});
    resize(2 * before.size());
    for (const Slot& slot : before) {
      if (slot.stamp == stamp_) slots_[place_of(slot.vertex)] = slot;
    }
    return place_of(v);
  }

  void resize(std::size_t size) {
    slots_.resize(size);
    mask_ = size - 1;
    shift_ = 32;
    for (std::size_t i = size; i > 1; i /= 2) --shift_;
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  int shift_ = 32;
  std::size_t count_ = 0;
  std::uint32_t stamp_ = 0;
};

}  // namespace fairway
