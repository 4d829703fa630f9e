// SPDX-License-Identifier: MIT
// Builds every method of the registry in a small world and asks each for one path.
#include <cstdio>

#include "algorithms/methods/registry.hpp"

int main() {
  fairway::Raster cells(24, 16, 1);
  for (int y = 0; y < 12; ++y) cells.set(12, y, fairway::Raster::kBlocked);
  const fairway::FreeSpace space = fairway::FreeSpace::from_raster(cells);
  const fairway::Registry& registry = fairway::Registry::built_in();
  fairway::Answer answer;
  int found = 0;
  for (const fairway::Method& method : registry.methods()) {
    const auto planner = registry.build(space, method);
    planner->plan({{2.5, 3.5}, {21.5, 3.5}}, answer);
    if (answer.status != fairway::PlanStatus::kFound) continue;
    std::printf("%s: %.3f\n", method.name.c_str(), fairway::length(answer.path));
    ++found;
  }
  return found > 0 ? 0 : 1;
}
