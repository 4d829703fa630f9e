#include "harness/store/sha256.hpp"

#include <sodium/utils.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "datasets/text.hpp"

namespace fairway {

Sha256::Sha256() { crypto_hash_sha256_init(&state_); }

void Sha256::add(std::string_view bytes) {
  crypto_hash_sha256_update(&state_, reinterpret_cast<const unsigned char*>(bytes.data()),
                            bytes.size());
}

std::string Sha256::finish() {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash;
  crypto_hash_sha256_final(&state_, hash.data());
  std::string text(2 * hash.size(), '\0');
  sodium_bin2hex(text.data(), text.size() + 1, hash.data(), hash.size());
  return text;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

std::string sha256_of_file(const std::filesystem::path& file) {
  expect_regular_file(file);
  std::ifstream in(file, std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in || in.bad()) {
    throw std::filesystem::filesystem_error("cannot read", file,
                                            std::error_code(errno, std::generic_category()));
  }
  return sha256(content);
}

}  // namespace fairway
