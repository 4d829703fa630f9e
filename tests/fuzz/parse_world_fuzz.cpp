#include <array>
#include <span>

#include "datasets/read_world.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  static constexpr std::array kNames{"fuzzed",     "fuzzed.world", "fuzzed.map",     "fuzzed.tiles",
                                     "fuzzed.sav", "fuzzed.mesh",  "fuzzed.GeoJSON", "fuzzed.png",
                                     "fuzzed.pgm", "fuzzed.yaml",  "fuzzed.wad",     "fuzzed.obj"};
  const bool told = world_format_of(fuzz::text_of(data, size, "").text()).has_value();
  // If the text determines its format, two file names are enough: the name matters only for JSON.
  // Otherwise the extension of the name determines the format, so all names are tried.
  for (const char* name : std::span(kNames).first(told ? 2 : kNames.size())) {
    const TextFile source = fuzz::text_of(data, size, name);
    const auto world =
        fuzz::accepted(source, [](const TextFile& text) { return parse_world(text); });
    if (world) fuzz::check_world(source, *world);
  }
  return 0;
}
