#include "harness/records/packed_numbers.hpp"

#include <fmt/format.h>
#include <sodium.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <new>
#include <stdexcept>

namespace fairway {

namespace {

/// zlib's level for segments. Pictures have many segments, and the lowest level takes half the time
/// for 5 % more bytes.
constexpr int kSegmentEffort = 1;

/// Unpacks the byte planes of doubles. `together` is the number of doubles of an item. Throws
/// std::runtime_error if there is no whole number of items.
std::string unpacked_planes(std::string_view packed, std::size_t together) {
  std::string planes = inflated(packed);
  if (planes.size() % (together * sizeof(double)) != 0) {
    throw std::runtime_error(
        fmt::format("packed coordinates of {} bytes, expected a multiple of {}", planes.size(),
                    together * sizeof(double)));
  }
  return planes;
}

std::vector<double> unpacked_reals(std::string_view packed, std::size_t together) {
  const std::string planes = unpacked_planes(packed, together);
  const std::size_t count = planes.size() / sizeof(double);
  std::vector<double> reals(count);
  auto* bytes = reinterpret_cast<char*>(reals.data());
  for (std::size_t plane = 0; plane < sizeof(double); ++plane) {
    for (std::size_t i = 0; i < count; ++i) {
      bytes[i * sizeof(double) + plane] = planes[plane * count + i];
    }
  }
  return reals;
}

}  // namespace

std::string byte_planes(const void* numbers, std::size_t count, std::size_t size) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::size_t kBlock = 1024;  // count of numbers that fit into the cache for all planes
  std::string planes(count * size, '\0');
  const auto* bytes = static_cast<const char*>(numbers);
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, count);
    for (std::size_t plane = 0; plane < size; ++plane) {
      char* to = planes.data() + plane * count;
      for (std::size_t i = begin; i < end; ++i) to[i] = bytes[i * size + plane];
    }
  }
  return planes;
}

std::string deflated(std::string_view bytes, int effort) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), effort) != Z_OK) {
    throw std::bad_alloc();  // the buffer is large enough, so memory is the only possible cause
  }
  packed.resize(size);
  return packed;
}

std::string inflated(std::string_view packed) {
  std::string bytes(std::max<std::size_t>(64, 4 * packed.size()), '\0');
  for (;;) {
    uLongf size = bytes.size();
    const int outcome = uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size,
                                   reinterpret_cast<const Bytef*>(packed.data()), packed.size());
    if (outcome == Z_OK) {
      bytes.resize(size);
      return bytes;
    }
    if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
    // zlib's format compresses by a factor of 1032 at most.
    if (outcome != Z_BUF_ERROR || bytes.size() / 1100 > packed.size() + 1) {
      throw std::runtime_error("packed numbers are damaged, expected zlib's format");
    }
    if (bytes.size() >= kMostUnpacked) {
      throw std::runtime_error(
          fmt::format("packed numbers of more than {} bytes, expected fewer", kMostUnpacked));
    }
    bytes.resize(std::min(4 * bytes.size(), kMostUnpacked));
  }
}

std::string base64(std::string_view bytes) {
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // terminator of a C string
  return text;
}

std::string from_base64(std::string_view text) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  std::size_t size = 0;
  if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                        text.size(), nullptr, &size, nullptr,
                        sodium_base64_VARIANT_ORIGINAL) != 0) {
    throw std::runtime_error("invalid base64");
  }
  bytes.resize(size);
  return bytes;
}

std::string packed_points(std::span<const Point> points) {
  static_assert(sizeof(Point) == 2 * sizeof(double));
  return deflated(byte_planes(points.data(), 2 * points.size(), sizeof(double)));
}

std::string packed_segments(std::span<const Segment> segments) {
  static_assert(sizeof(Segment) == 4 * sizeof(double));
  return deflated(byte_planes(segments.data(), 4 * segments.size(), sizeof(double)),
                  kSegmentEffort);
}

void check_packed_segments(std::string_view packed) {
  const std::string planes = unpacked_planes(packed, 4);
  const std::size_t count = planes.size() / sizeof(double);
  const char* const low = planes.data() + 6 * count;  // the exponent is in the two highest bytes
  const char* const high = planes.data() + 7 * count;
  for (std::size_t i = 0; i < count; ++i) {
    if ((high[i] & 0x7f) == 0x7f && (low[i] & 0xf0) == 0xf0) {
      throw std::runtime_error("a coordinate is not finite");
    }
  }
}

Path unpacked_points(std::string_view packed) {
  const std::vector<double> reals = unpacked_reals(packed, 2);
  Path points;
  points.reserve(reals.size() / 2);
  for (std::size_t i = 0; i < reals.size(); i += 2) points.push_back({reals[i], reals[i + 1]});
  return points;
}

std::vector<Segment> unpacked_segments(std::string_view packed) {
  const std::vector<double> reals = unpacked_reals(packed, 4);
  std::vector<Segment> segments;
  segments.reserve(reals.size() / 4);
  for (std::size_t i = 0; i < reals.size(); i += 4) {
    segments.push_back({{reals[i], reals[i + 1]}, {reals[i + 2], reals[i + 3]}});
  }
  return segments;
}

}  // namespace fairway
