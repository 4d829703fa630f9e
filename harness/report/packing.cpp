#include "harness/report/packing.hpp"

#include <sodium.h>
#include <zlib.h>

#include <new>

namespace fairway {

std::string packed(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string deflated(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(deflated.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 6) != Z_OK) {
    throw std::bad_alloc();  // the only failure where the buffer has the bound's size
  }
  std::string text(sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(),
                    reinterpret_cast<const unsigned char*>(deflated.data()), size,
                    sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // the end of a C string
  return text;
}

}  // namespace fairway
