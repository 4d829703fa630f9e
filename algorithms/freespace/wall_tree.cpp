#include "algorithms/freespace/wall_tree.hpp"

#include <numeric>

namespace fairway {

WallTree::WallTree(std::span<const Segment> segments) : order_(segments.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  if (!segments.empty()) split(segments, 0, static_cast<std::int32_t>(segments.size()));
}

void WallTree::split(std::span<const Segment> segments, std::int32_t begin, std::int32_t end) {
  const auto segment = [&](std::int32_t i) -> const Segment& {
    return segments[static_cast<std::size_t>(i)];
  };
  const Point corner = segment(order_[static_cast<std::size_t>(begin)]).a;
  Box box{corner, corner};
  for (std::int32_t i = begin; i < end; ++i) {
    const Segment& s = segment(order_[static_cast<std::size_t>(i)]);
    for (const Point p : {s.a, s.b}) {
      box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y)};
      box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y)};
    }
  }
  const std::size_t at = nodes_.size();
  nodes_.push_back({box, begin, end, 0});
  if (end - begin <= kLeafSize) return;

  const std::int32_t middle = begin + (end - begin) / 2;
  const bool wide = box.width() > box.height();
  const auto key = [&](std::int32_t i) {
    return wide ? segment(i).a.x + segment(i).b.x : segment(i).a.y + segment(i).b.y;
  };
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](std::int32_t i, std::int32_t j) { return key(i) < key(j); });
  split(segments, begin, middle);
  nodes_[at].second = static_cast<std::int32_t>(nodes_.size());
  split(segments, middle, end);
}

}  // namespace fairway
