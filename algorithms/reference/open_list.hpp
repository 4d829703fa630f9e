#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fairway {

/// A 4-ary heap of numbered entries, least key first.
class OpenList {
 public:
  struct Entry {
    double key;
    std::int32_t id;
  };

  void clear() { heap_.clear(); }
  bool empty() const { return heap_.empty(); }
  const Entry& top() const { return heap_.front(); }

  void push(Entry entry) {
    std::size_t hole = heap_.size();
    heap_.push_back(entry);
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / 4;
      if (heap_[parent].key <= entry.key) break;
      heap_[hole] = heap_[parent];
      hole = parent;
    }
    heap_[hole] = entry;
  }

  void pop() {
    const Entry last = heap_.back();
    heap_.pop_back();
    const std::size_t size = heap_.size();
    if (size == 0) return;
    std::size_t hole = 0;
    for (std::size_t child = 1; child < size; child = 4 * hole + 1) {
      std::size_t least = child;
      const std::size_t end = child + 4 < size ? child + 4 : size;
      for (std::size_t i = child + 1; i < end; ++i) {
        if (heap_[i].key < heap_[least].key) least = i;
      }
      if (heap_[least].key >= last.key) break;
      heap_[hole] = heap_[least];
      hole = least;
    }
    heap_[hole] = last;
  }

 private:
  std::vector<Entry> heap_;
};

}  // namespace fairway
