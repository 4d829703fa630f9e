#include "datasets/freeciv.hpp"

#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  static const TileTable kTable = [] {
    TileTable table;
    table.set('g', {kGround, 1});
    table.set('m', {kGround, 3});
    table.set(' ', {kWater, 1});
    table.set('a', {});
    return table;
  }();
  const TextFile source = fuzz::text_of(data, size, "fuzzed.sav");
  const auto world =
      fuzz::accepted(source, [](const TextFile& text) { return parse_freeciv(text, kTable); });
  if (world) fuzz::check_world(source, *world);
  return 0;
}
