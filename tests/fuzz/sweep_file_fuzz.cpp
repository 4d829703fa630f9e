#include "harness/sweep_file.hpp"

#include <set>

#include "tests/fuzz/accepted.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.toml");
  const auto sweep = fuzz::accepted(
      source, [](const TextFile& text) { return parse_sweep_file(text, Registry::built_in()); });
  if (!sweep) return 0;
  fuzz::require(!sweep->maps.empty() && !sweep->methods.empty() && !sweep->radii.empty(),
                "a sweep without maps, methods or radii");
  std::set<std::string> names;
  for (const Method& method : sweep->methods) {
    fuzz::require(!method.name.empty() && names.insert(method.name).second,
                  "a method without a name of its own");
  }
  return 0;
}
