#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fairway {

/// What is made of a world, each part once, when it is first needed. A method declares the parts
/// that it uses, and its build time and memory count them.
enum class SpacePart : std::uint8_t {
  kCells,          ///< the cells of the input, with their costs; read, not made
  kTriangulation,  ///< the constrained triangulation, with its components
  kLocation,       ///< the buckets of point location; needs the triangulation
  kCorners,        ///< corners and their wedges; needs the triangulation
  kWalls,          ///< the list of walls
};
inline constexpr std::array<std::string_view, 5> kPartNames{"cells", "triangulation", "location",
                                                            "corners", "walls"};

constexpr std::string_view name_of(SpacePart part) {
  return kPartNames[static_cast<std::size_t>(part)];
}

class PartSet {
 public:
  constexpr PartSet() = default;
  constexpr PartSet(SpacePart part)  // NOLINT(google-explicit-constructor): a part is a set of one
      : bits_(static_cast<std::uint8_t>(1U << static_cast<unsigned>(part))) {}

  static constexpr PartSet all() {
    PartSet set;
    for (std::size_t i = 0; i < kPartNames.size(); ++i) set = set | static_cast<SpacePart>(i);
    return set;
  }

  constexpr bool contains(SpacePart part) const { return (bits_ & PartSet(part).bits_) != 0; }
  friend constexpr PartSet operator|(PartSet a, PartSet b) {
    a.bits_ = static_cast<std::uint8_t>(a.bits_ | b.bits_);
    return a;
  }
  /// Those of a that b lacks.
  friend constexpr PartSet operator-(PartSet a, PartSet b) {
    a.bits_ = static_cast<std::uint8_t>(a.bits_ & ~b.bits_);
    return a;
  }
  friend constexpr bool operator==(PartSet, PartSet) = default;

 private:
  std::uint8_t bits_ = 0;
};

constexpr PartSet operator|(SpacePart a, SpacePart b) { return PartSet(a) | PartSet(b); }

/// What sees() and sight() need of ends located in the triangulation.
inline constexpr PartSet kSightParts =
    SpacePart::kTriangulation | SpacePart::kLocation | PartSet(SpacePart::kCorners);

/// Time and size of a part that was made.
struct PartCost {
  SpacePart part;
  std::int64_t nanoseconds = 0;  ///< 0 for what is read
  std::size_t bytes = 0;
};

}  // namespace fairway
