#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace fairway {

/// SHA-256 of bytes that come one after the other. Source: FIPS 180-4, section 6.2.
class Sha256 {
 public:
  void add(std::string_view bytes);
  /// In lower-case hexadecimal. Ends it: nothing may be added any more.
  std::string finish();

 private:
  using State = std::array<std::uint32_t, 8>;
  static void absorb(State& state, const char* block);

  State state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string rest_;  ///< less than a block
  std::uint64_t length_ = 0;
};

/// SHA-256 in lower-case hexadecimal.
std::string sha256(std::string_view bytes);

/// Of a file's content. Throws std::filesystem::filesystem_error where it cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace fairway
