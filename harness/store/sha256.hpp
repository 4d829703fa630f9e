#pragma once

#include <sodium/crypto_hash_sha256.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace fairway {

/// SHA-256 of bytes that are added piece by piece.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  /// The hash in lower-case hexadecimal. Do not call add() afterwards.
  std::string finish();

 private:
  crypto_hash_sha256_state state_;
};

/// SHA-256 in lower-case hexadecimal.
std::string sha256(std::string_view bytes);

/// The SHA-256 of the content of a file. Throws InputError if it is no regular file, and
/// std::filesystem::filesystem_error if it cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace fairway
