#include "datasets/formats/svg.hpp"

#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.svg");
  const auto world = fuzz::accepted(source, [](const TextFile& text) {
    return parse_svg(text, MapOptions::of_command_line({"tolerance=1"}));
  });
  if (!world) return 0;
  std::size_t points = 0;
  for (const auto& part : std::get<Polygons>(world->content).parts) points += part.ring.size();
  if (points < 4096) fuzz::check_world(source, *world);  // a short text may state a long curve
  return 0;
}
