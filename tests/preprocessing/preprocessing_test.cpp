#include "algorithms/preprocessing/preprocessing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "algorithms/preprocessing/contraction.hpp"
#include "algorithms/search/build_limits.hpp"
#include "tests/preprocessing/random_graphs.hpp"

namespace fairway::test {
namespace {

using testing::HasSubstr;

class EveryPreprocessing : public testing::TestWithParam<SearchKind> {
 protected:
  SearchSettings settings() const {
    return {.search = GetParam(), .landmarks = 3, .index_mb = 64, .build_s = 60};
  }
};

/// The random seed of this run. `preprocessing_tests --gtest_shuffle --gtest_repeat=N` repeats the
/// tests with other seeds.
std::uint64_t seed() {
  return static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed());
}

TEST_P(EveryPreprocessing, AnswersEqualBoostsDijkstra) {
  std::mt19937_64 random(seed());
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Vertex> vertices;
  ComparedQueries queries;
  for (int round = 0; round < 250; ++round) {
    const RandomGraph g = graph_of_kind(random, round % kGraphKinds, 2 + round / 2 % 70);
    const HeuristicKind heuristic = static_cast<HeuristicKind>(round % 7 % 5);
    const auto index = preprocess(copy_of(g, heuristic), settings());
    const auto search = index->search();
    for (int query = 0; query < 10; ++query) {
      SCOPED_TRACE(testing::Message() << "round " << round << ", query " << query);
      const Attachment attachment = random_attachment(random, g, 1 + query % 5, query % 5 == 0);
      const double expected = least_cost(g, attachment);
      const LinkedQuery ends{
          {unit(random), unit(random)}, {unit(random), unit(random)}, attachment};
      queries.compare(g, attachment, expected, search->find(ends, vertices), vertices);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(queries.found, 1000);
  EXPECT_GT(queries.lost, 30);
}

/// The core of a contraction hierarchy consists of the vertices that are not contracted. In these
/// random graphs, the core is large, because contraction soon makes the remaining graph dense. The
/// first graph is directed.
TEST(ContractionHierarchy, TheCoreIsSearched) {
  std::mt19937_64 random(seed());
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Vertex> vertices;
  ComparedQueries queries;
  for (int round = 0; round < 2; ++round) {
    RandomGraph g(random, 400 + 400 * round, 6, 3.0);
    std::vector<CsrGraph::CostedEdge> edges = edges_of(g.graph);
    if (round == 1) double_edges(edges);
    g.graph = CsrGraph::from_edges(g.places.size(), edges);
    const GraphCopy copy = copy_of(g, HeuristicKind::kEuclidean);
    ASSERT_EQ(copy.symmetric(), round == 1);
    const Contraction contraction(copy, Contraction::Depth::kAll, BuildBudget(64, 60));
    ASSERT_LT(contraction.contracted(), g.places.size() - 20);
    ASSERT_GT(contraction.contracted(), 50);
    const auto index = preprocess(
        copy, {.search = SearchKind::kContractionHierarchy, .index_mb = 64, .build_s = 60});
    const auto search = index->search();
    for (int query = 0; query < 200; ++query) {
      const Attachment attachment = random_attachment(random, g, 1 + query % 5, query % 5 == 0);
      const double expected = least_cost(g, attachment);
      const LinkedQuery ends{
          {unit(random), unit(random)}, {unit(random), unit(random)}, attachment};
      queries.compare(g, attachment, expected, search->find(ends, vertices), vertices);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(EveryPreprocessing, ADirectLinkThatIsBestHasNoVertices) {
  std::mt19937_64 random(1);
  const RandomGraph g = holey_lattice(random, 8);
  const auto index = preprocess(copy_of(g, HeuristicKind::kEuclidean), settings());
  const auto search = index->search();
  Attachment attachment;
  attachment.start = attachment.goal = {{0, 2}, {9, 2}};
  attachment.direct = 1;
  std::vector<Vertex> vertices{1, 2, 3};
  const SearchResult result = search->find({{0, 0}, {1, 0}, attachment}, vertices);
  EXPECT_TRUE(result.found);
  EXPECT_EQ(result.cost, 1);
  EXPECT_TRUE(vertices.empty());
}

TEST_P(EveryPreprocessing, AGraphWithoutEdgesOrVerticesIsSearchedToo) {
  std::vector<Vertex> vertices;
  for (const std::size_t size : {std::size_t{0}, std::size_t{3}}) {
    const auto index =
        preprocess(GraphCopy(std::vector<Point>(size), {}, HeuristicKind::kEuclidean), settings());
    const auto search = index->search();
    Attachment attachment;
    EXPECT_FALSE(search->find({{0, 0}, {1, 0}, attachment}, vertices).found);
    if (size == 0) continue;
    attachment.start = {{0, 2}, {1, 1}};
    attachment.goal = {{1, 3}, {2, 1}};
    const SearchResult result = search->find({{0, 0}, {1, 0}, attachment}, vertices);
    EXPECT_EQ(result.cost, 4);
    EXPECT_EQ(vertices, std::vector<Vertex>{1});
  }
}

TEST_P(EveryPreprocessing, ABuildBeyondALimitStops) {
  std::mt19937_64 random(2);
  const RandomGraph g = holey_lattice(random, 40);
  SearchSettings small = settings();
  small.index_mb = small.table_mb = 1e-3;
  try {
    preprocess(copy_of(g, HeuristicKind::kOctile), small);
    ADD_FAILURE() << "expected a limit of memory";
  } catch (const MemoryLimitExceeded& e) {
    EXPECT_THAT(e.what(), HasSubstr("limit"));
  }
  if (GetParam() == SearchKind::kAllPairs) return;
  SearchSettings short_time = settings();
  short_time.build_s = 1e-9;
  EXPECT_THROW(preprocess(copy_of(g, HeuristicKind::kOctile), short_time), TimeLimitExceeded);
}

TEST_P(EveryPreprocessing, AQueryTakesNoMemoryOnceTheScratchHasGrown) {
  std::mt19937_64 random(3);
  const RandomGraph g = holey_lattice(random, 30);
  const auto index = preprocess(copy_of(g, HeuristicKind::kOctile), settings());
  const auto search = index->search();
  std::vector<Vertex> vertices;
  std::vector<Attachment> queries;
  for (int i = 0; i < 50; ++i) queries.push_back(random_attachment(random, g, 3, false));
  for (const Attachment& query : queries) search->find({{3, 3}, {20, 20}, query}, vertices);
  const std::size_t bytes = search->memory_bytes();
  for (const Attachment& query : queries) search->find({{3, 3}, {20, 20}, query}, vertices);
  EXPECT_EQ(search->memory_bytes(), bytes);
}

INSTANTIATE_TEST_SUITE_P(Preprocessing, EveryPreprocessing,
                         testing::Values(SearchKind::kAllPairs, SearchKind::kAlt,
                                         SearchKind::kContractionHierarchy,
                                         SearchKind::kGoalBounding, SearchKind::kFirstMoves,
                                         SearchKind::kTwoLevels),
                         [](const auto& each) { return std::string(name_of(each.param)); });

}  // namespace
}  // namespace fairway::test
