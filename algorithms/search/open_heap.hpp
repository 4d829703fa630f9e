#pragma once

#include <cstddef>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/search/pool.hpp"

namespace fairway {

/// A 4-ary heap. Entry x comes out before entry y if x.before(y). Keys are never decreased: the
/// caller pushes a node again at less cost and drops stale entries. Keeps its memory when cleared.
template <class Entry>
class OpenHeap {
 public:
  bool empty() const { return entries_.empty(); }       ///< Whether the heap has no entries.
  std::size_t size() const { return entries_.size(); }  ///< Number of entries.
  void clear() { entries_.clear(); }                    ///< Removes all entries.
  /// The first entry. Precondition: not empty.
  const Entry& top() const { return entries_[0]; }
  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(entries_); }
  /// Removes and returns the first entry. Precondition: not empty. O(log size).
  Entry pop() {
    const Entry first = entries_[0];
    const Entry& last = entries_.pop();
    if (!entries_.empty()) sift_down(last);
    return first;
  }
  /// Adds an entry. O(log size).
  void push(const Entry& entry) {
    entries_.push(entry);
    sift_up(entries_.size() - 1, entry);
  }

 private:
  void sift_up(std::size_t slot, const Entry& entry) {
    Entry* const heap = entries_.data();
    while (slot > 0) {
      const std::size_t parent = (slot - 1) / 4;
      if (!entry.before(heap[parent])) break;
      heap[slot] = heap[parent];
      slot = parent;
    }
    heap[slot] = entry;
  }

  /// Inserts a former leaf after the top was removed. Moves the hole at the top down to a leaf,
  /// then moves the entry up from there.
  void sift_down(const Entry& entry) {
    Entry* const heap = entries_.data();
    const std::size_t size = entries_.size();
    std::size_t slot = 0;
    std::size_t first = 1;
    for (; first + 3 < size; first = 4 * slot + 1) {
      const std::size_t a = heap[first + 1].before(heap[first]) ? first + 1 : first;
      const std::size_t b = heap[first + 3].before(heap[first + 2]) ? first + 3 : first + 2;
      const std::size_t least = heap[b].before(heap[a]) ? b : a;
      heap[slot] = heap[least];
      slot = least;
    }
    if (first < size) {
      std::size_t least = first;
      for (std::size_t child = first + 1; child < size; ++child) {
        if (heap[child].before(heap[least])) least = child;
      }
      heap[slot] = heap[least];
      slot = least;
    }
    sift_up(slot, entry);
  }

  Pool<Entry> entries_;
};

}  // namespace fairway
