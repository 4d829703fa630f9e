#include "harness/report/packing.hpp"

#include <sodium.h>

#include "harness/records/packed_numbers.hpp"

namespace fairway {

std::string packed(std::string_view bytes) {
  const std::string packed = deflated(bytes);
  std::string text(sodium_base64_ENCODED_LEN(packed.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(packed.data()),
                    packed.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // the end of a C string
  return text;
}

}  // namespace fairway
