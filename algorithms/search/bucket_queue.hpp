#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/search/pool.hpp"

namespace fairway {

/// An open list for searches that are exact in any order: entries whose keys, doubles of 0 or more,
/// agree in the exponent and in the first bits of the mantissa share a bucket, from which the
/// newest comes out first. What comes out exceeds the least key by one part in 512 at most. Push
/// and pop in O(1), but for the walk over empty buckets, 64 at a step. Keeps its memory when
/// cleared. Source: R. B. Dial, "Algorithm 360: Shortest-path forest with topological ordering",
/// CACM 12(11), 1969.
template <class Value>
class BucketQueue {
 public:
  struct Entry {
    double key;
    Value value;
    std::int32_t next;  ///< of its bucket
  };

  /// Empties the list. O(what is left in it). A key below the bucket of `least`, or of what came
  /// out last, is taken for one of that bucket.
  void clear(double least) {
    for (std::size_t word = (current_ - first_) / 64; word < occupied_.size(); ++word) {
      for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1) {
        heads_[64 * word + static_cast<std::size_t>(std::countr_zero(occupied_[word]))] = kNone;
      }
    }
    entries_.clear();
    first_ = current_ = number(least);
    horizon_ = lower_end(current_ + 1);
  }

  /// Allocates when there are more entries or buckets than ever before.
  void push(double key, Value value) {
    const std::size_t bucket = std::max(number(key), current_) - first_;
    if (bucket >= bucket_count_) grow(bucket);
    std::int32_t& head = heads_[bucket];
    if (head == kNone) occupied_[bucket / 64] |= std::uint64_t{1} << (bucket % 64);
    const auto id = static_cast<std::int32_t>(entries_.size());
    entries_.push({key, value, head});
    head = id;
  }

  /// The end of the bucket of the last entry that came out.
  double horizon() const { return horizon_; }

  /// The next entry of a bucket that holds a key below `bound`; false where there is none.
  bool pop(double bound, Entry& entry) {
    if (current_ - first_ >= bucket_count_ || heads_[current_ - first_] == kNone) {
      if (!advance() || lower_end(current_) >= bound) return false;
    }
    std::int32_t& head = heads_[current_ - first_];
    entry = entries_[static_cast<std::size_t>(head)];
    head = entry.next;
    return true;
  }

 private:
  static constexpr int kShift = 52 - 9;  // nine bits of the mantissa
  static constexpr std::int32_t kNone = -1;

  static std::size_t number(double key) {
    return static_cast<std::size_t>(std::bit_cast<std::uint64_t>(key) >> kShift);
  }
  static double lower_end(std::size_t bucket) {
    return std::bit_cast<double>(std::uint64_t{bucket} << kShift);
  }

  [[gnu::noinline, gnu::cold]] void grow(std::size_t bucket) {
    const std::size_t words = bucket / 64 + 1;
    occupied_.resize(words, 0);
    bucket_count_ = 64 * words;
    heads_.resize(bucket_count_, kNone);
  }

  /// To the next bucket that holds an entry.
  bool advance() {
    std::size_t word = (current_ - first_) / 64;
    if (word >= occupied_.size()) return false;
    const std::uint64_t behind = ~std::uint64_t{0} << ((current_ - first_) % 64);
    occupied_[word] &= behind & (behind - 1);
    while (occupied_[word] == 0) {
      if (++word == occupied_.size()) return false;
    }
    current_ = first_ + 64 * word + static_cast<std::size_t>(std::countr_zero(occupied_[word]));
    horizon_ = lower_end(current_ + 1);
    return true;
  }

  Pool<Entry> entries_;
  std::vector<std::int32_t> heads_;
  std::size_t bucket_count_ = 0;
  std::vector<std::uint64_t> occupied_;
  std::size_t first_ = 0;
  std::size_t current_ = 0;
  double horizon_ = 0;
};

}  // namespace fairway
