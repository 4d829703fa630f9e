#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/changing_space/changing_labels.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/solvers/anya/anya.hpp"

namespace fairway {

/// What repairs an Anya: takes the cells that changed again, and the runs of their rows. A class of
/// cells that is gone keeps its rows. O(cells) for each class that is new.
class AnyaChanges {
 public:
  AnyaChanges(Anya& index, const FreeSpace& space) : index_(index), space_(space) {}

  bool follow(const SpaceChange& change);
  std::size_t memory_bytes() const;

  /// Repairs the components of the runs of one class.
  struct RunLabels {
    /// Takes the runs of these rows again. Precondition: they ascend, and `rows` has changed in no
    /// others. But for logarithms linear in the runs and cells / 64 of the rows from the first to
    /// the last of them, and in the smaller part of each component that parts or is joined to
    /// another; later runs are moved. Labels all runs, in linear time, if many of them came or
    /// went; the next call that does not, counts the runs of all components.
    void follow(RunComponents& components, const CellRows& rows, int columns,
                std::span<const int> changed);

    std::optional<ChangingLabels> labels;
  };

 private:
  Anya& index_;
  const FreeSpace& space_;
  std::map<Raster::Class, RunLabels> labels_;
  std::vector<int> changed_;  ///< rows
};

}  // namespace fairway
