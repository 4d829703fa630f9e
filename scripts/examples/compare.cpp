// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "algorithms/methods/registry.hpp"
#include "datasets/read_world.hpp"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const fairway::FreeSpace space = fairway::load_free_space(arguments[1]);
  const fairway::Registry& registry = fairway::Registry::built_in();
  for (const auto* name : {"grid", "triangle-mesh", "polyanya"}) {
    const auto planner = registry.build(space, registry.method(name));
    fairway::Answer answer;
    planner->plan({.start = {10, 10}, .goal = {100, 80}}, answer);
    fmt::print("{}: length {:.2f}\n", name, fairway::length(answer.path));
  }
}
