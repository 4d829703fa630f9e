#include "algorithms/changes/dstar_lite_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/search/heuristics.hpp"

namespace fairway {

DStarLiteSearch::DStarLiteSearch(std::shared_ptr<const BuiltIndex> index,
                                 std::shared_ptr<const GraphChanges> changes)
    : index_(std::move(index)), changes_(std::move(changes)), graph_(index_->view()) {}

std::unique_ptr<GraphSearch> DStarLiteSearch::fork() const {
  return std::make_unique<DStarLiteSearch>(index_, changes_);
}

std::size_t DStarLiteSearch::Graph::memory_bytes() const {
  return heap_bytes(edges_[0], edges_[1]);
}

std::size_t DStarLiteSearch::memory_bytes() const {
  return heap_bytes(graph_, search_, start_links_, last_start_links_);
}

/// Returns the vertices with edges that changed since the last query. If they are unknown, discards
/// all values of the search and returns no vertices. If the query repeats the last query on an
/// unchanged graph, also discards all values, because timed repetitions must repeat the whole
/// search.
std::span<const Vertex> DStarLiteSearch::changes_since_last(const Query& query) {
  const auto changed = changes_->since(version_);
  const bool repeated =
      changed && changed->empty() && query.start == last_.start && query.goal == last_.goal;
  if (!changed || repeated) search_.forget();
  version_ = changes_->version();
  moved_from_ = last_.start;
  last_ = query;
  return changed.value_or(std::span<const Vertex>{});
}

std::optional<SearchResult> DStarLiteSearch::find(const Query& query, const Attachment& attachment,
                                                  std::vector<Vertex>& vertices) {
  const std::span<const Vertex> changed = changes_since_last(query);
  const RepresentationView& view = graph_.view();
  const auto search = [&](double moved, auto&& bound) -> std::optional<SearchResult> {
    const SearchResult result =
        search_.find(graph_, attachment, query.goal, moved, bound, changed, vertices);
    if (result.found || search_.is_ready()) return result;
    return std::nullopt;
  };
  if (index_->settings.heuristic != HeuristicKind::kOctile) {
    const double weight = index_->settings.heuristic == HeuristicKind::kZero ? 0 : index_->weight;
    return search(weight * euclidean(query.start, moved_from_),
                  [&](Vertex v) { return weight * euclidean(view.position(v), query.start); });
  }
  start_links_.swap(last_start_links_);
  start_links_.clear();
  for (const Link& link : attachment.start) {
    start_links_.push_back({view.position(link.vertex), link.cost});
  }
  double moved = 0;
  for (const PlacedLink& link : start_links_) {
    moved = std::max(moved, octile_from(last_start_links_, link.at) - link.cost);
  }
  return search(moved, [&](Vertex v) { return octile_from(start_links_, view.position(v)); });
}

/// Lower bound of the cost of a path to p that begins with one of these links. The bound is the
/// least sum of a link's cost and the octile distance from the vertex of the link to p.
double DStarLiteSearch::octile_from(const std::vector<PlacedLink>& links, Point p) const {
  double least = std::numeric_limits<double>::infinity();
  for (const PlacedLink& link : links) {
    const double dx = std::abs(p.x - link.at.x);
    const double dy = std::abs(p.y - link.at.y);
    const double octile = std::max(dx, dy) + (std::numbers::sqrt2 - 1) * std::min(dx, dy);
    least = std::min(least, link.cost + index_->weight * octile);
  }
  return least;
}

RegisteredSearch registered_dstar_lite() {
  return {SearchKind::kDStarLite,
          [](std::shared_ptr<const BuiltIndex> index) -> std::unique_ptr<GraphSearch> {
            return std::make_unique<DStarLiteSearch>(std::move(index),
                                                     std::make_shared<GraphChanges>());
          }};
}

}  // namespace fairway
