#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace fairway {

/// Disjoint sets of integers: union-find with path halving. The representative of a set is its
/// smallest number.
class DisjointSets {
 public:
  /// Makes `count` sets; set i contains only the number i.
  explicit DisjointSets(std::size_t count = 0) : parent_(count), count_(static_cast<int>(count)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  /// Adds a set with the next number and returns the number.
  std::int32_t add() {
    parent_.push_back(static_cast<std::int32_t>(parent_.size()));
    ++count_;
    return parent_.back();
  }

  /// Returns the smallest number in the set of i.
  std::int32_t find(std::int32_t i) {
    while (at(i) != i) {
      at(i) = at(at(i));
      i = at(i);
    }
    return i;
  }

  /// Joins the sets of a and b.
  void join(std::int32_t a, std::int32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    --count_;
    if (a < b) {
      at(b) = a;
    } else {
      at(a) = b;
    }
  }

  int count() const { return count_; }  ///< number of sets

 private:
  std::int32_t& at(std::int32_t i) { return parent_[static_cast<std::size_t>(i)]; }

  std::vector<std::int32_t> parent_;
  int count_;
};

}  // namespace fairway
