// SPDX-License-Identifier: MIT
#include "bindings/c/handles.hpp"
#include "datasets/map_options.hpp"
#include "datasets/read_world.hpp"

using namespace fairway;               // NOLINT(google-build-using-namespace)
using namespace fairway::c_interface;  // NOLINT(google-build-using-namespace)

namespace {

MapOptions options_of(const char* options) {
  return options == nullptr ? MapOptions() : MapOptions::of_text(options, "options", 1);
}

}  // namespace

extern "C" {

fairway_world* fairway_world_read(const char* file, const char* options) {
  return guarded<fairway_world*>(nullptr, [&] {
    return new_world(load_free_space(&required(file, "file"), options_of(options)));
  });
}

fairway_world* fairway_world_parse(const char* name, const void* text, size_t size,
                                   const char* options) {
  return guarded<fairway_world*>(nullptr, [&] {
    const auto bytes = array_of(static_cast<const char*>(text), size, "text");
    const TextFile source(&required(name, "name"), std::string(bytes.begin(), bytes.end()));
    return new_world(make_free_space(parse_world(source, options_of(options))));
  });
}
}
