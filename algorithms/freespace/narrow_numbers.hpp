#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace fairway {

static_assert(std::endian::native == std::endian::little,
              "an index is stored as little-endian numbers and read without conversion; expected a "
              "little-endian machine");

/// An array of natural numbers below 2^32, stored in 1 to 4 bytes each, little-endian. Does not own
/// the bytes. Precondition: 3 more bytes after the array are readable.
class NarrowNumbers {
 public:
  NarrowNumbers() = default;
  /// Refers to an array whose numbers have `width` bytes.
  NarrowNumbers(const std::byte* bytes, unsigned width)
      : bytes_(bytes),
        width_(width),
        mask_(width == 4 ? ~std::uint32_t{0} : (std::uint32_t{1} << (8 * width)) - 1) {}

  /// Returns the number of bytes that each number needs if none exceeds `greatest`.
  static constexpr unsigned width_of(std::uint32_t greatest) {
    return greatest == 0 ? 1 : (static_cast<unsigned>(std::bit_width(greatest)) + 7) / 8;
  }

  ///@{ The address of the first stored byte, and number i.
  const std::byte* bytes() const { return bytes_; }
  std::uint32_t operator[](std::size_t i) const {
    ///@}
    std::uint32_t value = 0;
    std::memcpy(&value, bytes_ + i * width_, sizeof value);
    return value & mask_;
  }

 private:
  const std::byte* bytes_ = nullptr;
  std::size_t width_ = 1;
  std::uint32_t mask_ = 0;
};

}  // namespace fairway
