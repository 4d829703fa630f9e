#include "algorithms/preprocessing/preprocessing.hpp"

#include <stdexcept>
#include <utility>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/preprocessing/build_budget.hpp"
#include "algorithms/preprocessing/contraction_hierarchy.hpp"
#include "algorithms/preprocessing/first_moves.hpp"
#include "algorithms/preprocessing/goal_bounding.hpp"
#include "algorithms/preprocessing/landmark_search.hpp"
#include "algorithms/search/all_pairs.hpp"

namespace fairway {
namespace {

/// Adapts an index with members Scratch and find() to PreparedSearch.
template <class Index>
class SearchOf final : public PreparedSearch {
 public:
  explicit SearchOf(const Index& index) : index_(index) {}

  SearchResult find(const LinkedQuery& query, std::vector<Vertex>& vertices) override {
    return index_.find(query, scratch_, vertices);
  }
  std::size_t memory_bytes() const override { return heap_bytes(scratch_); }

 private:
  const Index& index_;
  typename Index::Scratch scratch_;
};

template <class Index>
class PreprocessingOf final : public Preprocessing {
 public:
  explicit PreprocessingOf(Index index) : index_(std::move(index)) {}

  std::unique_ptr<PreparedSearch> search() const override {
    return std::make_unique<SearchOf<Index>>(index_);
  }
  std::size_t memory_bytes() const override { return index_.memory_bytes(); }

 private:
  Index index_;
};

/// An all-pairs table, and the cost bound with which a query skips look-ups.
class BoundedTable {
 public:
  using Scratch = AllPairsScratch;

  BoundedTable(AllPairs table, CostBound bound)
      : table_(std::move(table)), bound_(std::move(bound)) {}

  SearchResult find(const LinkedQuery& query, Scratch& scratch,
                    std::vector<Vertex>& vertices) const {
    return with_metric(bound_.heuristic(), [&]<HeuristicKind kind>() {
      const double factor = bound_.factor_with<kind>(query.goal, query.links.goal);
      const auto bound = [&](Vertex v) {
        return factor * metric<kind>(bound_.position(v), query.goal);
      };
      return table_.find(query.links, bound, scratch, vertices);
    });
  }
  std::size_t memory_bytes() const { return heap_bytes(table_, bound_); }

 private:
  AllPairs table_;
  CostBound bound_;
};

template <class Index>
std::unique_ptr<const Preprocessing> hold(Index index) {
  return std::make_unique<PreprocessingOf<Index>>(std::move(index));
}

}  // namespace

std::unique_ptr<const Preprocessing> preprocess(GraphCopy graph, const SearchSettings& settings) {
  const BuildBudget budget(settings.index_mb, settings.build_s);
  switch (settings.search) {
    case SearchKind::kAllPairs:
      return hold(BoundedTable(AllPairs::build(graph.forward(), settings.table_mb), graph.bound()));
    case SearchKind::kContractionHierarchy:
      return hold(
          ContractionHierarchy::build(graph, Contraction::Depth::kAll, settings.landmarks, budget));
    case SearchKind::kTwoLevels:
      return hold(ContractionHierarchy::build(graph, Contraction::Depth::kTwoLevels,
                                              settings.landmarks, budget));
    case SearchKind::kAlt:
      return hold(LandmarkSearch::build(std::move(graph), settings.landmarks, budget));
    case SearchKind::kGoalBounding:
      return hold(GoalBounding::build(std::move(graph), budget));
    case SearchKind::kFirstMoves:
      return hold(FirstMoves::build(std::move(graph), budget));
    default:
      throw std::logic_error("a search without preprocessing");
  }
}

}  // namespace fairway
