#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/representations/roadmap.hpp"

namespace fairway {

/// A roadmap of random points of free space. A point is linked to all visible points within the
/// radius of PRM*. Equal options give equal points on every machine.
/// Sources: S. Karaman and E. Frazzoli, "Sampling-based algorithms for optimal motion planning",
/// IJRR 30(7), 2011, section 3.3 (PRM*); S. A. Wilmarth, N. M. Amato and P. F. Stiller, "MAPRM: A
/// probabilistic roadmap planner with sampling on the medial axis of the free space", ICRA 1999.
class ProbabilisticRoadmap : public Roadmap {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "probabilistic-roadmap";

  /// How points are sampled.
  enum class Sampling : std::uint8_t {
    kUniform,     ///< uniformly over the area of free space
    kMedialAxis,  ///< uniformly, then moved away from the nearest wall to the medial axis
  };
  /// Names of the values of Sampling, in order.
  friend std::span<const std::string_view> option_names(Sampling) {
    static constexpr std::array<std::string_view, 2> kNames{"uniform", "medial_axis"};
    return kNames;
  }

  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ The options; describe() calls field(name, value, help[, range]) for each.
    int samples = 2000;
    int seed = 1;
    Sampling sampling = Sampling::kUniform;

    static void describe(Options& options, auto&& field) {
      field("samples", options.samples, "number of random points", {1, 1'000'000});
      field("seed", options.seed, "seed of the random points", {0, 2'147'483'647});
      field("sampling", options.sampling,
            "distribution of the points: uniform (over free space) or medial_axis (uniform points, "
            "each moved to the medial axis)");
    }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods() {
    constexpr SearchSettings kShortcut{.smoother = Smoother::kShortcut};
    return {{kName, {}},
            {"probabilistic-roadmap-shortcut", {}, kShortcut},
            {"probabilistic-roadmap-medial-axis", {.sampling = Sampling::kMedialAxis}, kShortcut}};
  }

  static PartSet parts(const FreeSpace&, const Options& options);

  /// Builds the roadmap. Throws std::invalid_argument for options out of range. O(n log n + t) for
  /// n samples and t triangles crossed by links. Sampling on the medial axis adds O(log walls) per
  /// sample.
  static ProbabilisticRoadmap build(const FreeSpace& space, const Options& options);
  ///@}

 private:
  using Roadmap::Roadmap;
};

}  // namespace fairway
