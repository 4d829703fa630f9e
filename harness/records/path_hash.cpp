#include "harness/records/path_hash.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace fairway {

namespace {

constexpr std::uint64_t kEmptyHash = 14695981039346656037u;

/// Returns FNV-1a of the hashed numbers and one more number.
std::uint64_t extended_hash(std::uint64_t hash, double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
  for (int shift = 0; shift < 64; shift += 8) {
    hash = (hash ^ (bits >> shift & 0xff)) * 1099511628211u;
  }
  return hash;
}

}  // namespace

std::uint64_t path_hash(std::span<const Point> path) {
  std::uint64_t hash = kEmptyHash;
  for (const Point p : path) hash = extended_hash(extended_hash(hash, p.x), p.y);
  return hash;
}

std::uint64_t world_hash(const FreeSpace& space) {
  std::uint64_t hash = space.content_hash();
  const Terrain* const terrain = space.terrain();
  if (terrain == nullptr) return hash;
  for (int y = 0; y < terrain->height(); ++y) {
    for (int x = 0; x < terrain->width(); ++x) hash = extended_hash(hash, terrain->cost(x, y));
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
