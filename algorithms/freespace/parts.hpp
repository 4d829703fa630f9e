#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fairway {

/// Structures derived from a world. Each is built once, on first use. A method declares the parts
/// that it uses. The build time and the memory of the method include these parts.
enum class SpacePart : std::uint8_t {
  kCells,          ///< the cells of the input with their costs; they are not built
  kTriangulation,  ///< the constrained triangulation with its components
  kLocation,       ///< the buckets of point location; needs the triangulation
  kCorners,        ///< corners and their wedges; needs the triangulation
  kWalls,          ///< the list of walls
};
/// Names of the parts, in the order of SpacePart.
inline constexpr std::array<std::string_view, 5> kPartNames{"cells", "triangulation", "location",
                                                            "corners", "walls"};

/// Name of a part.
constexpr std::string_view name_of(SpacePart part) {
  return kPartNames[static_cast<std::size_t>(part)];
}

/// A set of parts.
class PartSet {
 public:
  constexpr PartSet() = default;
  /// The set that contains only this part.
  constexpr PartSet(SpacePart part)  // NOLINT(google-explicit-constructor): a part is a set of one
      : bits_(static_cast<std::uint8_t>(1U << static_cast<unsigned>(part))) {}

  /// The set of all parts.
  static constexpr PartSet all() {
    PartSet set;
    for (std::size_t i = 0; i < kPartNames.size(); ++i) set = set | static_cast<SpacePart>(i);
    return set;
  }

  /// Whether a part is in the set.
  constexpr bool contains(SpacePart part) const { return (bits_ & PartSet(part).bits_) != 0; }
  /// Returns the union of two sets.
  friend constexpr PartSet operator|(PartSet a, PartSet b) {
    a.bits_ = static_cast<std::uint8_t>(a.bits_ | b.bits_);
    return a;
  }
  /// The parts that are in a but not in b.
  friend constexpr PartSet operator-(PartSet a, PartSet b) {
    a.bits_ = static_cast<std::uint8_t>(a.bits_ & ~b.bits_);
    return a;
  }
  friend constexpr bool operator==(PartSet, PartSet) = default;  ///< whether the sets are equal

 private:
  std::uint8_t bits_ = 0;
};

/// The set that contains these two parts.
constexpr PartSet operator|(SpacePart a, SpacePart b) { return PartSet(a) | PartSet(b); }

/// The parts that sees() and sight() use for ends located in the triangulation.
inline constexpr PartSet kSightParts =
    SpacePart::kTriangulation | SpacePart::kLocation | PartSet(SpacePart::kCorners);

/// Build time and size of a part.
struct PartCost {
  SpacePart part;                ///< the part
  std::int64_t nanoseconds = 0;  ///< build time; 0 for kCells
  std::size_t bytes = 0;         ///< memory of the part
};

}  // namespace fairway
