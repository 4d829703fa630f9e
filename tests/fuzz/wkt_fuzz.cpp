#include "datasets/formats/wkt.hpp"

#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.wkt");
  const auto world = fuzz::accepted(source, parse_wkt);
  if (world) fuzz::check_world(source, *world);
  return 0;
}
