#include "generated/registered_representations.hpp"
#include "harness/registry.hpp"

namespace fairway {

// Alone in its file: this is what compiles every adapter's planner.
const Registry& Registry::built_in() {
  static const Registry kRegistry{RegisteredRepresentations{}};
  return kRegistry;
}

}  // namespace fairway
