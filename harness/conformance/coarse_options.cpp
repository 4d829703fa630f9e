#include "harness/conformance/coarse_options.hpp"

#include <algorithm>

namespace fairway::conformance {

OptionValues coarse_values(std::span<const OptionInfo> options, const FreeSpace& space) {
  OptionValues values = OptionValues::object();
  if (space.raster() != nullptr) return values;
  const double side = std::max(space.box().width(), space.box().height());
  for (const OptionInfo& option : options) {
    const bool is_length = option.help.find("in the world's units") != std::string::npos;
    if (is_length && option.type == "number" && option.standard == 0) {
      values[option.name] = side / 23.7;
    }
  }
  return values;
}

}  // namespace fairway::conformance
