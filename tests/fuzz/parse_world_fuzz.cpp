#include "datasets/read_world.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  for (const char* file :
       {"fuzzed", "fuzzed.map", "fuzzed.tiles", "fuzzed.sav", "fuzzed.mesh", "fuzzed.GeoJSON"}) {
    const TextFile source = fuzz::text_of(data, size, file);
    const auto world =
        fuzz::accepted(source, [](const TextFile& text) { return parse_world(text); });
    if (world) fuzz::check_world(source, *world);
    if (world_format_of(source.text())) break;  // the name means nothing
  }
  return 0;
}
