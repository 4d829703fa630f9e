#include "algorithms/ancestors/northstar/northstar.hpp"

#include <limits>

#include "algorithms/ancestors/northstar/indirect_cost.hpp"
#include "algorithms/ancestors/steering.hpp"
#include "algorithms/freespace/containment.hpp"
#include "algorithms/search/heuristics.hpp"

namespace fairway {

std::vector<NamedMethod<Northstar::Options>> Northstar::methods() {
  const SearchSettings own{.search = SearchKind::kOwn, .reject = Rejection::kSearch};
  return {{kName, {}, own},
          {"northstar-sound-table",
           {},
           {.search = SearchKind::kAllPairs, .reject = Rejection::kSearch}},
          {"northstar-faithful", {Indirect::kEstimate}, own}};
}

Guarantees Northstar::guarantees(const Options& options) {
  Guarantees promised = kGuarantees;
  promised.optimal = options.indirect == Indirect::kBound;
  return promised;
}

AttachStatus Northstar::attach(const Location& start, const Location& goal, Scratch& scratch,
                               Attachment& attachment) const {
  if (connected(*space_, start, goal)) {
    return VisibilityGraph::attach(start, goal, scratch, attachment);
  }
  attachment.clear();
  return AttachStatus::kNothingVisible;
}

SearchResult Northstar::search(Point goal, const Attachment& attachment, SearchScratch& scratch,
                               std::vector<Vertex>& vertices, SearchObserver* observer) const {
  const EuclideanHeuristic straight([this](Vertex v) { return position(v); }, goal);
  if (indirect_ == Indirect::kBound) {
    return astar(graph(), attachment, straight, scratch, vertices, LookAheadSearch(observer));
  }
  const auto estimate = [&](Vertex v) {
    const double exact = indirect_cost(graph(), attachment, scratch, v);
    return exact < std::numeric_limits<double>::infinity() ? exact : straight(v);
  };
  return astar(graph(), attachment, estimate, scratch, vertices, WatchedSearch(observer));
}

}  // namespace fairway
