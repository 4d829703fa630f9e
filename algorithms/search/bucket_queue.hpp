#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/search/pool.hpp"

namespace fairway {

/// An open list for searches that are exact in any order of expansion. Keys are at least 0. Push
/// and pop take O(1), plus a walk over empty buckets, 64 at a step. The list keeps its memory when
/// cleared.
/// The bucket number of a key consists of the exponent and the first mantissa bits of key - origin.
/// The origin is just below the least key, so buckets are narrow near the least key and wide far
/// from it. This suits worlds with almost straight paths, which have most keys near the least key.
/// The newest entry of a bucket comes out first.
/// Source: R. B. Dial, "Algorithm 360: Shortest-path forest with topological ordering", CACM
/// 12(11), 1969.
template <class Value>
class BucketQueue {
 public:
  static constexpr int kBits = 6;  ///< mantissa bits in a bucket's number
  /// pop() returns a key of at most m + kTolerance * (m - origin), where m is the least key.
  static constexpr double kTolerance = 1.0 / (1 << kBits);
  /// The origin is least * (1 - kLeastExcess), where `least` is the argument of clear().
  static constexpr double kLeastExcess = 0x1p-10;

  /// A key with its value.
  struct Entry {
    double key;         ///< sort key, at least 0
    Value value;        ///< any payload
    std::int32_t next;  ///< index of the next entry in the bucket, or -1
  };

  /// Empties the list and prepares it for keys of `least` or more. Smaller keys, and keys below the
  /// current bucket, go into the current bucket. O(entries left in the list).
  void clear(double least) {
    for (std::size_t word = index(current_) / 64; word < occupied_.size(); ++word) {
      for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1) {
        heads_[64 * word + static_cast<std::size_t>(std::countr_zero(occupied_[word]))] = kNone;
      }
    }
    entries_.clear();
    origin_ = least * (1 - kLeastExcess);
    first_ = current_ = number(least - origin_);
    look_ahead();
  }

  /// Adds an entry. Allocates only if there are more entries or buckets than ever before.
  [[gnu::always_inline]] void push(double key, Value value) {
    const std::size_t bucket = index(std::max(number(key - origin_), current_));
    if (bucket >= bucket_count_ || entries_.is_full()) return push_with_more_room(key, value);
    std::int32_t& head = heads_[bucket];
    if (head == kNone) occupied_[bucket / 64] |= std::uint64_t{1} << (bucket % 64);
    const auto id = static_cast<std::int32_t>(entries_.size());
    entries_.push_in_room({key, value, head});
    head = id;
  }

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(entries_, heads_, occupied_); }

  /// Key at the end of the third bucket after the current bucket. An entry with a smaller key comes
  /// out soon.
  double horizon() const { return horizon_; }

  /// Removes the next entry and copies it to `entry`. Returns false if the list is empty or the
  /// entry's bucket is after the bucket of `bound`.
  bool pop(double bound, Entry& entry) {
    if (index(current_) >= bucket_count_ || heads_[index(current_)] == kNone) {
      if (!advance() || current_ > number(bound - origin_)) return false;
    }
    std::int32_t& head = heads_[index(current_)];
    entry = entries_[static_cast<std::size_t>(head)];
    head = entry.next;
    return true;
  }

 private:
  static constexpr int kShift = 52 - kBits;
  static constexpr std::int32_t kNone = -1;

  /// Returns the bucket number of a key; `excess` is key - origin. A negative excess gives a
  /// negative number.
  static std::int64_t number(double excess) {
    return std::bit_cast<std::int64_t>(excess) >> kShift;
  }
  std::size_t index(std::int64_t bucket) const { return static_cast<std::size_t>(bucket - first_); }
  void look_ahead() { horizon_ = origin_ + std::bit_cast<double>((current_ + 4) << kShift); }

  /// Grows the arrays, then adds an entry. push() ends with this call, and so needs no registers
  /// that survive a call.
  [[gnu::noinline, gnu::cold]] void push_with_more_room(double key, Value value) {
    const std::size_t bucket = index(std::max(number(key - origin_), current_));
    if (bucket >= bucket_count_) {
      const std::size_t words = bucket / 64 + 1;
      occupied_.resize(words, 0);
      bucket_count_ = 64 * words;
      heads_.resize(bucket_count_, kNone);
    }
    entries_.make_room();
    push(key, value);
  }

  /// Moves to the next bucket with an entry. Returns false if no bucket has an entry.
  bool advance() {
    std::size_t word = index(current_) / 64;
    if (word >= occupied_.size()) return false;
    const std::uint64_t behind = ~std::uint64_t{0} << (index(current_) % 64);
    occupied_[word] &= behind & (behind - 1);
    while (occupied_[word] == 0) {
      if (++word == occupied_.size()) return false;
    }
    current_ = first_ + static_cast<std::int64_t>(64 * word) + std::countr_zero(occupied_[word]);
    look_ahead();
    return true;
  }

  Pool<Entry> entries_;
  std::vector<std::int32_t> heads_;
  std::size_t bucket_count_ = 0;
  std::vector<std::uint64_t> occupied_;
  std::int64_t first_ = 0;
  std::int64_t current_ = 0;
  double horizon_ = 0;
  double origin_ = 0;
};

}  // namespace fairway
