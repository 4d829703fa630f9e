#include "datasets/formats/obj.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.obj");
  const auto obj = fuzz::accepted(source, parse_obj_file);
  if (!obj) return 0;
  for (const char* const option : {"up=y", "up=z", "slope=80", "step=0.5"}) {
    const auto world = fuzz::accepted(source, [&](const TextFile& text) {
      return make_obj_world(text, *obj, MapOptions::of_command_line({option}));
    });
    if (world) fuzz::check_world(source, *world);
  }
  return 0;
}
