#include "datasets/navigation_mesh.hpp"

#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.mesh");
  const auto world = fuzz::accepted(source, parse_navigation_mesh);
  if (world) fuzz::check_world(source, *world);
  return 0;
}
