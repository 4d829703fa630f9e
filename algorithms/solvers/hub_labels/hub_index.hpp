#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/narrow_numbers.hpp"
#include "algorithms/freespace/sight_lists.hpp"
#include "algorithms/solvers/hub_labels/area_flags.hpp"
#include "algorithms/solvers/hub_labels/labelling.hpp"
#include "algorithms/solvers/hub_labels/sight_words.hpp"

namespace fairway {

/// Thrown for a file that is not an index or belongs to another world. what() names the file and
/// states the problem.
class IndexFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;  ///< Takes the message.
};

/// A hub as a number: 2 * rank + side (see StateId). The rank is the index of the hub's turn in
/// Labelling::order. Hubs that are in many labels have small ranks and are therefore close to each
/// other in memory.
using HubId = std::int32_t;

/// All data that queries read, in one block of memory. A file holds this block; load() maps the
/// file. Turns (reflex corners) are numbered along a Hilbert curve. Corners that are near each
/// other then have close numbers, so their states share words of flags and their labels are close
/// in memory. If not all turns are labelled, the block also has the links of all states. Immutable;
/// copies share the block.
class HubIndex {
 public:
  /// Input of the constructor. The index renumbers the turns. The old number of a turn is its index
  /// in `turns`.
  struct Sources {
    std::span<const CornerId> turns;        ///< corner of each turn
    std::span<const std::int32_t> numbers;  ///< new number of each turn, see numbers_along_curve()
    const TautStates& states;               ///< states of the turns
    const Labelling& labelling;             ///< labels of the states
    const SightWords* sights;               ///< sight lists with the new numbers, or null
    const AreaFlags& flags;                 ///< flags of the areas; may have no areas
  };

  HubIndex() = default;  ///< Empty: may only be assigned to or destroyed.
  /// Packs the sources. Throws std::length_error if a number needs more than 32 bits. Linear.
  HubIndex(const FreeSpace& space, const Sources& sources);

  /// Returns the new number of each turn. New numbers ascend along a Hilbert curve. O(n log n).
  static std::vector<std::int32_t> numbers_along_curve(const FreeSpace& space,
                                                       std::span<const CornerId> turns);
  /// Upper bound of the size of an index in bytes. Does not count label entries and links, but
  /// counts the indices of the first entries of labels. `most_entries` limits these indices.
  static std::size_t bytes_without_entries(const FreeSpace& space, const TautStates& states,
                                           const SightWords* sights, std::size_t areas,
                                           std::size_t most_entries);
  /// Size of the links in bytes. An index stores links only if not all turns are labelled.
  static std::size_t bytes_of_links(const TautStates& states);
  /// Upper bound of the bytes of one entry of a label.
  static std::size_t bytes_an_entry(const TautStates& states);

  /// Hash of a triangulation. An index belongs to one triangulation, because it refers to corners,
  /// vertices and triangles by number. Linear.
  static std::uint64_t hash_of(const Triangulation& mesh);
  /// Writes the block to a file. On failure, throws IndexFileError and leaves no incomplete file of
  /// this name.
  void save(const std::filesystem::path& file) const;
  /// Maps a file and verifies its checksum. The file must not change afterwards. Linear in the
  /// file's size. Throws IndexFileError if the file is not an index of this version, is damaged, or
  /// belongs to another world.
  static HubIndex load(const std::filesystem::path& file, const FreeSpace& space);

