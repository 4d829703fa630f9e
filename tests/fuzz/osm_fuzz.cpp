#include "datasets/formats/osm.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.osm");
  const auto read =
      fuzz::accepted(source, begins_as_osm_pbf(source.text()) ? read_osm_pbf : read_osm_xml);
  if (!read) return 0;
  for (const char* const option : {"obstacles=building,barrier,water", "box=-1,-1,1,1"}) {
    const auto world = fuzz::accepted(source, [&](const TextFile& text) {
      return make_osm_world(text, *read, MapOptions::of_command_line({option}));
    });
    if (world) fuzz::check_world(source, *world);
  }
  return 0;
}
