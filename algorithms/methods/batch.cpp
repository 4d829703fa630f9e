#include "algorithms/methods/batch.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#ifndef __EMSCRIPTEN__  // its standard library has no threads
#include <future>
#endif

namespace fairway {

void plan_batch(
    std::span<Planner* const> planners, std::size_t count,
    const std::function<Query(std::size_t)>& query,
    const std::function<void(std::size_t, const Query& query, const Answer& answer)>& take) {
  std::atomic<std::size_t> next = 0;  // first query that no thread has taken
  const auto work = [&](Planner* planner) {
    constexpr std::size_t kBlock = 64;
    Answer answer;
    try {
      for (std::size_t first; (first = next.fetch_add(kBlock)) < count;) {
        for (std::size_t i = first; i < std::min(first + kBlock, count); ++i) {
          const Query asked = query(i);
          planner->plan(asked, answer);
          take(i, asked, answer);
        }
      }
    } catch (...) {
      next = count;
      throw;
    }
  };
#ifndef __EMSCRIPTEN__
  std::vector<std::future<void>> others;
  for (Planner* planner : planners.subspan(1)) {
    others.push_back(std::async(std::launch::async, work, planner));
  }
  work(planners[0]);
  for (std::future<void>& other : others) other.get();
#else
  work(planners[0]);
#endif
}

}  // namespace fairway
