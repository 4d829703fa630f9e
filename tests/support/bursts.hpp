#pragma once

#include <optional>
#include <random>

#include "algorithms/changing_space/changing_space.hpp"

namespace fairway::test {

/// A ring in [0, size]^2, mostly with lattice points as corners. Edges of such rings rarely cross.
/// The rings often touch, overlap and enclose each other.
Ring random_ring(std::mt19937& random, int size);

/// A small random world with random changes. It has one of two kinds. Worlds of polygons have holes
/// and walls; their obstacles touch, share edges, enclose each other, disappear and reappear.
/// Worlds of cells have up to three classes.
class ChangingWorld {
 public:
  /// Makes a world of polygons or of cells, depending on `number`.
  ChangingWorld(std::mt19937& random, int number);
  /// Makes a world with these cells. Precondition: at least one cell is free.
  explicit ChangingWorld(const Raster& cells);

  /// The world before all bursts.
  const FreeSpace& first() const { return *base_; }
  const FreeSpace& space() const { return changing_->space(); }
  bool has_cells() const { return space().raster() != nullptr; }
  /// Applies a random burst and returns the change, or nothing if the burst was refused.
  std::optional<SpaceChange> next_burst(std::mt19937& random);
  /// The last burst, whether it was applied or refused.
  const Burst& burst() const { return burst_; }
  /// Returns the burst that restores the first world.
  Burst undo() const;
  /// Builds the current world from scratch and returns it.
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
