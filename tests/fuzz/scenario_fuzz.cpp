#include "datasets/scenario.hpp"

#include <cmath>

#include "tests/fuzz/accepted.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.scen");
  const auto scenario = fuzz::accepted(source, parse_scenario);
  if (!scenario) return 0;
  const LengthFormat format = length_format(*scenario);
  for (const Problem& p : scenario->problems) {
    const double tolerance = octile_tolerance(format, p);
    fuzz::require(std::isfinite(tolerance) && tolerance > 0, "a tolerance that is none");
  }
  if (scenario->problems.empty()) return 0;
  constexpr int kMostCells = 1 << 10;
  const Problem& first = scenario->problems.front();
  if (first.width > kMostCells || first.height > kMostCells) return 0;
  const Raster raster(first.width, first.height);
  for (const Endpoints endpoints : {Endpoints::kCentre, Endpoints::kCorner}) {
    const auto fits = fuzz::accepted(source, [&](const TextFile&) {
      check_scenario(*scenario, raster, endpoints);
      return true;
    });
    if (!fits) continue;
    for (const Problem& p : scenario->problems) {
      const ProblemEnds ends = problem_ends(p, true, endpoints);
      for (const Point end : {ends.start, ends.goal}) {
        fuzz::require(end.x >= 0 && end.x <= p.width && end.y >= 0 && end.y <= p.height,
                      "an end beyond the raster");
      }
    }
  }
  return 0;
}
