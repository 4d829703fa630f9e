#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/search/open_list.hpp"
#include "algorithms/search/pool.hpp"

namespace fairway {

/// An open list with the members of OpenList, for searches in which many vertices have equal f.
/// Among vertices of equal f, the newest comes out first. Vertices are sorted by f in narrow
/// buckets. If f has few values, a bucket rarely holds two different values, and pushes and pops
/// take O(1).
/// A bucket's number is (f - origin) / width, but at least the number of the current bucket. The
/// buckets form a ring, which is larger than the difference of any two bucket numbers in use. Each
/// bucket is sorted by f, and later buckets have larger f. The first vertex of the first bucket
/// therefore has the least f, in any order of pushes.
/// Source: R. B. Dial, "Algorithm 360: Shortest-path forest with topological ordering", CACM
/// 12(11), 1969.
class TiedList {
 public:
  using Node = OpenList::Node;    ///< Search state of a vertex; its slot is an index in items_.
  using Entry = OpenList::Entry;  ///< A vertex taken from the list.

  /// `unit` is the cost of a short edge. A bucket is unit / kBucketsPerUnit wide.
  explicit TiedList(double unit = 1) : per_unit_(kBucketsPerUnit / unit) {}

  /// As OpenList::begin(). O(buckets left in the list + buckets / 64).
  void begin(std::size_t n) {
    nodes_.fit(n);
    if (heads_.empty()) resize(kFirstBuckets);
    for (std::size_t word = 0; word < occupied_.size(); ++word) {
      for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1) {
        heads_[64 * word + static_cast<std::size_t>(std::countr_zero(occupied_[word]))] = kNone;
      }
    }
    items_.clear();
    free_ = kNone;
    current_ = kNoBucket;
    if (++closed_ == 0) {
      nodes_.clear();
      closed_ = kFirstMark;
    }
  }

  ///@{ As in OpenList.
  Node& node(Vertex v) { return nodes_[static_cast<std::size_t>(v)]; }
  const Node& node(Vertex v) const { return nodes_[static_cast<std::size_t>(v)]; }
  bool is_open(Vertex v) const {
    const std::uint32_t slot = node(v).state;
    return slot < items_.size() && items_[slot].vertex == v;
  }
  bool is_closed(Vertex v) const { return node(v).state == closed_; }
  double g_of(Vertex v) const { return items_[node(v).state].g; }
  double h_of(Vertex v) const { return items_[node(v).state].h; }
  ///@}

  /// As OpenList::pop(). O(1), plus a walk over empty buckets, 64 at a step.
  bool pop(double bound, Entry& entry) {
    for (;;) {
      std::int32_t& head = heads_[place(current_)];
      const std::int32_t slot = head;
      if (slot == kNone) {
        if (!advance()) return false;
        continue;
      }
      Item& first = item(slot);
      const bool is_open = first.vertex != kNoVertex;
      if (is_open) {
        if (!(first.f() < bound)) return false;
        entry = {first.vertex, first.g, first.h};
        node(first.vertex).state = closed_;
      }
      head = first.next;
      first.next = free_;
      free_ = slot;
      if (is_open) return true;
    }
  }

  /// Opens a vertex. Preconditions: the vertex is not open; g and h are not negative, and g + h is
  /// finite.
  void push(Vertex v, double g, double h) {
    const double f = g + h;
    std::int64_t bucket = std::max(static_cast<std::int64_t>((f - origin_) * per_unit_), current_);
    if (static_cast<std::uint64_t>(bucket - current_) > mask_) [[unlikely]] {
      bucket = make_room(f, bucket);
    }
    std::int32_t slot = free_;
    if (slot == kNone) {
      slot = static_cast<std::int32_t>(items_.size());
      items_.push({});
    } else {
      free_ = item(slot).next;
    }
    const std::size_t at = place(bucket);
    std::int32_t* link = &heads_[at];
    if (*link == kNone) occupied_[at / 64] |= bit(at);
    while (*link != kNone && item(*link).f() < f) link = &item(*link).next;
    item(slot) = {g, h, v, *link};
    *link = slot;
    node(v).state = static_cast<std::uint32_t>(slot);
  }

