#include "algorithms/search/mpgaa_star.hpp"

namespace fairway {

namespace {

bool same_links(std::span<const Link> these, std::span<const Link> others) {
  return std::equal(
      these.begin(), these.end(), others.begin(), others.end(),
      [](const Link& a, const Link& b) { return a.vertex == b.vertex && a.cost == b.cost; });
}

}  // namespace

void MpgaaStar::begin(std::size_t n, Point goal, std::span<const Link> links) {
  kept_.fit(n);
  size_ = n;
  goal_ = goal;
  goal_links_.assign(links.begin(), links.end());
  ready_ = true;
  if (++stamp_ == 0) {
    kept_.clear();
    stamp_ = 1;
  }
}

bool MpgaaStar::is_same(std::size_t n, Point goal, std::span<const Link> links) const {
  return ready_ && n == size_ && goal == goal_ && same_links(links, goal_links_);
}

/// Precondition: `to` is on the path from `from`, or the path returns to a vertex before.
void MpgaaStar::drop_path(Vertex from, Vertex to) {
  for (Vertex v = from; v >= 0 && knows(v);) {
    const Vertex next = kept(v).next;
    kept(v).next = kNoVertex;
    if (v == to) break;
    v = next;
  }
}

/// Infinity if the vertex has no link to the goal.
double MpgaaStar::goal_cost(const SearchScratch& scratch, Vertex v) const {
  const std::int32_t link = scratch.goal_link(v);
  return link < 0 ? kInfinity : goal_links_[static_cast<std::size_t>(link)].cost;
}

}  // namespace fairway
