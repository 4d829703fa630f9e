#include "datasets/moving_ai_map.hpp"

#include "datasets/tile_table.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  static const TileTable kTable = parse_terrain_table(
      TextFile("costs", "cost . 1\ncost G 2.5\ncost S 1e-9 254\ncost W 1e9 2\ncost @ 0\n"));
  const TextFile source = fuzz::text_of(data, size, "fuzzed.map");
  for (const TileTable* table : {static_cast<const TileTable*>(nullptr), &kTable}) {
    const auto world = fuzz::accepted(
        source, [&](const TextFile& text) { return parse_moving_ai_map(text, table); });
    if (world) fuzz::check_world(source, *world);
  }
  return 0;
}
