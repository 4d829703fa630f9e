#include "algorithms/methods/prepared_index.hpp"

#include <string>
#include <utility>
#include <vector>

#include "algorithms/methods/built_index.hpp"
#include "algorithms/methods/clearance_search.hpp"
#include "algorithms/methods/representation_view.hpp"
#include "algorithms/preprocessing/preprocessing.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {
namespace {

class SearchOfIndex final : public GraphSearch {
 public:
  explicit SearchOfIndex(std::shared_ptr<const BuiltIndex> index)
      : index_(std::move(index)), search_(index_->prepared->search()) {}

  std::unique_ptr<GraphSearch> fork() const override {
    return std::make_unique<SearchOfIndex>(index_);
  }
  std::optional<SearchResult> find(const Query& query, const Attachment& attachment,
                                   std::vector<Vertex>& vertices) override {
    return search_->find({query.start, query.goal, attachment}, vertices);
  }
  std::size_t memory_bytes() const override { return search_->memory_bytes(); }

 private:
  std::shared_ptr<const BuiltIndex> index_;
  std::unique_ptr<PreparedSearch> search_;
};

GraphCopy copy_graph(const RepresentationView& view, HeuristicKind heuristic) {
  std::vector<Point> positions;
  std::vector<CsrGraph::CostedEdge> edges;
  std::vector<RepresentationView::Edge> row;
  const auto size = static_cast<Vertex>(view.vertex_count());
  positions.reserve(view.vertex_count());
  for (Vertex v = 0; v < size; ++v) {
    positions.push_back(view.position(v));
    view.edges_of(v, row);
    for (const RepresentationView::Edge& e : row) edges.push_back({e.source, e.target, e.cost});
  }
  return GraphCopy(std::move(positions), std::move(edges), heuristic);
}

}  // namespace

std::size_t BuiltIndex::prepared_bytes() const { return prepared ? prepared->memory_bytes() : 0; }

void prepare(BuiltIndex& index) {
  PlannerFacts& facts = index.facts;
  const bool weighs = index.settings.clearance_weight > 0;
  if (weighs) {
    facts.parts = index.space.with_needed(facts.parts | PartSet(SpacePart::kWalls));
    index.space.make(facts.parts);
  }
  LapClock clock;
  const auto add_phase = [&](std::string_view name) {
    const std::int64_t nanoseconds = clock.lap();
    facts.build_nanoseconds += nanoseconds;
    facts.build_phases.emplace_back(name, nanoseconds);
  };
  if (weighs) {
    const bool in_cells = !facts.parts.contains(SpacePart::kLocation);
    index.prepared = weigh_clearance(*index.view(), index.space, in_cells, index.settings);
    add_phase("clearance");
  } else {
    GraphCopy graph = copy_graph(*index.view(), index.settings.heuristic);
    add_phase("graph copy");
    index.prepared = preprocess(std::move(graph), index.settings);
    add_phase(name_of(index.settings.search));
  }
  facts.memory_bytes += index.prepared_bytes();
}

std::unique_ptr<GraphSearch> prepared_search(std::shared_ptr<const BuiltIndex> index) {
  return std::make_unique<SearchOfIndex>(std::move(index));
}

}  // namespace fairway
