#pragma once

#include "algorithms/methods/planner.hpp"

namespace fairway::test {

inline Answer ask(Planner& planner, Point start, Point goal, double radius = 0) {
  Answer answer;
  planner.plan({start, goal, radius}, answer);
  return answer;
}

}  // namespace fairway::test
