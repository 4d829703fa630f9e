#include "datasets/formats/topojson.hpp"

#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.json");
  for (const char* const option : {"free=land", "free=sea"}) {
    const auto world = fuzz::accepted(source, [&](const TextFile& text) {
      return parse_topojson(text, MapOptions::of_command_line({option}));
    });
    if (world) fuzz::check_world(source, *world);
  }
  return 0;
}
