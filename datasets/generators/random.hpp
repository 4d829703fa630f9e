#pragma once

#include <cassert>
#include <cstdint>

namespace fairway {

/// A seeded source of random integers. It uses only integer arithmetic: it gives the same numbers
/// on every machine and compiler. Not for cryptography. Source: D. Blackman, S. Vigna, "Scrambled
/// Linear Pseudorandom Number Generators", ACM TOMS 47 (2021), xoshiro256**, with the state filled
/// by splitmix64 as the authors advise.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15u;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      word = z ^ (z >> 31);
    }
  }

  /// 64 random bits.
  constexpr std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// A number in 0 .. bound - 1, uniformly distributed. Precondition: bound > 0.
  constexpr std::uint64_t below(std::uint64_t bound) {
    assert(bound > 0);
    const std::uint64_t biased = (0 - bound) % bound;  // 2^64 mod bound
    std::uint64_t bits = next();
    while (bits < biased) bits = next();
    return bits % bound;
  }

  /// A number in low .. high, both included. Precondition: low <= high.
  constexpr std::int64_t between(std::int64_t low, std::int64_t high) {
    assert(low <= high);
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }

  /// True with a probability of `chance` per cent.
  constexpr bool percent(int chance) { return between(0, 99) < chance; }

  /// A random number in [0, 1), uniformly distributed over the multiples of 2^-53.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int by) {
    return (x << by) | (x >> (64 - by));
  }

  std::uint64_t state_[4] = {};
};

}  // namespace fairway
