#pragma once

#include <cstddef>

#include "algorithms/changing_space/changing_space.hpp"
#include "tests/conformance/faulty/faulty.hpp"

namespace fairway {

/// The repair of the faulty method. If the fault is kStale, claims success but changes nothing. For
/// any other fault, reports that it cannot repair, so that the index is rebuilt.
class FaultyChanges {
 public:
  FaultyChanges(Faulty& index, const FreeSpace&) : index_(index) {}

  bool follow(const SpaceChange&) { return index_.is_stale(); }
  std::size_t memory_bytes() const { return 0; }

 private:
  const Faulty& index_;
};

}  // namespace fairway
