#include "algorithms/changes/quadtree_leaf_editor.hpp"

#include <algorithm>

namespace fairway {
namespace {

/// Whether no wall lies between the four quarters of a square. Precondition: the quarters are free.
bool middle_is_open(const RasterisedSpace& raster, int x, int y, int size) {
  const int half = size / 2;
  for (int k = 0; k < size; ++k) {
    if ((raster.at(x + half, y + k) & RasterisedSpace::kWestWall) != 0) return false;
    if ((raster.at(x + k, y + half) & RasterisedSpace::kSouthWall) != 0) return false;
  }
  return true;
}

}  // namespace

LeafEditor::LeafEditor(const QuadtreeNodes& tree) : parts_(tree.nodes_.size(), kNoPart) {
  for (std::size_t k = 0; k < tree.nodes_.size(); ++k) {
    if (QuadtreeNodes::is_leaf(tree.nodes_[k])) parts_[k] = QuadtreeNodes::cell_of(tree.nodes_[k]);
  }
}

void LeafEditor::update(QuadtreeNodes& tree, const RasterisedSpace& raster,
                        std::span<const ChangingRaster::Cell> cells) {
  lost_.clear();
  fresh_.clear();
  cells_.assign(cells.begin(), cells.end());
  update_node({tree, raster}, 0, tree.depth(), 0, 0, cells_);
  // Drop duplicates, and leaves that were merged later in this update. The update does not reuse
  // the numbers of nodes that it frees, so each number denotes only one node.
  std::erase_if(fresh_, [&](const Leaf& leaf) {
    if (!QuadtreeNodes::is_leaf(tree.node(leaf.node))) return true;
    const bool again = part(leaf.node) == 0;
    set_part(leaf.node, 0);
    return again;
  });
  for (const Leaf& leaf : fresh_) set_part(leaf.node, kNoPart);
  free_.insert(free_.end(), freed_.begin(), freed_.end());
  freed_.clear();
}

void LeafEditor::update_node(const Change& in, std::int32_t node, int level, int x, int y,
                             std::span<ChangingRaster::Cell> cells) {
  if (cells.empty()) return;
  if (level == 0) {
    lose(node);
    if (in.raster.is_free(x, y)) {
      make_leaf(in, node, level, x, y);
    } else {
      in.at(node) = QuadtreeNodes::kBlocked;
    }
    return;
  }
  const int half = 1 << (level - 1);
  const auto child_x = [&](int child) { return x + (child & 1) * half; };
  const auto child_y = [&](int child) { return y + (child >> 1) * half; };
  if (in.at(node) < 0) {
    const bool free = QuadtreeNodes::is_leaf(in.at(node));
    lose(node);
    const std::int32_t first = take_four(in);
    in.at(node) = first;
    for (int child = 0; child < 4; ++child) {
      in.at(first + child) = QuadtreeNodes::kBlocked;
      if (free) make_leaf(in, first + child, level - 1, child_x(child), child_y(child));
    }
  }
  const std::int32_t first = in.at(node);
  const auto upper = std::partition(cells.begin(), cells.end(),
                                    [&](const auto& cell) { return cell.y < y + half; });
  const auto right_of = [&](auto from, auto to) {
    return std::partition(from, to, [&](const auto& cell) { return cell.x < x + half; });
  };
  const auto lower_right = right_of(cells.begin(), upper);
  const auto upper_right = right_of(upper, cells.end());
  update_node(in, first, level - 1, x, y, {cells.begin(), lower_right});
  update_node(in, first + 1, level - 1, x + half, y, {lower_right, upper});
  update_node(in, first + 2, level - 1, x, y + half, {upper, upper_right});
  update_node(in, first + 3, level - 1, x + half, y + half, {upper_right, cells.end()});

  const auto all = [&](auto is) {
    return is(in.at(first)) && is(in.at(first + 1)) && is(in.at(first + 2)) && is(in.at(first + 3));
  };
  const bool blocked = all([](Node n) { return n == QuadtreeNodes::kBlocked; });
  const bool free = all(QuadtreeNodes::is_leaf) && middle_is_open(in.raster, x, y, 2 * half);
  if (!blocked && !free) return;
  for (int child = 0; child < 4; ++child) {
    lose(first + child);
    in.at(first + child) = QuadtreeNodes::kBlocked;
  }
  freed_.push_back(first);
  in.at(node) = QuadtreeNodes::kBlocked;
  if (free) make_leaf(in, node, level, x, y);
}

void LeafEditor::make_leaf(const Change& in, std::int32_t node, int level, int x, int y) {
  in.at(node) = QuadtreeNodes::leaf_of(0);
  fresh_.push_back({node, {x, y, x + (1 << level), y + (1 << level)}});
}

void LeafEditor::lose(std::int32_t node) {
  if (part(node) != kNoPart) lost_.push_back(part(node));
  set_part(node, kNoPart);
}

std::int32_t LeafEditor::take_four(const Change& in) {
  if (!free_.empty()) {
    const std::int32_t first = free_.back();
    free_.pop_back();
    return first;
  }
  const auto first = static_cast<std::int32_t>(in.tree.nodes_.size());
  in.tree.nodes_.insert(in.tree.nodes_.end(), 4, QuadtreeNodes::kBlocked);
  parts_.insert(parts_.end(), 4, kNoPart);
  return first;
}

}  // namespace fairway
