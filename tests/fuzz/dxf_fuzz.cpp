#include "datasets/formats/dxf.hpp"

#include <string>
#include <vector>

#include "datasets/formats/dxf_blocks.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

namespace {

using namespace fairway;

/// Refusals of options name the line that states them: here a line of the text.
MapOptions options_of(const DxfDrawing& drawing, const std::vector<const char*>& roles) {
  MapOptions options("fuzzed.dxf", 1);
  for (std::size_t i = 0; i < roles.size() && i < drawing.layers.size(); ++i) {
    const std::string& name = drawing.layers[i].name;
    if (name.find(',') == std::string::npos) options.set(roles[i], {name});
  }
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const TextFile source = fuzz::text_of(data, size, "fuzzed.dxf");
  const auto drawing = fuzz::accepted(source, parse_dxf_drawing);
  if (!drawing) return 0;
  const auto sizes =
      fuzz::accepted(source, [&](const TextFile& text) { return DxfBlockSizes(text, *drawing); });
  // A short text can ask for millions of lines that cross each other.
  if (!sizes || sizes->all() > 500) return 0;

  MapOptions closed = options_of(*drawing, {"floor", "obstacles"});
  closed.set("close", {"0.5"});
  closed.set("tolerance", {"0.25"});
  closed.set("scale", {"0.5"});
  for (const MapOptions& options :
       {MapOptions("fuzzed.dxf", 1), options_of(*drawing, {"obstacles", "layers"}), closed}) {
    const auto world = fuzz::accepted(
        source, [&](const TextFile& text) { return make_dxf_world(text, *drawing, options); });
    if (world) fuzz::check_world(source, *world);
  }
  return 0;
}
