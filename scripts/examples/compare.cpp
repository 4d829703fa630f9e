// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "algorithms/methods/registry.hpp"
#include "datasets/read_world.hpp"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const auto space = fairway::load_free_space(arguments[1]);
  const auto& registry = fairway::Registry::built_in();
  for (const auto* name : {"grid", "triangle-mesh", "polyanya"}) {
    fairway::Answer answer;
    registry.build(space, registry.method(name))->plan({{10, 10}, {100, 80}}, answer);
    fmt::print("{}: length {:.2f}\n", name, fairway::length(answer.path));
  }
}
