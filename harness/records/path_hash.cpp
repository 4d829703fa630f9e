#include "harness/records/path_hash.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace fairway {

std::uint64_t path_hash(std::span<const Point> path) {
  std::uint64_t hash = 14695981039346656037u;
  const auto add = [&](double coordinate) {
    const auto bits = std::bit_cast<std::uint64_t>(coordinate == 0 ? 0.0 : coordinate);
    for (int shift = 0; shift < 64; shift += 8) {
      hash = (hash ^ (bits >> shift & 0xff)) * 1099511628211u;
    }
  };
  for (const Point p : path) {
    add(p.x);
    add(p.y);
  }
  return hash;
}

std::string hash_text(std::optional<std::uint64_t> hash) {
  return hash ? fmt::format("{:016x}", *hash) : std::string();
}

bool same_bits(std::span<const Point> a, std::span<const Point> b) {
  static_assert(sizeof(Point) == 2 * sizeof(double));
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

}  // namespace fairway
