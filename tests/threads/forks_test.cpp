#include <gtest/gtest.h>

#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "algorithms/methods/batch.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "datasets/generators/generator.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "harness/queries/sampled_queries.hpp"

namespace fairway::test {
namespace {

constexpr std::size_t kThreads = 4;

FreeSpace free_space_of(GeneratedWorld world) {
  if (auto* raster = std::get_if<Raster>(&world)) return FreeSpace::from_raster(std::move(*raster));
  return FreeSpace::from_polygons(std::get<Polygons>(world));
}

/// Queries of all lengths. Some have no path, and one has an end outside the world.
std::vector<Query> queries_of(const FreeSpace& space) {
  std::vector<Query> queries;
  for (const SampledQuery& drawn :
       sample_queries(space, ExactSolver(space),
                      {.count = 24, .unreachable = 0.2, .bins = 4, .seed = 5})
           .queries) {
    queries.push_back(drawn.query);
  }
  const Box& box = space.box();
  queries.push_back({{box.min.x - 1, box.min.y}, queries.front().goal});
  return queries;
}

/// Returns all methods of this program with coarse options. For each adapter, adds copies of its
/// first method: one copy for each smoother, one copy with another search, and one copy with
/// another heuristic. If the adapter has its own search, the last two copies are omitted.
std::vector<Method> all_methods(const FreeSpace& space) {
  std::vector<Method> methods;
  for (const RegisteredAdapter& adapter : Registry::built_in().adapters()) {
    const OptionValues coarse = conformance::coarse_values(adapter.options, space);
    for (Method method : adapter.methods) {
      method.options.update(coarse);
      methods.push_back(std::move(method));
    }
    Method standard = adapter.methods.front();
    standard.options.update(coarse);
    for (const Smoother smoother : kSmoothers) {
      Method& method = methods.emplace_back(standard);
      method.search.smoother = smoother;
      method.name += " with " + std::string(name_of(smoother));
    }
    if (adapter.searches_itself) continue;
    for (const auto& [name, value] : std::vector<std::pair<std::string, OptionValues>>{
             {"search", "all_pairs"}, {"heuristic", "manhattan"}}) {
      Method& method = methods.emplace_back(standard);
      method.search = with_option_values(method.search, {{name, value}});
      method.name += " with " + name;
    }
  }
  return methods;
}

bool same(const Answer& a, const Answer& b) {
  return a.status == b.status && a.raw == b.raw && a.path == b.path && a.expanded == b.expanded &&
         a.generated == b.generated;
}

std::vector<Answer> answers_of(Planner& planner, const std::vector<Query>& queries) {
  std::vector<Answer> answers(queries.size());
  for (std::size_t i = 0; i < queries.size(); ++i) planner.plan(queries[i], answers[i]);
  return answers;
}

/// Asks several forks at the same time, one per thread. Returns their answers. Each thread begins
/// with a different query, so the threads work on different queries.
std::vector<std::vector<Answer>> answers_of_forks(const Planner& planner,
                                                  const std::vector<Query>& queries) {
  std::vector<std::vector<Answer>> answers(kThreads, std::vector<Answer>(queries.size()));
  std::latch begin(kThreads);
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const std::unique_ptr<Planner> own = planner.fork();
      begin.arrive_and_wait();
      for (std::size_t k = 0; k < queries.size(); ++k) {
        const std::size_t i = (k + t * queries.size() / kThreads) % queries.size();
        own->plan(queries[i], answers[t][i]);
      }
    });
  }
  threads.clear();
  return answers;
}

class ForksTest : public testing::TestWithParam<const char*> {
 protected:
  FreeSpace space_ = free_space_of(generate(generator_kind(GetParam()), 3,
                                            std::string_view(GetParam()) == "clutter" ? 120 : 32));
};

TEST_P(ForksTest, OnManyThreadsAnswerAsOneThreadDoes) {
  const std::vector<Query> queries = queries_of(space_);
  for (const Method& method : all_methods(space_)) {
    const auto planner = Registry::built_in().build(space_, method);
    const std::vector<Answer> expected = answers_of(*planner, queries);
    const auto answers = answers_of_forks(*planner, queries);
    for (std::size_t t = 0; t < kThreads; ++t) {
      for (std::size_t i = 0; i < queries.size(); ++i) {
        ASSERT_TRUE(same(answers[t][i], expected[i]))
            << method.name << ", thread " << t << ", query " << i;
      }
    }
  }
}

TEST_P(ForksTest, ShareTheIndexAndOutliveThePlanner) {
  const std::vector<Query> queries = queries_of(space_);
  for (const RegisteredAdapter& adapter : Registry::built_in().adapters()) {
    Method method = adapter.methods.front();
    method.options.update(conformance::coarse_values(adapter.options, space_));
    auto planner = Registry::built_in().build(space_, method);
    const std::vector<Answer> expected = answers_of(*planner, queries);
    const auto fork = planner->fork();
    EXPECT_EQ(&fork->facts(), &planner->facts()) << adapter.name;
    planner.reset();
    const std::vector<Answer> answers = answers_of(*fork, queries);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      EXPECT_TRUE(same(answers[i], expected[i])) << adapter.name << ", query " << i;
    }
  }
}

TEST_P(ForksTest, AnswerABatchAndStopAtAnException) {
  const std::vector<Query> queries = queries_of(space_);
  const Registry& registry = Registry::built_in();
  const auto planner = registry.build(space_, registry.method("triangle-mesh"));
  const std::vector<Answer> expected = answers_of(*planner, queries);
  std::vector<std::unique_ptr<Planner>> forks;
  std::vector<Planner*> planners{planner.get()};
  while (planners.size() < kThreads) {
    planners.push_back(forks.emplace_back(planner->fork()).get());
  }
  const std::size_t count = 40 * queries.size();
  const auto query = [&](std::size_t i) { return queries[i % queries.size()]; };
  std::vector<Answer> answers(count);
  plan_batch(planners, count, query,
             [&](std::size_t i, const Query&, const Answer& answer) { answers[i] = answer; });
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_TRUE(same(answers[i], expected[i % queries.size()])) << i;
  }
  const auto refuse = [](std::size_t i, const Query&, const Answer&) {
    if (i == 100) throw std::out_of_range("100");
  };
  EXPECT_THROW(plan_batch(planners, count, query, refuse), std::out_of_range);
}

/// Asks the exact solver and the free space, which all methods share, from several threads at once.
TEST_P(ForksTest, ExactSolverAndFreeSpaceServeManyThreads) {
  const std::vector<Query> queries = queries_of(space_);
  const ExactSolver solver(space_);
  const auto solve = [&] {
    ExactSolver::Scratch scratch;
    std::vector<double> lengths;
    for (const Query& query : queries) {
      lengths.push_back(solver.solve(query.start, query.goal, scratch));
    }
    return lengths;
  };
  const std::vector<double> expected = solve();
  std::vector<std::vector<double>> lengths(kThreads);
  std::vector<std::jthread> threads;
  for (std::vector<double>& own : lengths) threads.emplace_back([&] { own = solve(); });
  threads.clear();
  for (const std::vector<double>& own : lengths) EXPECT_EQ(own, expected);
}

INSTANTIATE_TEST_SUITE_P(Worlds, ForksTest, testing::Values("rooms", "caves", "clutter"));

}  // namespace
}  // namespace fairway::test
