#include "algorithms/search/all_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/search/random_graph.hpp"

namespace fairway::test {
namespace {

TEST(AllPairsTest, EqualsBoostsDijkstraBetweenAllVertices) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 60; ++round) {
    const RandomGraph g(random, 2 + round, 1 + round % 4, 3.0);
    const AllPairs table = AllPairs::build(g.graph, 1);
    for (Vertex u = 0; u < 2 + round; ++u) {
      const std::vector<double> expected = g.dijkstra(u);
      for (Vertex v = 0; v < 2 + round; ++v) {
        const double cost = expected[static_cast<std::size_t>(v)];
        if (std::isfinite(cost)) {
          ASSERT_NEAR(table.cost(u, v), cost, 1e-12 * (1 + cost));
        } else {
          ASSERT_EQ(table.cost(u, v), cost);
        }
      }
    }
  }
}

TEST(AllPairsTest, LookUpsEqualSearches) {
  std::mt19937_64 random(8);
  AllPairsScratch scratch;
  std::vector<Vertex> vertices;
  ComparedQueries queries;
  std::uint64_t pairs = 0;
  std::uint64_t looked_up = 0;
  for (int round = 0; round < 300; ++round) {
    const RandomGraph g(random, 2 + round % 50, 1 + round % 4, round % 3 == 0 ? 1.0 : 3.0);
    const AllPairs table = AllPairs::build(g.graph, 1);
    for (int query = 0; query < 20; ++query) {
      const Attachment attachment = random_attachment(random, g, 1 + query % 5, query % 5 == 0);
      const double expected = least_cost(g, attachment);
      for (const bool bounded : {false, true}) {
        const auto bound = lower_bound_to(g, attachment.goal);
        const SearchResult result =
            bounded ? table.find(attachment, bound, scratch, vertices)
                    : table.find(attachment, ZeroHeuristic{}, scratch, vertices);
        ASSERT_EQ(result.expanded, 0U);
        ASSERT_LE(result.generated, attachment.start.size() * attachment.goal.size());
        if (bounded) {
          pairs += attachment.start.size() * attachment.goal.size();
          looked_up += result.generated;
        }
        queries.compare(g, attachment, expected, result, vertices);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(queries.found, 1000);
  EXPECT_GT(queries.lost, 300);
  EXPECT_LT(looked_up, pairs * 3 / 4);
}

TEST(AllPairsTest, RefusesATableBeyondTheLimitBeforeAllocation) {
  // The first table has 12,345^2 pairs of 12 bytes. The table of the second graph would exceed any
  // memory.
  const auto refusal = [](std::size_t vertices, double limit) -> std::string {
    try {
      AllPairs::build(CsrGraph::from_edges(vertices, {}), limit);
    } catch (const MemoryLimitExceeded& e) {
      return e.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal(12'345, 1024),
            "the table of all pairs of 12,345 vertices needs 1,745 MiB; the limit is 1,024 MiB "
            "(table_mb)");
  EXPECT_THAT(refusal(100'000'000, 1024), testing::HasSubstr("of 100,000,000 vertices needs"));
  EXPECT_EQ(refusal(296, 1),
            "the table of all pairs of 296 vertices needs 2 MiB; the limit is 1 "
            "MiB (table_mb)");
  EXPECT_THAT(refusal(300, 0.5), testing::HasSubstr("the limit is 0.5 MiB"));
  EXPECT_EQ(refusal(295, 1), "none");
}

TEST(AllPairsTest, TakesTwelveBytesAPair) {
  EXPECT_EQ(AllPairs::build(CsrGraph::from_edges(10, {}), 1).memory_bytes(), 1200U);
}

}  // namespace
}  // namespace fairway::test
