#include "algorithms/changes/quadtree_cell_parts.hpp"

#include <algorithm>
#include <utility>

namespace fairway {
namespace {

constexpr std::int32_t kNewCell = -2;

/// Whether a sweep joins rectangles in x. Sweeps are numbered from 1; odd sweeps join in x.
constexpr bool joins_in_x(std::int32_t sweep) { return sweep % 2 == 1; }

}  // namespace

void CellParts::update(const QuadtreeNodes& tree, const RasterisedSpace& raster, LeafEditor& leaves,
                       std::span<const std::int32_t> lost, std::span<const LeafEditor::Leaf> come) {
  gone_cells_.clear();
  new_cells_.clear();
  candidates_.clear();
  next_.clear();
  for (const std::int32_t part : lost) remove(part);
  for (const LeafEditor::Leaf& leaf : come) {
    const std::int32_t part = add(leaf.rect);
    at(part).node = leaf.node;
    leaves.set_part(leaf.node, part);
    next_.push_back(part);
  }
  // The update ends after two successive sweeps, one in x and one in y, that join nothing.
  const Lattice in{tree, raster, leaves};
  int quiet = 0;
  for (std::int32_t number = 1; rule_ && (quiet < 2 || is_later(number)); ++number) {
    sweep(in, number);
    quiet = at_sweep(number).groups > 0 ? 0 : quiet + 1;
  }

  for (const std::int32_t p : candidates_) {
    Part& part = at(p);
    if (!part.there || part.until != kAlways || part.cell != kNoCell) continue;
    part.cell = kNewCell;
    new_cells_.push_back(p);
  }
  // Sort by the first leaf: near cells then get near numbers if all cells are new.
  std::ranges::sort(new_cells_, {}, [this](std::int32_t part) {
    while (at(part).child != kNone) part = at(part).child;
    return at(part).node;
  });
  free_.insert(free_.end(), removed_.begin(), removed_.end());
  removed_.clear();
}

std::int32_t CellParts::add(const CellRect& rect) {
  std::int32_t part = static_cast<std::int32_t>(parts_.size());
  if (free_.empty()) {
    parts_.emplace_back();
  } else {
    part = free_.back();
    free_.pop_back();
  }
  at(part) = {};
  at(part).rect = rect;
  candidates_.push_back(part);
  return part;
}

/// Removes a part. The smaller parts that sweep s joined into this part become loose, so sweep s
/// must group them again. Precondition: the current update has not completed sweep s.
void CellParts::remove(std::int32_t part) {
  if (!at(part).there) return;
  at(part).there = false;
  removed_.push_back(part);
  leave_whole(part);
  std::int32_t child = at(part).child;
  if (child == kNone) return;
  const std::int32_t number = at(child).until;
  --at_sweep(number).groups;
  while (child != kNone) {
    const std::int32_t sibling = at(child).sibling;
    at(child).whole = kNone;
    at(child).until = kAlways;
    at(child).sibling = kNone;
    if (at(child).there) loosen(child, number);
    child = sibling;
  }
}

/// If this part was joined into a larger part, removes the larger part. If this part is a cell,
/// removes the cell.
void CellParts::leave_whole(std::int32_t part) {
  if (at(part).cell != kNoCell) {
    gone_cells_.push_back(at(part).cell);
    at(part).cell = kNoCell;
  }
  if (at(part).whole != kNone) remove(at(part).whole);
}

CellParts::Sweep& CellParts::at_sweep(std::int32_t number) {
  const auto slot = static_cast<std::size_t>(number);
  if (sweeps_.size() <= slot) sweeps_.resize(slot + 1);
  return sweeps_[slot];
}

void CellParts::loosen(std::int32_t part, std::int32_t sweep) {
  at_sweep(sweep).loose.push_back(part);
  candidates_.push_back(part);
}

void CellParts::open(std::int32_t part) {
  // An earlier sweep of this update may have joined or removed the part.
  if (!at(part).there || at(part).until != kAlways || is_open(part)) return;
  at(part).opened = round_;
  open_.push_back(part);
}

/// Whether sweep `number` or a later sweep has groups of parts, or parts that must be grouped
/// again.
bool CellParts::is_later(std::int32_t number) const {
  for (auto k = static_cast<std::size_t>(number); k < sweeps_.size(); ++k) {
    if (sweeps_[k].groups > 0 || !sweeps_[k].loose.empty()) return true;
  }
  return false;
}

void CellParts::sweep(const Lattice& in, std::int32_t number) {
  ++round_;
  open_.clear();
  std::vector<std::int32_t> fresh;
  fresh.swap(next_);
  for (const std::int32_t part : fresh) open(part);
  const auto open_loose = [&] {
    for (const std::int32_t part : std::exchange(at_sweep(number).loose, {})) open(part);
  };
  open_loose();
  for (std::size_t i = 0; i < open_.size(); ++i) {
    // group() may form a group that starts before the part open_[i] and ends before this part. So
    // the loop repeats until this part is in a group.
    while (is_open(open_[i])) group(in, number, open_[i]);
    open_loose();  // parts of the groups that group() split
  }
}

/// Returns the part next to a rectangle before sweep `number`. If `after` is true, this is the part
/// on the right or above, otherwise the part on the left or below. Returns kNone unless the part
/// and the rectangle share a whole side without a wall.
std::int32_t CellParts::beside(const Lattice& in, std::int32_t number, const CellRect& rect,
                               bool after) const {
  const bool right = joins_in_x(number);
  const CellGrid& grid = in.raster.grid;
  if (after ? (right ? rect.x1 == grid.columns : rect.y1 == grid.rows)
            : (right ? rect.x0 == 0 : rect.y0 == 0)) {
    return kNone;
  }
  const int x = right ? (after ? rect.x1 : rect.x0 - 1) : rect.x0;
  const int y = right ? rect.y0 : (after ? rect.y1 : rect.y0 - 1);
  if (!in.raster.is_free(x, y)) return kNone;
  std::int32_t part = in.leaves.part(in.tree.node_at(x, y));
  while (at(part).until < number) part = at(part).whole;
  const CellRect& other = at(part).rect;
  if (right ? other.y0 != rect.y0 || other.y1 != rect.y1
            : other.x0 != rect.x0 || other.x1 != rect.x1) {
    return kNone;
  }
  const int line = after ? (right ? rect.x1 : rect.y1) : (right ? rect.x0 : rect.y0);
  for (int k = right ? rect.y0 : rect.x0; k < (right ? rect.y1 : rect.x1); ++k) {
    if (!(right ? in.raster.open_west(line, k) : in.raster.open_south(k, line))) return kNone;
  }
  return part;
}

/// Returns the first part of the group that will contain this part. If the rule may join this part
/// to the preceding group, splits the preceding group and continues from its first part.
std::int32_t CellParts::group_start(const Lattice& in, std::int32_t number, std::int32_t part) {
  for (;;) {
    const std::int32_t before = beside(in, number, at(part).rect, false);
    if (before == kNone) return part;
    if (is_open(before)) {
      part = before;
      continue;
    }
    if (at(before).until != number) {
      return (*rule_)(at(before).rect, at(part).rect) ? before : part;
    }
    const std::int32_t whole = at(before).whole;
    if (!(*rule_)(at(whole).rect, at(part).rect)) return part;
    part = at(whole).child;
    remove(whole);
    open(part);
  }
}

void CellParts::group(const Lattice& in, std::int32_t number, std::int32_t part) {
  group_.clear();
  std::int32_t last = group_start(in, number, part);
  CellRect rect = at(last).rect;
  for (;;) {
    group_.push_back(last);
    if (at(last).until == number) remove(at(last).whole);
    const std::int32_t next = beside(in, number, rect, true);
    if (next == kNone || !(*rule_)(rect, at(next).rect)) break;
    rect.x1 = at(next).rect.x1;
    rect.y1 = at(next).rect.y1;
    last = next;
  }
  if (group_.size() == 1) {
    at(last).opened = 0;
    next_.push_back(last);
    return;
  }
  const std::int32_t whole = add(rect);
  ++at_sweep(number).groups;
  next_.push_back(whole);
  at(whole).child = group_.front();
  for (std::size_t i = 0; i < group_.size(); ++i) {
    leave_whole(group_[i]);
    Part& joined = at(group_[i]);
    joined.opened = 0;
    joined.whole = whole;
    joined.until = number;
    joined.sibling = i + 1 < group_.size() ? group_[i + 1] : kNone;
  }
}

}  // namespace fairway
