#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"

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
  const Entry& top() const { return entries_.front(); }
  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(entries_); }
  /// Removes and returns the first entry. Precondition: not empty. O(log size).
  Entry pop() {
    const Entry first = entries_.front();
    const Entry last = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) sift_down(last);
    return first;
  }
  /// Adds an entry. O(log size).
  void push(const Entry& entry) {
    entries_.push_back(entry);
    sift_up(entries_.size() - 1, entry);
  }
  /// Removes and returns the first entry, then adds `entry`. Faster than pop() and push() if
  /// `entry` stays near the top. Precondition: not empty.
  Entry replace_top(const Entry& entry) {
    Entry* const heap = entries_.data();
    const Entry top = heap[0];
    std::size_t slot = 0;
    for (std::size_t first = 1; first < entries_.size(); first = 4 * slot + 1) {
      const std::size_t least = least_child(first);
      if (!heap[least].before(entry)) break;
      heap[slot] = heap[least];
      slot = least;
    }
    heap[slot] = entry;
    return top;
  }

 private:
  /// Returns the slot of the sibling that comes before the other siblings in the order of the heap.
  /// `first` is the slot of the first sibling. Precondition: this slot is in use.
  std::size_t least_child(std::size_t first) const {
    const Entry* const heap = entries_.data();
    if (first + 3 < entries_.size()) {
      const std::size_t a = heap[first + 1].before(heap[first]) ? first + 1 : first;
      const std::size_t b = heap[first + 3].before(heap[first + 2]) ? first + 3 : first + 2;
      return heap[b].before(heap[a]) ? b : a;
    }
    std::size_t least = first;
    for (std::size_t child = first + 1; child < entries_.size(); ++child) {
      if (heap[child].before(heap[least])) least = child;
    }
    return least;
  }

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

  std::vector<Entry> entries_;
};

/// An OpenHeap with an extra slot for one entry. A search often expands the entry that it has just
/// pushed. This entry then never enters the heap.
template <class Entry>
class WaitingHeap {
 public:
  /// Removes all entries.
  void clear() {
    waits_ = false;
    heap_.clear();
  }
  bool empty() const { return !waits_ && heap_.empty(); }         ///< Whether there are no entries.
  std::size_t memory_bytes() const { return heap_bytes(heap_); }  ///< Bytes on the heap.
  /// Adds an entry. O(log size).
  void push(const Entry& entry) {
    if (!waits_) {
      waiting_ = entry;
      waits_ = true;
    } else if (entry.before(waiting_)) {
      insert(std::exchange(waiting_, entry));
    } else {
      insert(entry);
    }
  }
  /// Removes and returns the first entry. Precondition: not empty.
  Entry pop() {
    if (!waits_ || (!heap_.empty() && heap_.top().before(waiting_))) return heap_.pop();
    waits_ = false;
    return waiting_;
  }
  /// The same as pop() except for the order of ties. Faster if the entry in the extra slot is
  /// rarely the first.
  Entry pop_and_settle() {
    if (!waits_) return heap_.pop();
    waits_ = false;
    if (heap_.empty() || !heap_.top().before(waiting_)) return waiting_;
    return heap_.replace_top(waiting_);
  }

 private:
  /// Not inlined: otherwise every push would save the registers that only the heap needs.
  [[gnu::noinline]] void insert(const Entry& entry) { heap_.push(entry); }

  OpenHeap<Entry> heap_;
  Entry waiting_{};
  bool waits_ = false;
};

}  // namespace fairway