  /// A half-open range [begin, end) of indices in one of the arrays.
  struct Range {
    std::uint32_t begin;  ///< first index
    std::uint32_t end;    ///< index after the last
  };
  std::size_t turn_count() const { return header().count[kCorner]; }  ///< Number of reflex corners.
  std::size_t state_count() const { return 2 * turn_count(); }        ///< Number of states.
  std::size_t entry_count() const { return header().count[kHub]; }    ///< Entries of all labels.
  /// Corner of a state.
  CornerId corner(StateId s) const { return number<CornerId>(kCorner, turn_of(s)); }
  Point position(StateId s) const { return positions_[turn_of(s)]; }  ///< Position of the corner.
  /// Whether s has a label.
  bool labelled(StateId s) const { return label(s).begin < label(s).end; }
  /// Whether all states have labels.
  bool all_labelled() const { return header().labelled_turns == turn_count(); }
  /// Whether no state has a label.
  bool none_labelled() const { return header().labelled_turns == 0; }
  /// Entries of the label of a state, as indices for hub(), distance(), next() and next_place().
  /// Empty if s is not labelled.
  Range label(StateId s) const { return row(kLabelBegin, s); }
  /// The entries in the label of s that a shortest path can use if it comes straight from `before`.
  /// They are the first entries, because a label is in the order of
  /// TautStates::leaves_nearer_wall().
  [[gnu::always_inline]] Range taut_label(StateId s, Point before) const {
    const auto [begin, end] = label(s);
    const NarrowNumbers nexts = numbers_[kNext];
    const Point v = position(s);
    auto next = static_cast<std::uint32_t>(s);
    for (std::uint32_t e = begin; e < end; ++e) {
      if (nexts[e] == next) continue;
      next = nexts[e];
      if (!stays_taut(before, v, s, position(static_cast<StateId>(next)))) return {begin, e};
    }
    return {begin, end};
  }
  /// Hub of an entry.
  HubId hub(std::uint32_t entry) const { return number<HubId>(kHub, entry); }
  const NarrowNumbers& hubs() const { return numbers_[kHub]; }  ///< Hubs of all entries.
  const double* distances() const { return distance_; }         ///< Distances of all entries.
  /// Position of a hub. Precondition: not all turns are labelled.
  Point hub_position(HubId hub) const {
    return positions_[number<std::size_t>(kTurnOfHub, hub / 2)];
  }
  /// Distance to the hub of an entry.
  double distance(std::uint32_t entry) const { return distance_[entry]; }
  /// Next state on the path to the hub of an entry. If the entry belongs to the hub itself: the
  /// same state.
  StateId next(std::uint32_t entry) const { return number<StateId>(kNext, entry); }
  /// The label of next(entry) contains the same hub. Returns the hub's index in this label, counted
  /// from the label's begin. Precondition: next(entry) is labelled.
  std::uint32_t next_place(std::uint32_t entry) const {
    return number<std::uint32_t>(kNextPlace, entry);
  }

  /// States that a path out of s can reach by one straight link, as indices for link(). In the
  /// order of TautStates::links().
  /// Precondition: not all turns are labelled.
  Range links(StateId s) const { return row(kLinkBegin, s); }
  /// State at the end of link i.
  StateId link(std::uint32_t i) const { return number<StateId>(kLink, i); }

  /// Whether there are sight lists.
  bool has_lists() const { return header().count[kSightBegin] > 0; }
  /// Number of the turn at a reflex corner. Precondition: !has_lists().
  std::int32_t turn_at(CornerId c) const { return number<std::int32_t>(kTurnOf, c); }
  /// The polygon that contains the triangle of h. Precondition: has_lists().
  PolygonId polygon_of(HalfEdge h) const {
    return number<PolygonId>(kPolygonOf, Triangulation::triangle_of(h));
  }
  /// The words of a polygon's sight list, as indices for first_bit(), listed() and rays(). See
  /// SightWords. Precondition of these six members: has_lists().
  Range sight_words(PolygonId p) const { return row(kSightBegin, p); }
  /// The FlagId of bit 0 of a word.
  FlagId first_bit(std::uint32_t word) const { return 64 * number<FlagId>(kSightWord, word); }
  /// The state of a bit.
  StateId state_of(FlagId bit) const { return bit >> flagged_; }
  /// The bits of a word that are flagged in at least one of `flags`. If `flags` is empty, all bits
  /// of the word.
  std::uint64_t listed(std::uint32_t word, std::span<const std::uint64_t* const> flags) const {
    if (flags.empty()) return sight_bits_[word];
    const auto at = number<std::uint32_t>(kSightWord, word);
    std::uint64_t flagged = flags.front()[at];
    for (const std::uint64_t* const area : flags.subspan(1)) flagged |= area[at];
    return sight_bits_[word] & flagged;
  }
  /// Number of states in a polygon's sight list.
  std::size_t listed_states(PolygonId p) const {
    const auto [begin, end] = row(kSightBegin, p);
    return number<std::size_t>(kSightFirst, end) - number<std::size_t>(kSightFirst, begin);
  }
  /// The rays of a state in a word of a sight list. They bound the part of the polygon that the
  /// state's corner sees.
  [[gnu::always_inline]] SightRays rays(StateId s, std::uint32_t word) const {
    const std::uint64_t lower =
        (std::uint64_t{1} << ((static_cast<std::uint32_t>(s) << flagged_) % 64)) - 1;
    const std::uint32_t entry =
        number<std::uint32_t>(kSightFirst, word) + bit_count(sight_bits_[word] & lower);
    return {number<SightLists::Ray>(kSightRight, entry),
            number<SightLists::Ray>(kSightLeft, entry)};
  }