  /// Decreases the g of an open vertex. The vertex gets a new item; the old item stays without a
  /// vertex and is dropped later.
  [[gnu::noinline]] void decrease(Vertex v, double g) {
    Item& before = items_[node(v).state];
    before.vertex = kNoVertex;
    push(v, g, before.h);
  }
  /// As OpenList::set_g(), but moves the vertex, because items are sorted by g + h.
  void set_g(Vertex v, double g) { decrease(v, g); }

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(items_, heads_, occupied_, nodes_); }

 private:
  struct Item {
    double g;
    double h;
    Vertex vertex;      ///< the open vertex; kNoVertex after decrease() gave it a newer item
    std::int32_t next;  ///< the next item of the bucket, or the next free item
    double f() const { return g + h; }
  };
  static constexpr std::int32_t kNone = -1;
  static constexpr std::uint32_t kFirstMark = std::uint32_t{1} << 31;
  /// Value of current_ before the first push. It is so small that every bucket is outside the ring.
  static constexpr std::int64_t kNoBucket = std::numeric_limits<std::int64_t>::min() / 2;
  static constexpr double kBucketsPerUnit = 512;
  static constexpr std::size_t kFirstBuckets = 2048;

  Item& item(std::int32_t slot) { return items_[static_cast<std::size_t>(slot)]; }
  std::size_t place(std::int64_t bucket) const { return static_cast<std::size_t>(bucket) & mask_; }
  static std::uint64_t bit(std::size_t place) { return std::uint64_t{1} << place % 64; }

  /// Moves from an empty bucket to the next bucket with an item. Returns false if no bucket has an
  /// item.
  bool advance() {
    const std::size_t at = place(current_);
    const std::size_t last_word = mask_ / 64;
    std::size_t word = at / 64;
    occupied_[word] &= ~bit(at);
    std::uint64_t bits = occupied_[word] & ~std::uint64_t{0} << at % 64;
    for (std::size_t passed = 0; bits == 0; ++passed) {
      if (passed > last_word) return false;
      word = (word + 1) & last_word;
      bits = occupied_[word];
    }
    const std::size_t found = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
    current_ += static_cast<std::int64_t>((found - at) & mask_);
    return true;
  }

  void resize(std::size_t buckets) {
    heads_.assign(buckets, kNone);
    occupied_.assign(buckets / 64, 0);
    mask_ = buckets - 1;
  }
  /// Moves the origin to f if the list is empty, otherwise enlarges the ring until `bucket` fits.
  /// Returns the bucket of f.
  [[gnu::noinline, gnu::cold]] std::int64_t make_room(double f, std::int64_t bucket) {
    if (current_ == kNoBucket || std::ranges::count(heads_, kNone) == std::ssize(heads_)) {
      origin_ = f;
      return current_ = 0;
    }
    const std::vector<std::int32_t> heads = heads_;
    const std::size_t first = place(current_);
    resize(std::bit_ceil(static_cast<std::size_t>(bucket - current_) + 1));
    for (std::size_t k = 0; k < heads.size(); ++k) {
      const std::int32_t head = heads[(first + k) % heads.size()];
      if (head == kNone) continue;
      const std::size_t to = place(current_ + static_cast<std::int64_t>(k));
      heads_[to] = head;
      occupied_[to / 64] |= bit(to);
    }
    return bucket;
  }

  double per_unit_;                      // buckets per unit of f
  double origin_ = 0;                    // f of bucket 0
  std::int64_t current_ = kNoBucket;     // the first bucket that may have an item
  std::size_t mask_ = 0;                 // size of the ring - 1
  std::vector<std::int32_t> heads_;      // first item of each bucket
  std::vector<std::uint64_t> occupied_;  // a bit for each bucket with an item, and for some others
  Pool<Item> items_;
  std::int32_t free_ = kNone;  // the first free item
  ZeroedArray<Node> nodes_;
  std::uint32_t closed_ = kFirstMark;  // mark of closed vertices; larger than every slot
};

}  // namespace fairway
