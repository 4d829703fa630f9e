// Loads a map and compares the paths of two methods with the shortest path.
#include <fmt/core.h>

#include "algorithms/methods/registry.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "datasets/read_world.hpp"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const fairway::FreeSpace space = fairway::load_free_space(arguments[1]);
  const fairway::Query query{.start = {10, 10}, .goal = {100, 80}};

  fairway::ExactSolver::Scratch scratch;
  const double optimum = fairway::ExactSolver(space).solve(query.start, query.goal, scratch);
  fmt::print("shortest path: {:.2f}\n", optimum);

  const fairway::Registry& registry = fairway::Registry::built_in();
  for (const auto* name : {"grid", "triangle-mesh"}) {
    const auto planner = registry.build(space, registry.method(name));
    fairway::Answer answer;
    planner->plan(query, answer);
    if (answer.status != fairway::PlanStatus::kFound) {
      fmt::print("{}: no path\n", name);
      continue;
    }
    const double length = fairway::length(answer.path);
    fmt::print("{}: {:.2f}, gap {:.2f} %, {} vertices expanded\n", name, length,
               100 * (length / optimum - 1), answer.expanded);
  }
}
