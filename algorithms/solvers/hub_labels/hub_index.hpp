#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/narrow_numbers.hpp"
#include "algorithms/freespace/sight_lists.hpp"
#include "algorithms/solvers/hub_labels/area_flags.hpp"
#include "algorithms/solvers/hub_labels/labelling.hpp"

namespace fairway {

/// Thrown for a file that is no index, or not one of this world; what() names the file, what is
/// wrong and what was expected.
class IndexFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// All that queries read, in one block of memory that is stored and mapped as it is. Turns are
/// numbered by rank, so that their states are in the order of hubs. Only the first turns may be
/// labelled; then the links of all are kept. Immutable; copies share the block.
class HubIndex {
 public:
  /// What an index is made of, with turns as the labelling numbers them.
  struct Sources {
    std::span<const CornerId> turns;
    const TautStates& states;
    const Labelling& labelling;
    const SightLists* lists;  ///< null: left out
    const AreaFlags& flags;   ///< without areas: left out
  };

  HubIndex() = default;
  HubIndex(const FreeSpace& space, const Sources& sources);

  /// An upper bound of the bytes of an index but for the entries of its labels, so many at most,
  /// and for the links that it keeps if not all turns are labelled.
  static std::size_t bytes_without_entries(const FreeSpace& space, const TautStates& states,
                                           const SightLists* lists, std::size_t areas,
                                           std::size_t most_entries);
  static std::size_t bytes_of_links(const TautStates& states);
  /// Bytes that an entry of a label takes, at most.
  static std::size_t bytes_an_entry(const TautStates& states);

  /// An index refers to corners, vertices and triangles by number: it belongs to one triangulation.
  /// Linear.
  static std::uint64_t hash_of(const Triangulation& mesh);
  /// Writes the block. Throws IndexFileError if that fails; then no file of this name is left
  /// half written.
  void save(const std::filesystem::path& file) const;
  /// Maps a file, which must not change from then on. Its checksum is verified: linear in its size.
  /// Throws IndexFileError if it is no index of this version, damaged, or made of another world.
  static HubIndex load(const std::filesystem::path& file, const FreeSpace& space);

  struct Range {
    std::uint32_t begin;
    std::uint32_t end;
  };

  std::size_t turn_count() const { return header().count[kCorner]; }
  std::size_t state_count() const { return 2 * turn_count(); }
  std::size_t entry_count() const { return header().count[kHub]; }
  CornerId corner(StateId s) const { return number<CornerId>(kCorner, turn_of(s)); }
  Point position(StateId s) const { return positions_[turn_of(s)]; }

  bool labelled(StateId s) const { return s < labelled_states_; }
  bool all_labelled() const { return labelled_states_ == static_cast<StateId>(state_count()); }
  bool none_labelled() const { return labelled_states_ == 0; }
  /// The label of a state, as indices for hub() and those below. Precondition: it is labelled.
  Range label(StateId s) const { return row(kLabelBegin, s); }
  StateId hub(std::uint32_t entry) const { return number<StateId>(kHub, entry); }
  double distance(std::uint32_t entry) const { return distance_[entry]; }
  /// The state that follows on the way to the hub; at its end the hub itself.
  StateId next(std::uint32_t entry) const { return number<StateId>(kNext, entry); }
  /// The place of the same hub in the label of next(), if that is labelled.
  std::uint32_t next_place(std::uint32_t entry) const {
    return number<std::uint32_t>(kNextPlace, entry);
  }

  /// The states that a path out of s reaches straight, as indices for link(). Precondition: not
  /// all turns are labelled.
  Range links(StateId s) const { return row(kLinkBegin, s); }
  StateId link(std::uint32_t i) const { return number<StateId>(kLink, i); }

  bool has_lists() const { return header().count[kSightBegin] > 0; }
  /// The turn of a reflex corner. Precondition: there are no lists.
  std::int32_t turn_at(CornerId c) const { return number<std::int32_t>(kTurnOf, c); }
  /// Precondition of this and what follows: there are lists.
  PolygonId polygon_of(HalfEdge h) const {
    return number<PolygonId>(kPolygonOf, Triangulation::triangle_of(h));
  }
  /// The sight list of a polygon, as indices for the arrays of sight_arrays(); see SightLists.
  SightRange sights(PolygonId p) const {
    const Range list = row(kSightBegin, p);
    return {list.begin, list.end};
  }
  SightArrays sight_arrays() const {
    return {numbers_[kSightState], numbers_[kSightRight], numbers_[kSightLeft]};
  }

  bool has_flags() const { return header().flag_words > 0; }
  /// For each state a bit: whether a shortest path that leaves it can end in the polygon.
  /// Precondition: has_flags().
  const std::uint64_t* flags(PolygonId p) const {
    return flags_ + number<std::size_t>(kAreaOf, p) * words_for(state_count());
  }

  std::size_t memory_bytes() const { return bytes_; }

 private:
  enum Part : std::uint8_t {
    kCorner,
    kLabelBegin,
    kHub,
    kNext,
    kNextPlace,
    kLinkBegin,
    kLink,
    kTurnOf,
    kPolygonOf,
    kSightBegin,
    kSightState,
    kSightRight,
    kSightLeft,
    kAreaOf,
    kParts
  };
  struct Header {
    std::array<char, 8> magic;
    std::uint64_t version;
    std::uint64_t world;     ///< hash of the triangulation
    std::uint64_t checksum;  ///< of all that follows
    std::uint64_t bytes;
    std::uint64_t labelled_turns;
    std::uint64_t flag_words;
    std::array<std::uint64_t, kParts> count;
    std::array<std::uint64_t, kParts> width;
  };
  static constexpr std::array<char, 8> kMagic{'F', 'A', 'I', 'R', 'W', 'H', 'U', 'B'};
  static constexpr std::uint64_t kVersion = 1;

  static constexpr std::size_t words_for(std::size_t states) { return (states + 63) / 64; }
  static std::uint64_t checksum_of(const std::byte* block, std::size_t bytes);
  const Header& header() const { return *reinterpret_cast<const Header*>(block_.get()); }
  template <class T, class I>
  T number(Part part, I i) const {
    return static_cast<T>(numbers_[part][static_cast<std::size_t>(i)]);
  }
  Range row(Part part, std::int32_t i) const {
    return {number<std::uint32_t>(part, i), number<std::uint32_t>(part, i + 1)};
  }
  /// Finds the arrays in a block. Returns the size that the header tells.
  std::size_t lay_out(const std::byte* block, const Header& header);

  std::shared_ptr<const std::byte> block_;
  std::size_t bytes_ = 0;
  StateId labelled_states_ = 0;
  const Point* positions_ = nullptr;
  const double* distance_ = nullptr;
  const std::uint64_t* flags_ = nullptr;
  std::array<NarrowNumbers, kParts> numbers_;
};

}  // namespace fairway
