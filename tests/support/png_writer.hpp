#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>

namespace fairway::test {

/// A number as four bytes, highest byte first, as PNG requires.
inline std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

inline std::string png_chunk(const std::string& type, const std::string& data) {
  const std::string body = type + data;
  const auto sum =
      crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(static_cast<std::uint32_t>(data.size())) + body +
         big_endian(static_cast<std::uint32_t>(sum));
}

inline std::string deflated(const std::string& data) {
  uLongf size = compressBound(static_cast<uLong>(data.size()));
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(data.data()), static_cast<uLong>(data.size()));
  packed.resize(size);
  return packed;
}

/// The header of a PNG image.
struct PngHeader {
  std::uint32_t width;
  std::uint32_t height;
  int depth = 8;
  int colour = 0;  ///< 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha
  int interlace = 0;
};

inline std::string png_beginning(const PngHeader& header) {
  const auto byte = [](int value) { return static_cast<char>(value); };
  return "\x89PNG\r\n\x1a\n" +
         png_chunk("IHDR", big_endian(header.width) + big_endian(header.height) +
                               std::string{byte(header.depth), byte(header.colour), 0, 0,
                                           byte(header.interlace)});
}

/// Makes a PNG image. Each row begins with the number of its filter. `chunks` precede the rows.
inline std::string png_of(const PngHeader& header, const std::string& rows,
                          const std::string& chunks = "") {
  return png_beginning(header) + chunks + png_chunk("IDAT", deflated(rows)) + png_chunk("IEND", "");
}

}  // namespace fairway::test
