#include "algorithms/changes/dstar_lite.hpp"

namespace fairway {

void KeyedHeap::begin(std::size_t n) {
  if (place_.size() >= n) {
    for (const Entry& entry : entries_) place_[static_cast<std::size_t>(entry.vertex)] = 0;
  }
  entries_.clear();
  place_.fit(n);
}

void KeyedHeap::put(std::size_t at, const Entry& entry) {
  entries_[at] = entry;
  place_[static_cast<std::size_t>(entry.vertex)] = static_cast<std::uint32_t>(at + 1);
}

/// Moves an entry from the free slot `at` up or down to its place in the heap.
void KeyedHeap::sift(std::size_t at, const Entry& entry) {
  while (at > 0 && entry.key < entries_[(at - 1) / 2].key) {
    put(at, entries_[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
  for (;;) {
    std::size_t child = 2 * at + 1;
    if (child >= entries_.size()) break;
    if (child + 1 < entries_.size() && entries_[child + 1].key < entries_[child].key) ++child;
    if (!(entries_[child].key < entry.key)) break;
    put(at, entries_[child]);
    at = child;
  }
  put(at, entry);
}

void KeyedHeap::set(Vertex v, Key key) {
  std::uint32_t place = place_[static_cast<std::size_t>(v)];
  if (place == 0) {
    entries_.push_back({key, v});
    place = static_cast<std::uint32_t>(entries_.size());
  }
  sift(place - 1, {key, v});
}

void KeyedHeap::remove(Vertex v) {
  const std::size_t at = place_[static_cast<std::size_t>(v)] - 1;
  place_[static_cast<std::size_t>(v)] = 0;
  const Entry last = entries_.back();
  entries_.pop_back();
  if (at < entries_.size()) sift(at, last);
}

void DStarLite::begin(std::size_t n) {
  nodes_.fit(n);
  open_.begin(n);
  goal_links_.clear();
  size_ = n;
  km_ = 0;
  ready_ = true;
  if (++stamp_ == 0) {
    nodes_.clear();
    stamp_ = 1;
  }
}

DStarLite::Node& DStarLite::node(Vertex v) {
  Node& at = nodes_[index(v)];
  if (at.stamp != stamp_) at = {kInfinity, kInfinity, kInfinity, stamp_};
  return at;
}

void DStarLite::link_goal(std::span<const Link> links) {
  touched_.clear();
  for (const Link& link : goal_links_) {
    node(link.vertex).goal_link = kInfinity;
    touched_.push_back(link.vertex);
  }
  goal_links_.assign(links.begin(), links.end());
  for (const Link& link : links) {
    double& cost = node(link.vertex).goal_link;
    cost = std::min(cost, link.cost);
    touched_.push_back(link.vertex);
  }
}

/// Least cost of a path from the start to the goal. A path is the direct connection, or begins with
/// a link to a consistent vertex.
double DStarLite::best_of(const Attachment& attachment) {
  double best = attachment.direct;
  for (const Link& link : attachment.start) {
    if (consistent(link.vertex)) best = std::min(best, link.cost + node(link.vertex).g);
  }
  return best;
}

}  // namespace fairway
