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

/// Repairs the result of merge_cells(). merge_cells() joins the leaves of a quadtree in sweeps,
/// alternately in x and y. In a sweep, rectangles that share whole sides form rows. A sweep joins
/// the rectangles of each row into groups, from the start of the row, as the rule allows. Each
/// rectangle is in one row. So the rectangles after a sweep depend only on the rectangles before
/// it, not on their numbers.
/// Here, each rectangle of any sweep is a part. The whole of a part is the larger rectangle into
/// which a sweep joined the part. After a change of leaves, the rows that contain changed
/// rectangles are grouped again, sweep by sweep, until no group changes. The result equals
/// merge_cells(). Precondition: no terrain.
class CellParts {
 public:
  /// A rectangle of a sweep.
  struct Part {
    CellRect rect;                 ///< the rectangle
    std::int32_t whole = kNone;    ///< the larger part into which this part was joined, or kNone
    std::int32_t until = kAlways;  ///< the sweep that joined it into `whole`, or kAlways
    std::int32_t child = kNone;    ///< the first part joined into this part, or kNone
    std::int32_t sibling = kNone;  ///< the next part with the same whole, or kNone
    std::int32_t node = kNone;     ///< tree node if the part is a leaf, else kNone
    std::int32_t cell = kNoCell;   ///< cell number if the part has no `whole`, else kNoCell
    std::uint32_t opened = 0;      ///< equals round_ while the part waits to be grouped
    bool there = true;             ///< whether the part exists
  };
  static constexpr std::int32_t kNone = -1;  ///< No part.
  /// Value of Part::until for a part that was not joined into a larger part.
  static constexpr std::int32_t kAlways = std::numeric_limits<std::int32_t>::max();

  /// `rule` decides which parts are joined. Without a rule, no parts are joined.
  explicit CellParts(std::optional<JoinRule> rule) : rule_(std::move(rule)) {}

  /// Updates the parts after a change of leaves. `lost` are the parts of removed leaves. `come` are
  /// the new leaves; each gets a part. O((changed leaves and parts) * depth of the tree * sweeps).
  void update(const QuadtreeNodes& tree, const RasterisedSpace& raster, LeafEditor& leaves,
              std::span<const std::int32_t> lost, std::span<const LeafEditor::Leaf> come);

  ///@{ The cells that the last update removed, and the parts that became cells in the last update.
  /// The caller numbers the new cells.
  std::span<const std::int32_t> gone_cells() const { return gone_cells_; }
  std::span<const std::int32_t> new_cells() const { return new_cells_; }
  ///@}
  const CellRect& rect(std::int32_t part) const { return at(part).rect; }  ///< Rectangle of a part.
  /// Sets the number of a new cell. Calls visit(node) for each leaf of the cell.
  template <class Visit>
  void number_cell(std::int32_t part, std::int32_t cell, Visit visit) {
    at(part).cell = cell;
    visit_leaves(part, visit);
  }

  /// Bytes on the heap, without scratch.
  std::size_t memory_bytes() const {
    return parts_.capacity() * sizeof(Part) + free_.capacity() * sizeof(std::int32_t);
  }

 private:
  /// The state of one sweep. Sweeps are numbered from 1.
  struct Sweep {
    std::int32_t groups = 0;               // number of groups of several parts
    std::vector<std::int32_t> loose = {};  // parts to group again: their whole was removed
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
  // Scratch of an update.
  std::uint32_t round_ = 0;               // number of sweeps run so far
  std::vector<std::int32_t> open_;        // parts whose group in the current sweep is unknown
  std::vector<std::int32_t> next_;        // parts that the current sweep made or left unjoined
  std::vector<std::int32_t> candidates_;  // parts that may be new cells
  std::vector<std::int32_t> removed_;
  std::vector<std::int32_t> group_;
  std::vector<std::int32_t> gone_cells_;
  std::vector<std::int32_t> new_cells_;
};

}  // namespace fairway
