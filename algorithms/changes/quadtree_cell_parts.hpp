#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/changes/quadtree_leaf_editor.hpp"
#include "algorithms/representations/quadtree/subdivision.hpp"

namespace fairway {

/// Repairs what merge_cells() does. That joins leaves in sweeps, by turns in x and y. In a sweep,
/// each row of rectangles that may be joined side by side is grouped from its start on, and no two
/// rows meet; so the rectangles after a sweep depend on those before it alone, and on no numbers.
/// A rectangle of any sweep is a part here, of the larger one into which it went. Where leaves
/// change, the rows that they are in are grouped anew, sweep by sweep, up to where the groups are
/// the old ones again. The result is that of merge_cells(). Preconditions: no terrain.
class CellParts {
 public:
  struct Part {
    CellRect rect;
    std::int32_t whole = kNone;    ///< the part that has it
    std::int32_t until = kAlways;  ///< the sweep that joined it to others
    std::int32_t child = kNone;    ///< the first part that was joined in this one
    std::int32_t sibling = kNone;  ///< the next one in its whole
    std::int32_t node = kNone;     ///< the leaf's; none if it was joined
    std::int32_t cell = kNoCell;   ///< the cell that it is, if it is in no other
    std::uint32_t opened = 0;      ///< the round in which its group is not known yet
    bool there = true;
  };
  static constexpr std::int32_t kNone = -1;
  static constexpr std::int32_t kAlways = std::numeric_limits<std::int32_t>::max();

  /// Without a rule, leaves are not joined.
  explicit CellParts(std::optional<JoinRule> rule) : rule_(std::move(rule)) {}

  /// Follows a change of the leaves: gives them parts, and joins these. Takes time for the leaves
  /// and parts that come or go, with a factor of the tree's depth and the sweeps.
  void change(const QuadtreeNodes& tree, const RasterisedSpace& raster, LeafEditor& leaves,
              std::span<const std::int32_t> lost, std::span<const LeafEditor::Leaf> come);

  /// Of the last change: the cells that are gone, and the parts that are new cells. The caller
  /// numbers these.
  std::span<const std::int32_t> gone_cells() const { return gone_cells_; }
  std::span<const std::int32_t> new_cells() const { return new_cells_; }
  const CellRect& rect(std::int32_t part) const { return at(part).rect; }
  /// Calls visit(node) for the leaves of a new cell.
  template <class Visit>
  void number_cell(std::int32_t part, std::int32_t cell, Visit visit) {
    at(part).cell = cell;
    visit_leaves(part, visit);
  }

  std::size_t memory_bytes() const {
    return parts_.capacity() * sizeof(Part) + free_.capacity() * sizeof(std::int32_t);
  }

 private:
  /// The first has number 1.
  struct Sweep {
    std::int32_t groups = 0;               ///< that it made of several parts
    std::vector<std::int32_t> loose = {};  ///< parts that lost their whole, which it made
  };
  struct Lattice {
    const QuadtreeNodes& tree;
    const RasterisedSpace& raster;
    const LeafEditor& leaves;
  };

  Part& at(std::int32_t part) { return parts_[static_cast<std::size_t>(part)]; }
  const Part& at(std::int32_t part) const { return parts_[static_cast<std::size_t>(part)]; }
  template <class Visit>
  void visit_leaves(std::int32_t part, const Visit& visit) const {
    if (at(part).node != kNone) return visit(at(part).node);
    for (std::int32_t p = at(part).child; p != kNone; p = at(p).sibling) visit_leaves(p, visit);
  }

  std::int32_t add(const CellRect& rect);
  void remove(std::int32_t part);
  void leave_whole(std::int32_t part);
  Sweep& at_sweep(std::int32_t number);
  void loosen(std::int32_t part, std::int32_t sweep);
  bool is_later(std::int32_t number) const;
  void sweep(const Lattice& in, std::int32_t number);
  void group(const Lattice& in, std::int32_t number, std::int32_t part);
  std::int32_t group_start(const Lattice& in, std::int32_t number, std::int32_t part);
  std::int32_t beside(const Lattice& in, std::int32_t number, const CellRect& rect,
                      bool after) const;
  bool is_open(std::int32_t part) const { return at(part).opened == round_; }
  void open(std::int32_t part);

  std::optional<JoinRule> rule_;
  std::vector<Part> parts_;
  std::vector<std::int32_t> free_;
  std::vector<Sweep> sweeps_;
  // Of one change.
  std::uint32_t round_ = 0;               // one for each sweep
  std::vector<std::int32_t> open_;        // parts whose group in this sweep is not known
  std::vector<std::int32_t> next_;        // parts that are new after it
  std::vector<std::int32_t> candidates_;  // for new cells
  std::vector<std::int32_t> removed_;
  std::vector<std::int32_t> group_;
  std::vector<std::int32_t> gone_cells_;
  std::vector<std::int32_t> new_cells_;
};

}  // namespace fairway
