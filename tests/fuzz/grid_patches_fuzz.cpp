#include "datasets/changing/formats.hpp"
#include "tests/fuzz/accepted.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.patch");
  const auto patches = fuzz::accepted(source, parse_patches);
  if (!patches) return 0;
  for (const Raster& patch : *patches) fuzz::require(!patch.empty(), "a patch without cells");
  return 0;
}
