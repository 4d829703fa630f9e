#include "datasets/formats/doom_wad.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.wad");
  const auto level = fuzz::accepted(
      source, [](const TextFile& wad) { return parse_doom_level(wad, MapOptions()); });
  if (!level) return 0;
  for (const char* const option : {"doors=closed", "doors=open"}) {
    const auto world = fuzz::accepted(source, [&](const TextFile& wad) {
      return make_doom_world(wad, *level, MapOptions::of_command_line({option}));
    });
    if (world) fuzz::check_world(source, *world);
  }
  return 0;
}
