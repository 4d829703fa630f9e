#include "datasets/tile_table.hpp"
#include "tests/fuzz/tile_table_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.costs");
  if (const auto table = fuzz::accepted(source, parse_terrain_table))
    fuzz::check_tile_table(*table);
  return 0;
}