  bool has_flags() const { return flagged_ != 0; }  ///< Whether there are flags.
  /// Two bits per state, one for each kind of path of FlagId: whether a shortest path of this kind
  /// can end in the polygon. Precondition: has_flags().
  const std::uint64_t* flags(PolygonId p) const {
    return flags_ + number<std::size_t>(kAreaOf, p) * words_for(2 * state_count());
  }

  std::size_t memory_bytes() const { return bytes_; }  ///< Bytes of the block.

 private:
  enum Part : std::uint8_t {
    kCorner,
    kLabelBegin,
    kHub,
    kNext,
    kNextPlace,
    kLinkBegin,
    kLink,
    kTurnOfHub,
    kTurnOf,
    kPolygonOf,
    kSightBegin,
    kSightWord,
    kSightFirst,
    kSightRight,
    kSightLeft,
    kAreaOf,
    kParts
  };
  struct Header {
    std::array<char, 8> magic;
    std::uint64_t version;
    std::uint64_t world;     ///< hash of the triangulation
    std::uint64_t checksum;  ///< checksum of all bytes after this member
    std::uint64_t bytes;
    std::uint64_t labelled_turns;
    std::uint64_t flag_words;
    std::array<std::uint64_t, kParts> count;
    std::array<std::uint64_t, kParts> width;
  };
  static constexpr std::array<char, 8> kMagic{'F', 'A', 'I', 'R', 'W', 'H', 'U', 'B'};
  static constexpr std::uint64_t kVersion = 3;

  static constexpr std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }
  /// Number of set bits. Where the compiler may not use a popcount instruction, std::popcount calls
  /// a slower function.
  static constexpr std::uint32_t bit_count(std::uint64_t bits) {
    constexpr std::uint64_t kPairs = 0x3333333333333333U;
    constexpr std::uint64_t kEights = 0x0101010101010101U;
    bits -= (bits >> 1U) & 0x5555555555555555U;
    bits = (bits & kPairs) + ((bits >> 2U) & kPairs);
    return static_cast<std::uint32_t>((((bits + (bits >> 4U)) & (15 * kEights)) * kEights) >> 56U);
  }
  static std::uint64_t checksum_of(const std::byte* block, std::size_t bytes);
  const Header& header() const { return *reinterpret_cast<const Header*>(block_.get()); }
  template <class T, class I>
  T number(Part part, I i) const {
    return static_cast<T>(numbers_[part][static_cast<std::size_t>(i)]);
  }
  Range row(Part part, std::int32_t i) const {
    return {number<std::uint32_t>(part, i), number<std::uint32_t>(part, i + 1)};
  }
  /// Sets the pointers to the arrays of a block. Returns the size of the block according to its
  /// header.
  std::size_t lay_out(const std::byte* block, const Header& header);

  std::shared_ptr<const std::byte> block_;
  std::size_t bytes_ = 0;
  const Point* positions_ = nullptr;
  const double* distance_ = nullptr;
  const std::uint64_t* flags_ = nullptr;
  const std::uint64_t* sight_bits_ = nullptr;
  int flagged_ = 0;  ///< 1 if there are flags, else 0
  std::array<NarrowNumbers, kParts> numbers_;
};

}  // namespace fairway
