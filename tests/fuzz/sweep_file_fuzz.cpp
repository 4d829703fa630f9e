#include "harness/sweep/sweep_file.hpp"

#include <array>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tests/fuzz/accepted.hpp"

namespace fairway {

namespace {

enum class Choice : std::uint8_t { kOne, kOther };
std::span<const std::string_view> option_names(Choice) {
  static constexpr std::array<std::string_view, 2> kNames{"one", "other"};
  return kNames;
}

/// An option of each type.
struct Options {
  bool flag = false;
  int count = 8;
  double share = 0.5;
  Choice choice = Choice::kOne;

  static void describe(auto& options, auto&& field) {
    field("flag", options.flag, "");
    field("count", options.count, "");
    field("share", options.share, "");
    field("choice", options.choice, "");
  }
};

const Registry& registry() {
  static const Registry kRegistry = [] {
    RegisteredAdapter grid;
    grid.name = "grid";
    grid.options = option_infos(Options{});
    for (const char* name : {"grid", "grid-32"}) {
      grid.methods.push_back({name, grid.name, option_values(Options{}), {}});
    }
    grid.octile_is_bound = [](const OptionValues&) { return true; };
    grid.complete = [](const OptionValues& given) {
      return option_values(with_option_values(Options{}, given));
    };
    return Registry(std::vector{std::move(grid)});
  }();
  return kRegistry;
}

void check_method(const Method& method) {
  const SearchSettings& search = method.search;
  fuzz::require(std::isfinite(search.weight) && search.weight >= 0, "a weight below 0");
  fuzz::require(std::isfinite(search.table_mb) && search.table_mb > 0, "a table of no size");
  if (!method.command.empty()) return;
  fuzz::require(registry().adapter(method.adapter).complete(method.options) == method.options,
                "a method without all of its options");
}

}  // namespace

}  // namespace fairway

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.toml");
  const auto sweep = fuzz::accepted(
      source, [](const TextFile& text) { return parse_sweep_file(text, registry()); });
  if (!sweep) return 0;
  fuzz::require(!sweep->maps.empty() && !sweep->methods.empty() && !sweep->radii.values.empty(),
                "a sweep without maps, methods or radii");
  fuzz::require(sweep->unreachable >= 0 && sweep->unreachable <= 1, "a share that is none");
  fuzz::require(sweep->queries > 0 && sweep->repetitions > 0 && sweep->timeout_ms > 0 &&
                    sweep->build_timeout_ms > 0 && sweep->memory_mb > 0 && sweep->draw >= 0,
                "a number out of range");
  for (const double radius : sweep->radii.values) {
    fuzz::require(std::isfinite(radius) && radius >= 0, "a radius that is none");
  }
  std::set<std::string> names;
  for (const Method& method : sweep->methods) {
    fuzz::require(!method.name.empty() && names.insert(method.name).second,
                  "a method without a name of its own");
    check_method(method);
  }
  return 0;
}
