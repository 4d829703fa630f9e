#pragma once

#include <optional>
#include <random>

#include "algorithms/changing_space/changing_space.hpp"

namespace fairway::test {

/// A ring in [0, size]^2 whose corners are lattice points, mostly: few edges of such rings cross,
/// many touch, overlap and lie in each other.
Ring random_ring(std::mt19937& random, int size);

/// A small random world with random changes: by turns polygons, with holes and walls, whose
/// obstacles touch, share edges, nest, leave and return, and cells of up to three classes.
class ChangingWorld {
 public:
  /// Of another kind for each number.
  ChangingWorld(std::mt19937& random, int number);
  /// Begins with these cells. Precondition: one is free.
  explicit ChangingWorld(const Raster& cells);

  /// Before all bursts.
  const FreeSpace& first() const { return *base_; }
  const FreeSpace& space() const { return changing_->space(); }
  bool has_cells() const { return space().raster() != nullptr; }
  /// Nothing if the burst was not possible.
  std::optional<SpaceChange> next_burst(std::mt19937& random);
  /// The last one that was tried.
  const Burst& burst() const { return burst_; }
  /// The burst that makes it the first world again.
  Burst undo() const;
  /// The world as it is, built anew.
  FreeSpace rebuilt() const;

 private:
  Burst next_polygons(std::mt19937& random);
  Burst next_cells(std::mt19937& random) const;

  int size_;
  std::optional<FreeSpace> base_;
  std::optional<ChangingSpace> changing_;
  int next_id_ = 0;
  Burst burst_;
};

}  // namespace fairway::test
