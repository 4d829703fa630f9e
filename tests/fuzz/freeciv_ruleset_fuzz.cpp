#include "datasets/freeciv.hpp"
#include "tests/fuzz/accepted.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.ruleset");
  const auto table = fuzz::accepted(source, parse_freeciv_ruleset);
  if (!table) return 0;
  bool any = false;
  for (int c = 0; c < 256; ++c) {
    const Tile* tile = table->find(static_cast<char>(c));
    if (tile == nullptr) continue;
    any = true;
    fuzz::require(tile->kind == Raster::kBlocked ||
                      (tile->cost >= TileTable::kLeastCost && tile->cost <= TileTable::kMostCost),
                  "a cost out of range");
  }
  fuzz::require(any, "a table without tiles");
  return 0;
}
