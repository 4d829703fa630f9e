#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/solvers/hub_labels/area_flags.hpp"
#include "algorithms/solvers/hub_labels/labelling.hpp"
#include "algorithms/solvers/hub_labels/narrow_numbers.hpp"
#include "algorithms/solvers/hub_labels/sight_lists.hpp"

namespace fairway {

/// All that queries read, in one block of memory. Turns are numbered by rank, so that their states
/// are in the order of hubs. Immutable; copies share the block.
class HubIndex {
 public:
  HubIndex() = default;
  /// `turns` are the corners as the labelling, the lists and the flags number them.
  HubIndex(const FreeSpace& space, std::span<const CornerId> turns, const Labelling& labelling,
           const SightLists& lists, const AreaFlags& flags);

  struct Range {
    std::uint32_t begin;
    std::uint32_t end;
  };

  std::size_t turn_count() const { return header().count[kCorner]; }
  std::size_t state_count() const { return 2 * turn_count(); }
  std::size_t entry_count() const { return header().count[kHub]; }
  CornerId corner(StateId s) const { return number<CornerId>(kCorner, turn_of(s)); }
  Point position(StateId s) const { return positions_[turn_of(s)]; }

  /// The label of a state, as indices for hub() and those below.
  Range label(StateId s) const { return row(kLabelBegin, s); }
  StateId hub(std::uint32_t entry) const { return number<StateId>(kHub, entry); }
  double distance(std::uint32_t entry) const { return distance_[entry]; }
  /// The state that follows on the way to the hub; at its end the hub itself.
  StateId next(std::uint32_t entry) const { return number<StateId>(kNext, entry); }
  /// The place of the same hub in the label of next().
  std::uint32_t next_place(std::uint32_t entry) const {
    return number<std::uint32_t>(kNextPlace, entry);
  }

  PolygonId polygon_of(HalfEdge h) const {
    return number<PolygonId>(kPolygonOf, Triangulation::triangle_of(h));
  }
  /// The sight list of a polygon, as indices for the arrays of sight_arrays(); see SightLists.
  Range sights(PolygonId p) const { return row(kSightBegin, p); }
  struct SightArrays {
    NarrowNumbers state;
    NarrowNumbers right;
    NarrowNumbers left;
  };
  SightArrays sight_arrays() const {
    return {numbers_[kSightState], numbers_[kSightRight], numbers_[kSightLeft]};
  }

  bool has_flags() const { return header().flag_words > 0; }
  /// For each state a bit: whether a shortest path that leaves it can end in the polygon.
  /// Precondition: has_flags().
  const std::uint64_t* flags(PolygonId p) const {
    return flags_ + number<std::size_t>(kAreaOf, p) * ((state_count() + 63) / 64);
  }

  std::size_t memory_bytes() const { return bytes_; }

 private:
  enum Part : std::uint8_t {
    kCorner,
    kLabelBegin,
    kHub,
    kNext,
    kNextPlace,
    kPolygonOf,
    kSightBegin,
    kSightState,
    kSightRight,
    kSightLeft,
    kAreaOf,
    kParts
  };
  struct Header {
    std::array<std::uint64_t, kParts> count;
    std::array<std::uint64_t, kParts> width;
    std::uint64_t flag_words;
  };

  const Header& header() const { return *reinterpret_cast<const Header*>(block_.get()); }
  template <class T, class I>
  T number(Part part, I i) const {
    return static_cast<T>(numbers_[part][static_cast<std::size_t>(i)]);
  }
  Range row(Part part, std::int32_t i) const {
    return {number<std::uint32_t>(part, i), number<std::uint32_t>(part, i + 1)};
  }
  /// Finds the arrays in a block that begins with the header. Returns the block's size.
  std::size_t lay_out(std::byte* block, const Header& header);

  std::shared_ptr<std::byte[]> block_;
  std::size_t bytes_ = 0;
  const Point* positions_ = nullptr;
  const double* distance_ = nullptr;
  const std::uint64_t* flags_ = nullptr;
  std::array<NarrowNumbers, kParts> numbers_;
};

}  // namespace fairway
