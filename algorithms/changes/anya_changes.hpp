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

/// Repairs an Anya index: copies the changed cells and recomputes the runs of their rows. The index
/// has separate rows for each class of cells (see Raster). If a class loses all its cells, its rows
/// stay, without runs. A burst that adds a new class takes O(cells).
class AnyaChanges {
 public:
  ///@{ See IndexChanges.
  AnyaChanges(Anya& index, const FreeSpace& space) : index_(index), space_(space) {}

  bool follow(const SpaceChange& change);
  std::size_t memory_bytes() const;
  ///@}

  /// Repairs the components of the runs of one class.
  struct RunLabels {
    /// Recomputes the runs of the rows `changed`. Precondition: `changed` ascends and lists every
    /// row in which `rows` changed. Let W be the rows from the first to the last changed row. Up to
    /// log factors, linear in (1) the runs of W, (2) 1/64 of the cells of W, and (3) the smaller
    /// part of each component that is split or joined. Moves the runs of later rows in memory. If
    /// many runs changed, relabels all runs in linear time; the next call is then linear in all
    /// runs, too.
    void update(RunComponents& components, const CellRows& rows, int columns,
                std::span<const int> changed);
    std::optional<ChangingLabels> labels;  ///< sizes of the components; empty if unknown
  };

 private:
  Anya& index_;
  const FreeSpace& space_;
  std::map<Raster::Class, RunLabels> labels_;
  std::vector<int> changed_;  // changed rows of one class
};

}  // namespace fairway
