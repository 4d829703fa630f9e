#include "algorithms/geometry/box_tree.hpp"

#include <numeric>

namespace fairway {

BoxTree::BoxTree(std::span<const Box> boxes) : order_(boxes.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  if (!boxes.empty()) split(boxes, 0, static_cast<std::int32_t>(boxes.size()));
}

void BoxTree::split(std::span<const Box> boxes, std::int32_t begin, std::int32_t end) {
  const auto of = [&](std::int32_t i) -> const Box& { return boxes[static_cast<std::size_t>(i)]; };
  Box box = of(order_[static_cast<std::size_t>(begin)]);
  for (std::int32_t i = begin; i < end; ++i) {
    const Box& other = of(order_[static_cast<std::size_t>(i)]);
    box.min = {std::min(box.min.x, other.min.x), std::min(box.min.y, other.min.y)};
    box.max = {std::max(box.max.x, other.max.x), std::max(box.max.y, other.max.y)};
  }
  const std::size_t at = nodes_.size();
  nodes_.push_back({box, begin, end, 0});
  if (end - begin <= kLeafSize) return;

  const std::int32_t middle = begin + (end - begin) / 2;
  const bool wide = box.width() > box.height();
  const auto key = [&](std::int32_t i) {
    return wide ? of(i).min.x + of(i).max.x : of(i).min.y + of(i).max.y;
  };
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](std::int32_t i, std::int32_t j) { return key(i) < key(j); });
  split(boxes, begin, middle);
  nodes_[at].second = static_cast<std::int32_t>(nodes_.size());
  split(boxes, middle, end);
}

}  // namespace fairway
