#include <string_view>

#include "datasets/formats/ros_map.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

// The YAML text ends at the first line "...", after which an image may follow.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  constexpr std::string_view kEnd = "\n...\n";
  const std::string text(data, data + size);
  const std::size_t end = text.find(kEnd);
  const TextFile yaml("fuzzed.yaml", text.substr(0, end));
  const auto map = fuzz::accepted(yaml, parse_ros_yaml);
  const TextFile pixels("fuzzed.pgm", end == std::string::npos ? "P2 3 2 255 254 205 0 90 254 0"
                                                               : text.substr(end + kEnd.size()));
  const auto image = fuzz::accepted(pixels, read_image);
  if (!map || !image || image->pixels() > (1 << 14)) return 0;
  for (const char* const option : {"unknown=free", "cells=true"}) {
    const auto world = fuzz::accepted(yaml, [&](const TextFile& source) {
      return make_ros_world(source, *map, *image, MapOptions::of_command_line({option}));
    });
    if (world) fuzz::check_world(yaml, *world);
  }
  return 0;
}
